// Sled: carries the Pi, with the add-on board on it, under the roof; slides in through the back plate
// and is held by two tongues in front and four screws behind. Pulled out, everything on the Pi is in
// reach: SD card, plugs, jumper. In place, the slot gives the long edge with the USB and HDMI sockets.
// Two rows of holes take either Pi on M2.5 standoffs of 6 mm: the row next to the tongues with the far
// row for a Pi 3, 4 or 5 and the add-on board; with the middle row for a Pi Zero.
// Print: floor on the bed, the door upright; PLA, 0.2 mm, 20 % infill, no support.
include <parameters.scad>
use <shapes.scad>

front_y = -inner_y/2;
board_y = inner_y/2 - 1.5;                // the boards' edge with the USB sockets
hole_x = [pi_board[0]/2 - 3.5, pi_board[0]/2 - 3.5 - pi_holes[0]];
hole_y = [board_y - 3.5 - pi_holes[1], board_y - 3.5 - pi_holes[1] + zero_holes[1], board_y - 3.5];
floor_x = window[0] - 2;
slot_bars = [-23.7, 24];   // between the plugs of any Pi; no bridge is longer than 46
door_height = door[1] - sled_floor_z;
slot = [88, 17, 7.5 - sled_floor_z];      // width, height, over the floor's underside

// Unit's frame, but z from the floor's underside.
module sled() {
  difference() {
    sled_floor_plate();
    // Countersunk from below: on its way in the floor passes 0.5 mm over the window's sill.
    for (x = hole_x) for (y = hole_y) translate([x, y, -0.01]) {
      cylinder(d = m25_free, h = 10);
      cylinder(d1 = m25_head[0], d2 = m25_free - 0.1, h = m25_head[1]);
    }
  }
  // Ribs: the floor hangs at its two ends.
  for (s = [-1, 1]) translate([s*(floor_x/2 - 0.8) - 0.8, front_y + 1, 0])
    cube([1.6, outer_y/2 - front_y, 7]);
  translate([0, outer_y/2, 0]) rotate([90, 0, 180]) door_plate();
}
module sled_floor_plate() linear_extrude(sled_floor, convexity = 8) difference() {
  union() {
    translate([-floor_x/2, front_y + 1]) square([floor_x, outer_y/2 - front_y]);
    for (x = sled_tongues) translate([x - sled_tongue/2, front_y - plate + 0.4]) square([sled_tongue, 10]);
  }
  // Air, and less to print.
  for (x = [-32, 0.5, 25]) for (y = [-10, 17]) translate([x, y]) box2(x == 0.5 ? 26 : 16, 14, 4);
}
module door_plate() difference() {
  slab(door[2], top = edge, bottom = 0, n = 3) {
    translate([0, door_height/2]) box2(door[0], door_height, 4);
    union() {
      translate([0, slot[2] + slot[1]/2]) difference() {
        box2(slot[0], slot[1], 3);
        for (x = slot_bars) translate([x, 0]) square([2, 40], center = true);
      }
      for (p = door_screws) translate([p[0], p[1] - sled_floor_z]) circle(d = m3_free);
    }
  }
}

sled();
