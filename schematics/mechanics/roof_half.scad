// Roof half: one slide with its foot, the same for both sides.
// Print: as drawn, on its side, the slide standing upright: every layer is the whole slide, so the
// lines run along it; PLA, 0.2 mm, 3 walls, 15 % infill, no support. Choose a seam position away
// from the slide's upper face ("rear").
include <parameters.scad>
use <shapes.scad>

skin_dz = roof_skin/cos(roof_angle);
flat_x = ridge_flat/tan(roof_angle);      // the ridge's flat ends here
pad = [92, 108];                          // rests on the table, holds the rubber feet
cap_screws = [[6, -12], [6, 12]];         // x, y of the ridge cap's screws

// Front view of the half, x to the right from the unit's middle, y up.
module roof_profile() {
  difference() {
    union() {
      // Rounded at the foot's end only: elsewhere the skin meets the plates square.
      rounded(0.7) slide_band();
      intersection() {
        polygon([[0, ridge_z - ridge_flat - 15], [14, ridge_z - ridge_flat - 15],
                 [22, slide_z(22) - 1], [flat_x, ridge_z - ridge_flat], [0, ridge_z - ridge_flat]]);
        under_slide();
      }
      for (i = [1, 2]) hull() {
        translate(columns[i]) circle(d = m3_boss);
        for (e = [-7, 7]) translate([columns[i][0] + e, slide_z(columns[i][0] + e) - 2.2]) circle(d = 2);
      }
      intersection() {
        translate([pad[0], 0]) square([pad[1] - pad[0], 40]);
        under_slide();
      }
    }
    for (i = [1:3]) translate(columns[i]) circle(d = m3_hole);
  }
}
module slide_band() polygon(concat(
  [for (x = slide_steps()) [x, slide_z(x)]],
  [for (i = [len(slide_steps()) - 1:-1:0]) let (x = slide_steps()[i]) [x, max(0, slide_z(x) - skin_dz)]],
  [[0, ridge_z - ridge_flat - skin_dz], [0, ridge_z - ridge_flat]]));
module under_slide() polygon(concat([for (x = slide_steps()) [x, slide_z(x) - 0.5]],
  [[roof_x, 0], [0, 0], [0, ridge_z - ridge_flat]]));
function slide_steps() = concat([flat_x],
  [for (i = [0:16]) roof_x - foot_dx*(1 - i/16)]);

module roof_half() difference() {
  linear_extrude(inner_y, convexity = 8) roof_profile();
  // The upper column is threaded from both ends only: the cap's screws stand between.
  for (z = [0, inner_y]) translate([columns[0][0], columns[0][1], z])
    cylinder(d = m3_hole, h = 2*(screw_depth + 3), center = true);
  for (p = cap_screws) translate([p[0], ridge_z - ridge_flat + 0.1, inner_y/2 + p[1]])
    rotate([90, 0, 0]) cylinder(d = m3_hole, h = 12);
  for (s = [-1, 1]) translate([(pad[0] + pad[1])/2, -0.1, inner_y/2 + s*22])
    rotate([-90, 0, 0]) cylinder(d = rubber_foot[0], h = rubber_foot[1] + 0.1);
}

roof_half();
