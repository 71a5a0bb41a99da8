// Timer holder: under the panel, holds the 12 mm push button under the cap. Its legs and wires go out
// through the floor's slots; a drop of hot glue keeps it.
// Print: as drawn, floor on the bed; PLA, 0.2 mm, 20 % infill, no support.
include <parameters.scad>
use <shapes.scad>

floor = 3.2;
seat_depth = 1.2;         // the push button's body is let in so far
play = 0.4;               // between push button and cap at rest
flange = 1.6;
room = [timer_cap[0] + 6.2, timer_cap[1] + 6.2];
height = floor - seat_depth + tact[1] + play + flange;
holder_screw = 28;

function timer_holder_height() = height;

module timer_holder() difference() {
  linear_extrude(height, convexity = 8) hull() {
    oval(room[0] + 2*wall_min, room[1] + 2*wall_min);
    for (s = [-1, 1]) translate([s*holder_screw, 0]) circle(d = m3_boss);
  }
  translate([0, 0, floor]) linear_extrude(height, convexity = 8) oval(room[0], room[1]);
  translate([0, 0, floor - seat_depth]) linear_extrude(10, convexity = 8) box2(tact[0], tact[0], 0.3);
  for (s = [-1, 1]) translate([s*6.5, 0, -1]) linear_extrude(20, convexity = 8) box2(3, 8, 0.8);
  for (s = [-1, 1]) translate([s*holder_screw, 0, -1]) cylinder(d = m3_hole, h = 30);
}

timer_holder();
