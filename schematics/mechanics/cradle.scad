// Cradle: carries the tray on its axis, takes the servo's horn and the detent's magnet.
// Print: as drawn, upside down, the face to the tray on the bed; PETG or PLA, 0.2 mm, 40 % infill,
// no support. Strength is needed across the layers only in the keel, which carries 1.4 N.
include <parameters.scad>
use <shapes.scad>

front_block = 14;         // the pivot screw's thread: M3 x 20 through the bush leaves 11
back_block = 12;          // the horn's pocket and the screws that hold it
bar = [20, 5];            // width, thickness of what joins them
keel = 9.2;               // wall round the magnet: 1.5
half_y = tray_outer_y/2;

// Unit's frame: the axis is y, level is z, the tray's underside at z = pivot_drop.
module cradle_on_axis() difference() {
  union() {
    translate([0, 0, pivot_drop - bar[1]]) linear_extrude(bar[1], convexity = 8) box2(bar[0], 2*half_y, 2);
    block(12, -half_y, front_block);
    translate([0, half_y - back_block, 0]) rotate([-90, 0, 0]) slab(back_block, top = 1, bottom = 1) horn_block();
    cylinder_down(keel, detent_radius);
    translate([0, 0, -7.5]) cylinder(d1 = keel, d2 = 16, h = 8.1);
  }
  // Pivot screw.
  translate([0, -half_y - 0.1, 0]) rotate([-90, 0, 0]) cylinder(d = m3_thread, h = front_block - 1.4);
  horn_pocket();
  translate([0, 0, -detent_radius - 0.1]) cylinder(d = magnet[0] + magnet_fit, h = magnet[1] + 0.1);
  for (p = cradle_screws) translate([p[0], p[1], -3])
    cylinder(d = m3_thread, h = 20);
}
module block(x, y, length) translate([0, y, 0]) rotate([-90, 0, 0]) slab(length, top = 1, bottom = 1)
  translate([0, (7 - pivot_drop)/2]) box2(x, 7 + pivot_drop, 1.5);
// Round below its ends: at full tilt more than 12 mm stay over the ridge cap.
module horn_block() hull() {
  for (s = [-1, 1]) translate([s*horn_reach, 0]) circle(r = horn_tip/2 + horn_fit + 2.1);
  translate([-horn_reach - 3, -pivot_drop]) square([2*horn_reach + 6, 1]);
  translate([0, (7 - pivot_drop)/2]) box2(2*horn_hub, 7 + pivot_drop, 1.5);
}
module cylinder_down(d, to) translate([0, 0, -to]) {
  translate([0, 0, 0.8]) cylinder(d = d, h = to + 1);
  cylinder(d1 = d - 1, d2 = d, h = 0.81);
}
// The horn's arms turn the tray by the pocket's walls; two small screws only keep it in. The servo's
// tower ends 0.6 from the tray's side, the horn begins 0.2 further in and is horn_height tall.
horn_depth = horn_height + 0.2 - 0.6 + 0.2;
module horn_pocket() translate([0, half_y + 0.1, 0]) rotate([90, 0, 0]) {
  linear_extrude(horn_depth + 0.1, convexity = 8) {
    circle(d = horn_hub + 2*horn_fit);
    for (s = [-1, 1]) hull() {
      circle(d = horn_hub - 0.6 + 2*horn_fit);
      translate([s*horn_reach, 0]) circle(d = horn_tip + 2*horn_fit);
    }
  }
  for (s = [-1, 1]) translate([s*horn_hole, 0, 0]) cylinder(d = m2_thread - 0.1, h = back_block - 1.4);
  // The horn's own screw, if it is in: its head has room.
  cylinder(d = 5.5, h = horn_depth + 2.4);
}

module cradle() translate([0, 0, pivot_drop]) rotate([180, 0, 0]) cradle_on_axis();

cradle();
