// Panel: traffic light with red at the top, an arrow to each side, the timer button's opening. Which
// lamp it is can be told by its place and felt by its dots (one red, two amber, three green).
// Print: as drawn, face up; black or dark PLA, 0.2 mm, 4 walls, no support.
include <parameters.scad>
use <shapes.scad>

half = console[0]/2;
short = 2.8;              // its back edge ends over the console's wall: heads on the front plate are free
lamps_v = [for (i = [0:2]) 81 - i*lamp_pitch];  // red, amber, green: from the front edge along the slope
timer_v = 23;
panel_screws = [[half - 5, 8], [half - 5, panel_length - 8]];
box_screws = [[-17.5, 12], [17.5, -12]];         // of an arrow's box, from its middle
holder_screw = 28;

module console_panel() {
  difference() {
    slab(panel, top = edge, bottom = 0, n = 3) {
      translate([0, (panel_length - short)/2]) box2(console[0], panel_length - short, 6);
      union() {
        for (v = lamps_v) translate([0, v]) circle(d = lamp);
        for (s = [-1, 1]) translate([s*arrow_uv[0], arrow_uv[1]]) scale([s, 1]) arrow();
        translate([0, timer_v]) oval(timer_cap[0] + 2*slide_fit, timer_cap[1] + 2*slide_fit);
      }
    }
    for (s = [-1, 1]) {
      for (p = panel_screws) translate([s*p[0], p[1], panel]) countersunk(panel + 1);
      for (p = box_screws) translate([s*(arrow_uv[0] + p[0]), arrow_uv[1] + s*p[1], panel])
        countersunk(panel + 1);
      translate([s*holder_screw, timer_v, panel]) countersunk(panel + 1);
    }
  }
  translate([0, 0, panel]) {
    linear_extrude(line[1] + 0.2, convexity = 8) {
      for (i = [0:2]) for (k = [0:i]) translate([9.5 + 3.6*k, lamps_v[i] - 4.5]) circle(d = 2.4, $fn = 24);
      for (m = [[-1, "L"], [1, "R"]]) translate([m[0]*46, 24])
        text(m[1], size = 13, font = "DejaVu Sans:style=Bold", halign = "center", valign = "center", $fn = 16);
    }
    // Hoods: shade from a lamp over the table, none towards the players.
    for (v = lamps_v) translate([0, v]) hood();
  }
}
module hood() rotate_extrude_part(30, 150) translate([lamp/2 + 1, 0]) union() {
  square([1.7, 4.2]);
  translate([0.85, 4.2]) circle(d = 1.7, $fn = 16);
}
module rotate_extrude_part(from, to) rotate([0, 0, from]) rotate_extrude(angle = to - from, convexity = 8) children();
// Points to the right; 36 x 22.
module arrow() rounded(1, 0.5) polygon([[18, 0], [2, 12], [2, 4.5], [-18, 4.5], [-18, -4.5], [2, -4.5], [2, -12]]);

console_panel();
