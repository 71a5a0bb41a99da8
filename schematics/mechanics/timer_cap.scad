// Timer cap: the oval button. Its flange keeps it behind the panel, its stem presses the push button.
// Print: flange on the bed, as drawn; green or yellow PLA, 0.16 mm, 20 % infill, no support.
include <parameters.scad>
use <shapes.scad>

flange = 1.6;
above = 5;                // stands out of the panel
stem = [8, 0.9];          // diameter; its end's recess, which keeps a round button's cap in the middle

module timer_cap() difference() {
  union() {
    linear_extrude(flange, convexity = 8) oval(timer_cap[0] + 5, timer_cap[1] + 5);
    slab(flange + panel + above, top = 2.4, bottom = 0, n = 6) oval(timer_cap[0], timer_cap[1]);
  }
  // Hollow but for the middle, where the push button is.
  translate([0, 0, -0.1]) linear_extrude(5, convexity = 8) difference() {
    offset(r = -2.4) oval(timer_cap[0], timer_cap[1]);
    offset(r = 1) oval(26, 10);
  }
}

timer_cap();
