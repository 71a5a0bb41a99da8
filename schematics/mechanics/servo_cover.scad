// Servo cover: over the servo and its wire on the back plate; no finger and no card meets them.
// Print: outer face on the bed, as drawn; PLA, 0.2 mm, 15 % infill, no support. The dividing line is a
// groove in that face.
include <parameters.scad>
use <shapes.scad>

depth = 25;               // over the plate: the servo stands out 21, its wire's bend needs the rest
x0 = -24.5; x1 = 31;       // as seen from behind, from the shaft
top = pivot_z + 15.2;
waist = pivot_z - 15;     // below it only the wire's duct
duct = 11;                // half its width
bottom = 49.2;

module cover_outline() rounded(4, 4) union() {
  translate([x0, waist]) square([x1 - x0, top - waist]);
  translate([-duct - 12, bottom]) square([2*duct + 24, 14]);
  translate([-duct - wall, bottom]) square([2*duct + 2*wall, waist - bottom + 5]);
}
module cover_room() difference() {
  offset(r = -wall) cover_outline();
  // Posts, out to the walls beside them: no slit that a nozzle cannot follow.
  for (p = cover_screws) hull() {
    translate(p) circle(d = m3_boss + 0.6);
    for (e = [-4, 4]) if (p[1] < waist || e > 0) translate([p[0] + sign(p[0])*4, p[1] + e])
      circle(d = m3_boss + 0.6);
  }
}
// Lies face down: x is turned so that the plate's view and this one are mirror images.
module servo_cover() mirror([1, 0, 0]) difference() {
  slab(depth, top = 0, bottom = edge) cover_outline();
  translate([0, 0, wall + 0.4]) linear_extrude(depth, convexity = 8) cover_room();
  // Screws from outside: heads sunk, so that M3 x 10 reaches the plate.
  for (p = cover_screws) translate([p[0], p[1], -1]) {
    cylinder(d = m3_free, h = depth + 2);
    cylinder(d = m3_head, h = depth - 6 + 1);
  }
  translate([-line[0]/2, waist + 2, -1]) cube([line[0], top - waist - 6, 1 + line[1]]);
}

servo_cover();
