// What carries a paddle's switch: one end has slots for a lever switch, the other end a seat for a
// slotted opto. Screwed in one way round or the other (two M3 x 8 from below), it brings that end
// under the cap's feeler. Printed as it stands, without supports.
include <shapes.scad>

mount_plate = 3;
mount_top = paddle_mount_z + mount_plate;

module paddle_mount() difference() {
  sw = paddle_switch_at;
  op = paddle_opto_at;
  back = sw[1] + paddle_switch[2]/2;                 // the switch's face on the plate
  union() {
    translate([0, 0, paddle_mount_z]) linear_extrude(mount_plate) rounded(2.5) union() {
      translate([op[0] - 6.4, op[1] - 13.5]) square([12.8, 27]);
      translate([op[0], -8]) square([sw[0] - op[0] + 11, 18]);
      translate([-6, -paddle_mount_screws - 6]) square([12, 2*paddle_mount_screws + 12]);
      translate([sw[0] - 11, back - 1]) square([22, 8]);
    }
    for (s = [-1, 1]) {
      translate([0, s*paddle_mount_screws, paddle_mount_z]) cylinder(d = m3_boss, h = 8);
      translate([op[0], op[1] + s*paddle_opto_pitch/2, paddle_mount_z])
        cylinder(d = 6.6, h = paddle_opto_z - paddle_mount_z);
      // braces of the upright plate
      translate([sw[0] + s*9.7 - 0.8, back + 2.5, mount_top - 0.1]) rotate([90, 0, 90])
        linear_extrude(1.6) polygon([[0, 0], [6, 0], [0, 8]]);
    }
    translate([sw[0] - 10.5, back, paddle_mount_z]) cube([21, 3, paddle_switch_z + 4.2 - paddle_mount_z]);
  }
  for (s = [-1, 1]) {
    translate([0, s*paddle_mount_screws, paddle_mount_z - 0.1]) cylinder(d = m3_hole, h = 6.6);
    translate([op[0], op[1] + s*paddle_opto_pitch/2, 0]) cylinder(d = m3_hole, h = 20);
    // slots: the switch goes up or down until it clicks at half the stroke
    translate([sw[0] + s*paddle_switch_pitch/2, back + 1.5, paddle_switch_z]) hull() for (k = [-1, 1])
      translate([0, 0, k*paddle_switch_adjust]) rotate([90, 0, 0]) cylinder(d = m2_free, h = 6, center = true);
  }
  // the opto's legs and wires
  translate([op[0], op[1], 0]) linear_extrude(20) box2(8.4, 11.4, 1.5);
  // room under the switch for its tags
  translate([sw[0] - 11.1, back - paddle_switch[2] - 2, paddle_mount_z - 1]) cube([22.2, paddle_switch[2] + 2, 20]);
}

translate([0, 0, -paddle_mount_z]) paddle_mount();
