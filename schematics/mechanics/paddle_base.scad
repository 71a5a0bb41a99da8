// A paddle's base: box, hinge pads, end stops, spring seat, cable saddle. Both paddles have the same.
// Printed as it stands, without supports. The cap hangs on two M3 x 12 from the sides; an M3 x 16
// from below, through the spring's seat, is the upper stop and sets the cap's height.
include <shapes.scad>

module paddle_outline(inset = 0) translate([paddle[0]/2, 0])
  box2(paddle[0] - 2*inset, paddle[1] - 2*inset, paddle_corner - inset);

paddle_pad = 4;           // hinge pad, on the inside of the wall
paddle_stop_x = 97;
paddle_shelf = 3;         // under the spring's seat: the stop screw's head pulls against it
paddle_foot = [paddle_corner + 3, paddle[1]/2 - 12];

module paddle_base() difference() {
  union() {
    difference() {
      slab(paddle_rim, top = edge, bottom = edge, n = 6) paddle_outline();
      translate([0, 0, paddle_wall]) linear_extrude(paddle_rim) paddle_outline(paddle_wall);
    }
    intersection() {
      union() {
        for (s = [-1, 1]) {
          translate([paddle_hinge[0] - 6.5, s*(paddle[1]/2 - 2) - (s > 0 ? paddle_pad + 0.4 : 0), 1])
            cube([13, paddle_pad + 0.4, paddle_rim - 2]);
          translate([paddle_stop_x, s*20, 1]) cylinder(d = 8, h = stop_height() - 1);
          translate([paddle_mount_x, s*paddle_mount_screws, 1]) cylinder(d = 11, h = paddle_mount_z - 1);
        }
        translate([paddle_spring_x, 0, 1]) cylinder(d = 14, h = paddle_seat - 1);
        translate([paddle_spring_x, 0, paddle_seat - 0.01]) difference() {  // keeps the spring in the middle
          cylinder(d = 12.4, h = 1.2);
          translate([0, 0, -0.5]) cylinder(d = paddle_spring[0] + 1.2, h = 3);
        }
        translate([10.6, -5, 1]) cube([8.4, 10, 6.4]);
      }
      linear_extrude(paddle[2]) paddle_outline(1);
    }
  }
  for (s = [-1, 1]) {
    translate([paddle_hinge[0], s*paddle[1]/2, paddle_hinge[1]]) rotate([s*90, 0, 0]) {
      translate([0, 0, -0.1]) cylinder(d = m3_head, h = 2.7);
      cylinder(d = m3_hole, h = 12);
    }
    translate([paddle_mount_x, s*paddle_mount_screws, -0.1]) {
      cylinder(d = m3_head, h = 3.1);
      cylinder(d = m3_free, h = 9);
    }
    for (x = [paddle_foot[0], paddle[0] - paddle_foot[0]])
      translate([x, s*paddle_foot[1], -0.1]) cylinder(d = rubber_foot[0], h = 1.3);
  }
  // Stop screw: the head sits in the recess and goes down with the cap.
  translate([paddle_spring_x, 0, -0.1]) cylinder(d = 8.4, h = paddle_seat - paddle_shelf + 0.1);
  translate([paddle_spring_x, 0, -0.1]) linear_extrude(paddle[2]) oval(m3_free + 2, m3_free + 0.4);
  // Cable: through the rear wall, over the saddle, held by a cable tie through the saddle's tunnel.
  translate([-1, 0, 10]) rotate([0, 90, 0]) cylinder(d = 5, h = 6);
  translate([10, 0, 11]) rotate([0, 90, 0]) cylinder(d = 8.5, h = 12);
  translate([13.6, -6, 3]) cube([3.8, 12, 2]);
}

// How high the end stops are: the cap's underside meets them after paddle_stroke at its edge.
function stop_height() = paddle_under - (paddle_stop_x + 4 - paddle_hinge[0])*tan(paddle_turn);

paddle_base();
