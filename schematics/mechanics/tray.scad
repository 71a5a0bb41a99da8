// Tray: the cards lie on it, faces down, and slide off the end that goes down.
// Print: floor on the bed, as drawn; PLA, 0.2 mm layers, 20 % infill, no support. The bed gives the
// floor's underside; the upper side's lines run along the slide when the slicer's top pattern is set
// to straight lines at 90 degrees (along x). PTFE tape on the floor makes it slide either way.
include <parameters.scad>
use <shapes.scad>

tray_length = 2*tray_half;

module tray() difference() {
  union() {
    slab(wall, top = 0.9, bottom = 0.9) box2(tray_length, tray_outer_y, 3);
    for (s = [-1, 1]) translate([0, s*(tray_inner[1] + wall)/2 + wall/2, 0]) upright()
      slab(wall, top = 0.95, bottom = 0.95) tray_rail();
    // Rounded over, so that a card's edge rides up instead of meeting a step.
    for (s = [-1, 1]) intersection() {
      translate([s*(tray_half - 1.4), 0, wall - 0.01]) scale([1, 1, bead/0.8]) rotate([90, 0, 0])
        cylinder(r = 0.8, h = tray_inner[1] + 1, center = true);
      translate([0, 0, wall/2 + 5]) cube([tray_length, tray_inner[1] + 1, 10], center = true);
    }
  }
  for (p = cradle_screws) translate([p[0], p[1], wall]) countersunk(wall + 1);
  // Lightened: 30 % less to swing. Slots lie along the slide: no edge across a card's way.
  for (sx = [-1, 1]) for (y = [-20, -10, 0, 10, 20])
    translate([sx*26, y, -1]) linear_extrude(wall + 2, convexity = 8) oval(24, 6);
}
module tray_rail() rounded(3) difference() {
  translate([-tray_half, 0]) square([tray_length, wall + rail]);
}

tray();
