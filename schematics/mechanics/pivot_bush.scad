// Pivot bush: goes into the front plate from outside; the pivot screw turns in it. A part of its own,
// so that a worn or tight one is quickly changed, and the tray comes out without opening the unit.
// Print: flange on the bed; PETG or PLA, 0.12 mm, solid, no support.
include <parameters.scad>
use <shapes.scad>

bush_play = 0.4;          // between its end and the tray, with the screw let in until it just turns

module pivot_bush() difference() {
  union() {
    slab(bush[2], top = 0, bottom = 1, n = 3) circle(d = bush[1]);
    cylinder(d = bush[0] - 0.1, h = bush[2] + plate + gap - bush_play);
  }
  translate([0, 0, -1]) cylinder(d = m3_free - 0.1, h = 30);
}

pivot_bush();
