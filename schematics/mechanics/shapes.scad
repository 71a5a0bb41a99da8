// Shapes that several parts use. Nothing here is printed by itself.
include <parameters.scad>

overlap = 0.001;          // steps run into each other: sums of fractions leave gaps otherwise

// The first 2D child as a plate of thickness `h`, its edges rounded by `top` and `bottom` in `n` steps;
// the second child's shapes are cut out square. Cuts belong here rather than in a 3D difference: that
// takes OpenSCAD minutes.
module slab(h, top = edge, bottom = edge, n = 4) {
  for (i = [0:n - 1]) {
    if (bottom > 0) translate([0, 0, bottom*i/n]) linear_extrude(bottom/n + overlap, convexity = 8) difference() {
      offset(r = -round_in(bottom, (i + 0.5)/n)) children(0);
      if ($children > 1) children(1);
    }
    if (top > 0) translate([0, 0, h - top*(i + 1)/n - overlap]) linear_extrude(top/n + overlap, convexity = 8) difference() {
      offset(r = -round_in(top, (i + 0.5)/n)) children(0);
      if ($children > 1) children(1);
    }
  }
  translate([0, 0, bottom]) linear_extrude(h - top - bottom, convexity = 8) difference() {
    children(0);
    if ($children > 1) children(1);
  }
}
// How far a quarter circle of radius r is inside its corner, at the part t of its height.
function round_in(r, t) = r - sqrt(pow(r, 2) - pow(r*(1 - t), 2));

// Corners of a 2D shape rounded: outer ones by `r`, inner ones by `q`.
module rounded(r, q = 0) offset(r = r) offset(r = -r - q) offset(r = q) children();

module box2(x, y, r) rounded(r) square([x, y], center = true);
module oval(x, y) hull() for (s = [-1, 1]) translate([s*(x - y)/2, 0]) circle(d = y);

// A countersunk M3 from z = 0 downwards, through `depth`.
module countersunk(depth) {
  translate([0, 0, -depth]) cylinder(d = m3_free, h = depth + 0.1);
  translate([0, 0, -1.8]) cylinder(d1 = m3_free, d2 = 6.6, h = 1.8);
  cylinder(d = 6.6, h = 1);
}

// A part that lies on the bed in (x, z) of the unit, its upper side to the viewer in front.
module upright() rotate([90, 0, 0]) children();
