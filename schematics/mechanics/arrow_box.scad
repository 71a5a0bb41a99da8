// Arrow box: behind an arrow's cut-out; three 5 mm LEDs shine into it from behind. White inside, or a
// strip of white paper; tracing paper between box and panel spreads the light.
// Print: as drawn, LED holes on the bed; white PLA, 0.2 mm, 20 % infill, no support.
include <parameters.scad>
use <shapes.scad>

outer = [44, 33];
height = 14;              // the light spreads over it
leds = [-12.5, -2, 8];    // along the arrow, its head at +x
box_screws = [[-17.5, 12], [17.5, -12]];

// Open side to the panel's underside: the right arrow's as drawn, the left one's turned by 180 degrees.
module arrow_box() difference() {
  linear_extrude(height, convexity = 8) box2(outer[0], outer[1], 3);
  translate([0, 0, wall]) linear_extrude(height, convexity = 8) difference() {
    offset(r = -wall) box2(outer[0], outer[1], 3);
    for (p = box_screws) hull() {
      translate(p) circle(d = m3_boss);
      translate(p*1.3) circle(d = m3_boss);
    }
  }
  for (x = leds) translate([x, 0, -1]) cylinder(d = arrow_led, h = 10);
  for (p = box_screws) translate([p[0], p[1], height - screw_depth]) cylinder(d = m3_hole, h = 20);
}

arrow_box();
