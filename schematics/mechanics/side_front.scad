// The front plate's openings; nothing here is printed by itself.
include <parameters.scad>
use <shapes.scad>
use <side.scad>

arch_x = 74;              // paddle cables go under the plate here

module side_front(long) side_piece(long, "L", "R") {
  for (s = [-1, 1]) translate([s*arch_x, 0]) rounded(2) square([8, 16], center = true);
  union() {
    translate([0, pivot_z]) circle(d = bush[0]);
    if (long) {
      translate([0, wire_hole[2]]) box2(wire_hole[0], wire_hole[1], 4);
      for (x = sled_tongues) translate([x, sled_floor_z + sled_floor/2])
        box2(sled_tongue + 1, sled_floor + 2*fit, 0.5);
    }
  }
  square(0);
}
