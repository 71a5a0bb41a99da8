// Console: the box in front under the panel with lamps, arrows and timer button. Two of the screws
// that hold the front plate to the roof go through its back wall, so with the panel off it is put on
// and taken off from the front.
// Print: as drawn, open below and above; PLA, 0.2 mm, 15 % infill, no support.
include <parameters.scad>
use <shapes.scad>

half = console[0]/2;
depth = console[1];
post = 9;
foot_post = rubber_foot[0] + 2*wall_min + 0.6;
panel_screws = [[half - 5, 8], [half - 5, panel_length - 8]];   // |u|, v on the panel

// Frame: x as in the unit, y = 0 at the front plate's outer face, the front wall at y = -depth.
module console_body() difference() {
  union() {
    linear_extrude(90, convexity = 8) difference() {
      footprint();
      offset(r = -console_wall) footprint();
    }
    linear_extrude(90, convexity = 8) intersection() {
      footprint();
      for (s = [-1, 1]) {
        translate([s*(half - foot_post/2), -depth + foot_post/2]) box2(foot_post + 1, foot_post + 1, 3);
        translate([s*panel_screws[1][0], -depth + panel_screws[1][1]*cos(panel_angle) + 2])
          box2(post + 6, post + 1, 2);
      }
    }
  }
  // The panel's underside.
  translate([0, -depth, console[2]]) rotate([panel_angle, 0, 0]) translate([-200, -50, 0])
    cube([400, 300, 100]);
  for (s = [-1, 1]) for (p = panel_screws) on_panel() translate([s*p[0], p[1], -9])
    cylinder(d = m3_hole, h = 20);
  for (s = [-1, 1]) translate([s*(half - foot_post/2), -depth + foot_post/2, -0.1])
    cylinder(d = rubber_foot[0], h = rubber_foot[1] + 0.1);
  // Back wall: screws into the roof's second columns, and the wires.
  translate([0, 1, 0]) rotate([90, 0, 0]) linear_extrude(console_wall + 2, convexity = 8) {
    for (s = [-1, 1]) translate([s*columns[1][0], columns[1][1]]) circle(d = m3_free);
    translate([0, wire_hole[2]]) box2(wire_hole[0], wire_hole[1], 4);
  }
  // Sound of a buzzer taped behind.
  for (y = [-44, -38, -32]) translate([half - 6, y, 15]) rotate([0, 90, 0]) linear_extrude(12, convexity = 8)
    oval(16, 2.4);
}
module footprint() difference() {
  translate([0, -depth/2]) box2(console[0], depth, 6);
}
module on_panel() translate([0, -depth, console[2]]) rotate([panel_angle, 0, 0]) children();

console_body();
