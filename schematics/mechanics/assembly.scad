// The unit put together from its parts, for pictures and for the check that nothing meets.
//   tilt     degrees of the tray, positive to the right
//   explode  0 to 1: parts pulled apart along the way they are put in
//   step     what is in place so far, 1 to 9 (see `shown`); 99: all
//   only     "tray" or "base": the moving parts, or all that stands still; "": both
//   bought   servo, Pi, boards and cards, as plain bodies
tilt = 0;
explode = 0;
step = 99;
only = "";
bought = true;
cards = true;

include <parameters.scad>
use <shapes.scad>
use <tray.scad>
use <cradle.scad>
use <roof_half.scad>
use <ridge_cap.scad>
use <side_front_long.scad>
use <side_front_short.scad>
use <side_back_long.scad>
use <side_back_short.scad>
use <pivot_bush.scad>
use <servo_cover.scad>
use <sled.scad>
use <console_body.scad>
use <console_panel.scad>
use <arrow_box.scad>
use <timer_cap.scad>
use <timer_holder.scad>

// Order of putting together: 1 roof halves, 2 plates, 3 ridge cap, 4 tray on its cradle with the
// pivot, 5 servo, 6 servo cover, 7 console, 8 panel, 9 sled.
module shown(from, moving = false)
  if (step >= from && (only == "" || (only == "tray") == moving)) children();
module away(v) translate(explode*v) children();
module turned(on) rotate([0, 0, on ? 180 : 0]) children();

// Plates: drawn as their viewer sees them.
module in_front() translate([0, -inner_y/2, 0]) rotate([90, 0, 0]) children();
module behind() turned(true) in_front() children();

module swing() translate([0, 0, pivot_z]) rotate([0, tilt, 0]) children();
module on_console() translate([0, -outer_y/2 - console[1], console[2]]) rotate([panel_angle, 0, 0])
  children();

module servo_body() translate([0, 0, -servo_ear_top]) color("RoyalBlue") {
  translate([servo[0]/2 - servo_shaft, 0, 0]) {
    translate([-servo[0]/2, -servo[1]/2, 0]) cube(servo);
    translate([-servo_ear[0]/2, -servo[1]/2, servo_ear_top - servo_ear[1]])
      cube([servo_ear[0], servo[1], servo_ear[1]]);
  }
  cylinder(d = 11.8, h = servo[2] + servo_tower);
  cylinder(d = 4.8, h = servo[2] + servo_tower + servo_spline);
  color("Black") translate([-servo_shaft - 3, -1.8, 4]) cube([4, 3.6, 1.4]);
}
module horn() color("White") {
  translate([0, 0, horn_height - horn_arm]) linear_extrude(horn_arm, convexity = 8) for (s = [-1, 1]) hull() {
    circle(d = horn_hub - 0.6);
    translate([s*horn_reach, 0]) circle(d = horn_tip);
  }
  difference() {
    cylinder(d = horn_hub, h = horn_height);
    translate([0, 0, -1]) cylinder(d = 4.9, h = servo_spline + 0.8);
  }
}
module pi_and_board() {
  far = inner_y/2 - 1.5;
  translate([pi_board[0]/2 - zero_board[0], far - pi_board[1], sled_floor_z + sled_floor + pi_standoff]) {
    color("DarkGreen") cube([zero_board[0], zero_board[1], 1.4]);
    color("Silver") translate([24, 27, 1.4]) cube([8, 5, 2.6]);
    color("Silver") translate([12, 27, 1.4]) cube([8, 5, 2.6]);
    color("Black") translate([7, 1, 1.4]) cube([51, 5, 11]);
    color("SeaGreen") translate([0, 0, 12.4]) cube([addon_board[0], addon_board[1], 1.6]);
    color("DimGray") translate([46, 30, 14]) cylinder(d = 10, h = 17);
  }
}

shown(1) color("Khaki") for (left = [false, true]) turned(left) away([60, 0, 0])
  translate([0, inner_y/2, 0]) rotate([90, 0, 0]) roof_half();
shown(2) color("SteelBlue") {
  away([0, -70, 0]) in_front() { side_front_long(); translate([explode*40, 0, 0]) side_front_short(); }
  away([0, 70, 0]) behind() { side_back_long(); translate([explode*40, 0, 0]) side_back_short(); }
}
shown(3) away([0, 0, 45]) color("Tan") translate([0, 0, ridge_z - ridge_flat]) ridge_cap();
shown(4, true) away([0, 0, 110]) swing() {
  color("Orange") translate([0, 0, pivot_drop]) away([0, 0, 25]) tray();
  color("DarkOrange") translate([0, 0, pivot_drop]) rotate([180, 0, 0]) cradle();
  if (bought) away([0, 30, 0]) translate([0, inner_y/2 - gap + 0.4, 0]) rotate([90, 0, 0]) horn();
  if (cards) color("White") translate([-card[1]/2, -card[0]/2, pivot_drop + wall + 0.01 + explode*45])
    cube([card[1], card[0], cards_max*card[2]]);
}
shown(4) away([0, -130, 0]) color("Gold") translate([0, -outer_y/2 - bush[2], pivot_z])
  rotate([-90, 0, 0]) pivot_bush();
if (bought) shown(5) away([0, 110, 0]) translate([0, inner_y/2 + seat, pivot_z]) rotate([90, 0, 0])
  mirror([1, 0, 0]) servo_body();
shown(6) away([0, 160, 0]) color("CadetBlue") translate([0, outer_y/2 + 25, 0]) rotate([90, 0, 0])
  servo_cover();
shown(7) away([0, -140, 0]) translate([0, -outer_y/2, 0]) color("SlateGray") console_body();
shown(8) away([0, -160, 60]) on_console() {
  color("DimGray") console_panel();
  color("LimeGreen") translate([0, 23, -1.6 + explode*20]) timer_cap();
  away([0, 0, -30]) {
    color("Gainsboro") for (s = [-1, 1]) translate([s*arrow_uv[0], arrow_uv[1], -14]) turned(s < 0) arrow_box();
    color("Silver") translate([0, 23, -timer_holder_height()]) timer_holder();
  }
  if (bought) for (i = [0:2]) color(["Red", "Orange", "Lime"][i]) translate([0, 81 - i*lamp_pitch, 0]) {
    cylinder(d = 10, h = 6);
    translate([0, 0, 6]) sphere(d = 10);
  }
}
shown(9) away([0, 120, 0]) {
  color("LightSteelBlue") translate([0, 0, sled_floor_z]) sled();
  if (bought) pi_and_board();
}
