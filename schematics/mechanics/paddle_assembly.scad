// A paddle put together, for pictures and for the checks: base, cap, mount, and plain bodies for what
// is bought. press: 0 at rest, 1 on the stop. apart: mm between the parts of an exploded view.
// with = "switch" or "opto". cut = true takes the near half away.
use <paddle_base.scad>
use <paddle_cap.scad>
use <paddle_mount.scad>
include <shapes.scad>

press = 0;
apart = 0;
with = "switch";
cut = false;
show = "all";             // all, or the name of one body as the checks ask for it
side = "left";

base_colour = "SteelBlue";
cap_colour = side == "left" ? "Tomato" : "MediumSeaGreen";
mount_colour = "Goldenrod";
steel = "Silver";
turn = with == "switch" ? 0 : 180;

module m3(length) color(steel) {
  translate([0, 0, 0]) cylinder(d = 5.6, h = 2.4);
  translate([0, 0, -length]) cylinder(d = 2.95, h = length + 0.1);
}

// The case alone: lever and tags are not checked against the mount, the lever moves.
module switch_case() translate([-paddle_switch[0]/2, -paddle_switch[2]/2, paddle_switch_z - paddle_switch_hole])
  cube([paddle_switch[0], paddle_switch[2], paddle_switch[1]]);

module switch_body() color("#333") difference() {
  switch_case();
  for (s = [-1, 1]) translate([s*paddle_switch_pitch/2, 0, paddle_switch_z]) rotate([90, 0, 0]) cylinder(d = 2.4, h = 20, center = true);
}

module switch_lever() {
  fall = paddle_stroke/paddle_edge_r*(paddle_mount_x + paddle_switch_at[0] + paddle_switch_reach - paddle_hinge[0])*press;
  top = paddle_switch_z + paddle_switch_rest - fall;
  foot = paddle_switch_z + paddle_switch[1] - paddle_switch_hole;
  color(steel) hull() {
    translate([-paddle_switch[0]/2 + 3, -1.8, foot]) cube([0.4, 3.6, 0.3]);
    translate([paddle_switch_reach + 1.5, -1.8, top - 0.3]) cube([0.4, 3.6, 0.3]);
  }
  color("Goldenrod") for (x = [-8, 0, 8]) translate([x - 0.3, -1.6, paddle_switch_z - paddle_switch_hole - 5.5]) cube([0.6, 3.2, 5.6]);
}

module opto_body() color("#333") difference() {
  translate([-paddle_opto[1]/2, -paddle_opto[0]/2, paddle_opto_z]) union() {
    cube([paddle_opto[1], paddle_opto[0], 3]);
    translate([0, paddle_opto[0]/2 - 5.95, 0]) cube([paddle_opto[1], 11.9, paddle_opto[2]]);
  }
  translate([-5, -paddle_opto_slot[0]/2, paddle_opto_z + paddle_opto[2] - paddle_opto_slot[1]])
    cube([10, paddle_opto_slot[0], 20]);
  for (s = [-1, 1]) translate([0, s*paddle_opto_pitch/2, 0]) cylinder(d = 3.2, h = 40);
}

module spring(length) color(steel) {
  n = paddle_spring[3];
  r = paddle_spring_mean/2;
  steps = n*20;
  for (i = [0:steps - 1]) hull() for (k = [i, i + 1])
    translate([r*cos(k*18), r*sin(k*18), paddle_spring[1]/2 + (length - paddle_spring[1])*k/steps]) sphere(d = paddle_spring[1], $fn = 6);
}

module pressed() translate([paddle_hinge[0], 0, paddle_hinge[1]]) rotate([0, paddle_turn*press, 0])
  translate([-paddle_hinge[0], 0, -paddle_hinge[1]]) children();

module body(name) {
  if (name == "base") color(base_colour) paddle_base();
  if (name == "cap") pressed() color(cap_colour) paddle_cap(side == "left" ? 1 : 2);
  if (name == "mount") on_mount() color(mount_colour) paddle_mount();
  if (name == "switch") on_mount() translate([paddle_switch_at[0], paddle_switch_at[1], 0]) switch_case();
  if (name == "opto") on_mount() translate([paddle_opto_at[0], paddle_opto_at[1], 0]) opto_body();
  if (name == "stop_screw") pressed() translate([paddle_spring_x, 0, paddle_seat - paddle_shelf_z()]) rotate([180, 0, 0]) m3(16);
}
function paddle_shelf_z() = 3;

module on_mount() translate([paddle_mount_x, 0, 0]) rotate([0, 0, turn]) children();

module paddle_unit() {
  color(base_colour) paddle_base();
  translate([0, 0, 1.2*apart]) on_mount() {
    color(mount_colour) paddle_mount();
    if (with == "switch") translate([paddle_switch_at[0], paddle_switch_at[1] - apart*0.9, 0]) { switch_body(); switch_lever(); }
    if (with == "opto") translate([paddle_opto_at[0], paddle_opto_at[1], apart*0.5]) opto_body();
    if (with == "switch") for (s = [-1, 1])
      translate([paddle_switch_at[0] + s*paddle_switch_pitch/2, paddle_switch_at[1] - paddle_switch[2]/2 - apart*1.5, paddle_switch_z])
        rotate([90, 0, 0]) color(steel) { cylinder(d = 3.8, h = 1.6); translate([0, 0, -12]) cylinder(d = 1.95, h = 12); }
  }
  translate([paddle_spring_x, 0, paddle_seat + 0.9*apart]) spring(apart > 0 ? paddle_spring[2] : paddle_spring_length - paddle_stroke*press*paddle_spring_r/paddle_edge_r);
  translate([0, 0, 2.4*apart]) pressed() color(cap_colour) paddle_cap(side == "left" ? 1 : 2);
  for (s = [-1, 1]) {
    translate([paddle_hinge[0], s*(paddle[1]/2 - 2.6 + 1.1*apart), paddle_hinge[1]]) rotate([-s*90, 0, 0]) m3(12);
    translate([paddle_mount_x, s*paddle_mount_screws, 3 - apart]) rotate([180, 0, 0]) m3(8);
    for (x = [15, paddle[0] - 15]) color("#444") translate([x, s*(paddle[1]/2 - 12), 1.2 - 0.6*apart]) translate([0, 0, -3]) cylinder(d = 12, h = 3);
  }
  translate([0, 0, -apart]) pressed() translate([paddle_spring_x, 0, paddle_seat - 3]) rotate([180, 0, 0]) m3(16);
}

if (show != "all") body(show);
else if (cut) difference() { paddle_unit(); translate([-50, -100, -50]) cube([300, 100, 200]); }
else paddle_unit();
