// A paddle's cap: the plate under the hand, with hinge ears, spring boss and two feelers: a peg for
// the lever switch, and a flag with a window for the slotted opto. `mark` hollows tell the sides.
// Printed upside down, without supports. part = "left" or "right".
include <shapes.scad>

part = "left";
paddle_ear = 6;
paddle_ear_y = paddle[1]/2 - paddle_wall - 4 - 0.7 - paddle_ear;   // inner face
paddle_skirt = 8;
paddle_round = 2.4;

module cap_outline(inset = 0) translate([paddle[0]/2, 0])
  box2(paddle[0] - 2*(paddle_wall + paddle_gap + inset), paddle[1] - 2*(paddle_wall + paddle_gap + inset),
       paddle_corner - paddle_wall - paddle_gap - inset);

module paddle_cap(mark = 1) difference() {
  union() {
    translate([0, 0, paddle_under]) slab(paddle_top, top = paddle_round, bottom = 0, n = 8) cap_outline();
    translate([0, 0, paddle_under - paddle_skirt]) linear_extrude(paddle_skirt + 0.01) difference() {
      cap_outline();
      cap_outline(wall);
      square([2*(paddle_hinge[0] + 9), paddle[1] + 2], center = true);
    }
    for (s = [-1, 1]) translate([paddle_hinge[0], s*(paddle_ear_y + paddle_ear/2), paddle_hinge[1]])
      rotate([90, 0, 0]) linear_extrude(paddle_ear, center = true) hull() {
        circle(d = 9);
        translate([-4.5, 1]) square([9, paddle_under - paddle_hinge[1] - 0.5]);
      }
    translate([paddle_spring_x, 0, paddle_seat + paddle_stroke + 0.6])
      cylinder(d = paddle_spring[0] - 2*paddle_spring[1] - 0.6, h = paddle_under - paddle_seat - paddle_stroke);
    peg();
    flag();
    ribs();
  }
  for (s = [-1, 1]) translate([paddle_hinge[0], 0, paddle_hinge[1]]) rotate([90, 0, 0])
    cylinder(d = 3.2, h = paddle[1], center = true);
  translate([paddle_spring_x, 0, 0]) cylinder(d = m3_thread, h = paddle[2] - 1.4);
  for (i = [1:mark]) hollow(mark == 1 ? 0 : (i - 1.5)*14);
}

// Under the plate: two ribs that keep it from ringing, clear of the mount.
module ribs() for (s = [-1, 1]) translate([paddle_hinge[0], s*22.6 - 0.8, paddle_under - 3]) cube([paddle_spring_x - paddle_hinge[0] - 8, 1.6, 3.01]);

module hollow(y) translate([paddle[0] - 22, y, paddle[2]])
  translate([0, 0, pow(paddle_mark[0]/2, 2)/(2*paddle_mark[1]) - paddle_mark[1]/2])
    sphere(r = pow(paddle_mark[0]/2, 2)/(2*paddle_mark[1]) + paddle_mark[1]/2);

// Presses the switch's lever, near its tip.
module peg() translate([paddle_mount_x + paddle_switch_at[0] + paddle_switch_reach, paddle_switch_at[1],
    paddle_switch_z + paddle_switch_rest]) {
  translate([-3, -1.5, 0]) cube([6, 3, paddle_under - paddle_switch_z - paddle_switch_rest + 0.01]);
}

// At rest the strip under the window is in the beam; pressed, the window is: light means pressed.
flag_x = paddle_mount_x - paddle_opto_at[0];
flag_y = -paddle_opto_at[1];
beam_z = paddle_opto_z + paddle_opto_beam;
module flag() translate([flag_x, flag_y, 0]) rotate([90, 0, 0]) linear_extrude(1.8, center = true) difference() {
  translate([-6.5, beam_z - 1.7]) square([13, paddle_under - beam_z + 1.71]);
  translate([-3, beam_z + paddle_beam_margin]) square([6, 5]);
}

module paddle_cap_printed(mark) translate([0, 0, paddle[2]]) rotate([180, 0, 0]) paddle_cap(mark);

paddle_cap_printed(part == "left" ? 1 : 2);
