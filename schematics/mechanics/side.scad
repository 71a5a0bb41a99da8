// What the four pieces of the two side plates share; nothing here is printed by itself. A plate is
// drawn as its own viewer sees it: x to the right, y up, outer face up (z = plate). So for the back
// plate x runs the other way than in the unit.
// Print all four: inner face on the bed (it guides the cards: smooth), PLA, 0.2 mm, 4 walls, 20 %
// infill, no support.
include <parameters.scad>
use <shapes.scad>

end_x = roof_x - 1;
top_z = pivot_z + tower[1];
joint_z = 25;             // height of the joint's key
key = [7, 9, 13];         // its length, width at the root, width at the head

module side_outline() rounded(3, 10) polygon(concat(
  [[-end_x, 0], [end_x, 0]],
  [[end_x, 9], [62, slide_z(62) + guard + 2], [tower[0] + 8, pivot_z - 8], [tower[0], top_z]],
  [[-tower[0], top_z], [-tower[0] - 8, pivot_z - 8], [-62, slide_z(62) + guard + 2], [-end_x, 9]]));

// Right of the joint: the key points to the left, into the long piece.
module short_side(grow = 0) offset(delta = grow) {
  translate([plate_joint, -10]) square([200, 200]);
  translate([plate_joint, joint_z]) polygon([[1, -key[1]/2], [-key[0], -key[2]/2], [-key[0], key[2]/2],
                                             [1, key[1]/2]]);
}
// `long`: which piece; marks: L or R for the ends as this viewer sees them. Children: 2D openings with
// rounded edges; 2D openings with square edges; what stands out, 2D; how far (all on this plate).
module side_piece(long, left_mark, right_mark, raised = line[1]) {
  slab(plate, top = edge, bottom = 1, n = 3, $fn = 24) {
    piece(long) difference() {
      side_outline();
      children(0);
    }
    side_cuts() children(1);
  }
  translate([0, 0, plate]) linear_extrude(line[1], convexity = 8) piece(long) {
    for (m = [[-84, left_mark], [84, right_mark]]) translate([m[0], 30])
      text(m[1], size = 11, font = "DejaVu Sans:style=Bold", halign = "center", valign = "center", $fn = 16);
    translate([-line[0]/2, 72]) square([line[0], pivot_z - 10 - 72]);
  }
  translate([0, 0, plate]) linear_extrude(raised, convexity = 8) difference() {
    piece(long) children(2);
    children(1);
  }
}
module side_cuts() {
  for (s = [-1, 1]) for (c = columns) translate([s*c[0], c[1]]) circle(d = m3_free);
  children();
}
module piece(long) if (long) difference() { union() children(); short_side(); }
  else intersection() { union() children(); short_side(-fit/2); }
