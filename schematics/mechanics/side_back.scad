// The back plate's openings and the servo's seat; nothing here is printed by itself.
// The servo goes in from outside, shaft first, its ears on the seat, two of its own screws; with
// these out it comes out again, the tray stays. Its case lies to the right of the shaft here, its
// wire leaves to the left, on the shaft's side, and goes down under the cover.
include <parameters.scad>
use <shapes.scad>
use <side.scad>

seat_x = servo[0]/2 - servo_shaft;        // middle of the case, from the shaft
cable_hole = [16, 9, 54];                 // the servo's plug passes: width, height, z
rocker_x = -64;
barrel_x = 70;
plugs_z = 14;

module side_back(long) side_piece(long, "R", "L", raised = seat - plate) {
  if (long) translate([-window[0]/2, window[1]])
    rounded(1.5) square([window[0], window[2] - window[1]]);
  union() {
    translate([seat_x, pivot_z]) box2(servo[0] + 2*servo_fit, servo[1] + 2*servo_fit, 0.5);
    for (s = [-1, 1]) translate([seat_x + s*servo_ear_pitch/2, pivot_z]) circle(d = m2_thread);
    for (p = cover_screws) translate(p) circle(d = m3_thread);
    for (p = door_screws) translate(p) circle(d = m3_thread);
    translate([0, cable_hole[2]]) box2(cable_hole[0], cable_hole[1], 3);
    translate([rocker_x, plugs_z]) box2(rocker[0], rocker[1], 0.5);
    translate([barrel_x, plugs_z]) circle(d = barrel);
  }
  if (long) translate([seat_x, pivot_z]) box2(servo_ear[0] + 4, servo[1] + 4, 2);
}
