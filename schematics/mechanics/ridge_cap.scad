// Ridge cap: joins the two roof halves over the seam and holds the detent's lower magnet.
// Print: as drawn; any material that is not magnetic, 0.2 mm, 30 % infill, no support.
//
// The detent, computed (not measured). Two discs of 6 x 3 mm with 1.17 T (N35), on one line when the
// tray is level, attract through detent_gap = 3 mm; each end face taken as a sheet of magnetic
// charge and the forces summed over all pairs of faces:
//   pull 1.4 N; torque about the axis 2.7 mN m per degree round level, greatest 14.9 mN m at 9
//   degrees, 4.7 at 20, none beyond 30.
//   needed:  ten cards (18 g) overhanging 20 mm: 0.018 kg * 9.81 * 20 mm = 3.5 mN m
//   margin:  14.9 / 3.5 = 4.2; the loaded tray sags 3.5 / 2.7 = 1.3 degrees
//   weak magnets of 1.0 T: greatest 10.9 mN m, margin 3.1
//   gap 2.0 to 4.0 mm (print, glue): greatest 24 to 9.6 mN m, margin 6.9 to 2.7
//   servo:   half its stall torque is 88 mN m (1.8 kgf cm at 4.8 V): the throw's own 11.9 and the
//            detent's 14.9 together are 27, margin 3.3; once past 20 degrees the detent is gone.
// Friction in the servo's gears also holds, but differs from servo to servo: not counted.
// Stronger or weaker: a washer under the cap moves the magnet up by its thickness.
include <parameters.scad>
use <shapes.scad>

cap_bottom = ridge_z - ridge_flat;
cap_height = pivot_z - detent_radius - detent_gap - cap_bottom;
cap_half = ridge_flat/tan(roof_angle) + 0.5;
cap_y = 36;               // its ends stay clear of the cradle's horn block at full tilt

module ridge_cap() difference() {
  union() {
    slab(4, bottom = 0, top = 1.2) box2(2*cap_half, cap_y, 3);
    hull() {
      translate([0, 0, 2]) slab(1, bottom = 0, top = 0) box2(16, 14, 3);
      translate([0, 0, cap_height - 2]) slab(2, bottom = 0, top = 1) box2(11.5, 11.5, 3);
    }
  }
  translate([0, 0, cap_height - magnet[1]]) cylinder(d = magnet[0] + magnet_fit, h = 10);
  for (sx = [-1, 1]) for (y = [-12, 12]) translate([sx*6, y, 0]) {
    translate([0, 0, -1]) cylinder(d = m3_free, h = 30);
    translate([0, 0, 4]) cylinder(d = m3_head, h = 30);
  }
}

ridge_cap();
