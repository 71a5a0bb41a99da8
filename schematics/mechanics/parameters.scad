// Every number that more than one printed part uses, with its unit and its reason. Lengths in mm,
// angles in degrees. A part's file starts with `include <parameters.scad>`, defines `module NAME()`
// in the part's own frame as it is printed, and renders it when opened by itself.
//
// Axes of the assembled unit, as the person at the timer button sees it: x to the right (the right
// player sits at +x), y away from the viewer (front plate at -y, servo and Pi's plugs at +y), z up,
// z = 0 the underside without its rubber feet. The tray's axis is parallel to y, at x = 0,
// z = pivot_z. A positive `tilt` throws to the right.
//
// No unit has been built from these numbers, and no part has been printed.

// --- what a maker changes ---------------------------------------------------------------------
// Cards: [across the throw, along the throw, thickness]. [63, 88, 0.3] for the larger ones.
card = [56, 87, 0.3];
cards_max = 10;           // a stack of 3 mm
use_inserts = false;      // true: holes for M3 heat-set inserts; false: M3 screws cut their thread
bed = 220;                // the printer's bed, square

// --- printing ---------------------------------------------------------------------------------
wall = 2.0;               // usual wall: five lines of 0.4 mm
wall_min = 1.2;           // three lines; nothing is thinner
edge = 1.2;               // radius on edges that a hand meets; never below 1
fit = 0.3;                // between two printed parts that go into each other
slide_fit = 0.4;          // between two printed parts that move in each other
layer = 0.2;
$fn = 48;

// --- cards and gaps ---------------------------------------------------------------------------
card_clearance = 1.5;     // on each side of the stack
bead = 0.5;               // at the tray's open ends: keeps a level stack, lets a tilted one go
rail = 8;                 // height of the tray's sides over its floor
gap = 3;                  // tray to side plate: below 5, a child's finger does not go in
gap_open = 12.5;          // what closes on a finger stays over 12: tray's end to roof at full tilt

// --- screws -----------------------------------------------------------------------------------
m3_free = 3.4;            // M3 through hole
m3_thread = 2.7;          // M3 cuts its own thread in PLA or PETG
m3_insert = 4.0;          // hole for an M3 heat-set insert, 5 to 6 mm long
m3_head = 6.4;            // a pan or cylinder head's recess (head 5.5 to 6)
m3_boss = 8.4;            // round a thread or an insert: wall 2.2
m25_free = 2.9;           // the Pi's holes
m25_head = [5.2, 1.7];    // a countersunk M2.5: diameter at the face, depth
m2_thread = 1.7;          // the servo's own screws (about 2 mm, pointed)
screw_depth = 11;         // M3 x 12 through a 4 mm plate takes 8
m3_hole = use_inserts ? m3_insert : m3_thread;

// --- servo, 9 g class (SG90, MG90S). Clones differ: measure yours ------------------------------
servo = [22.8, 12.3, 22.7];  // case: long side, short side, height without the shaft's tower
servo_fit = 0.3;          // round the case
servo_ear_pitch = 28;     // between the two screws of the ears
servo_ear = [32.5, 2.6];  // over both ears, thickness of one
servo_ear_top = 18.5;     // the ears' face on the shaft's side, over the case's bottom
servo_shaft = 5.9;        // shaft's axis to the near short side of the case
servo_tower = 4.2;        // round tower under the shaft, over the case
servo_spline = 3.2;       // the toothed shaft over the tower
// The two-armed horn out of the servo's bag.
horn_hub = 7.0;           // diameter round the teeth
horn_height = 4.0;        // hub and arm together
horn_arm = 1.6;           // thickness of the arm, at the side away from the servo
horn_tip = 4.4;           // width of an arm's end
horn_reach = 14.0;        // axis to the middle of that end
horn_hole = 11.0;         // axis to the hole that the retaining screw uses
horn_fit = 0.25;          // round the arm in its pocket

// --- launcher: these, and the derived ones below, are what launch_model.py reads ----------------
tilt_max = 50;            // the throw
tilt_check = 55;          // parts are checked free of each other up to here
roof_angle = 35;
roof_length = 150;        // along the slide, from the ridge to the end of the foot
foot_radius = 40;         // the slide runs out in this arc, so that no card's edge digs in
foot_angle = 4;           // slope left at its end
foot_lip = 1.6;           // height and thickness of its end
roof_skin = 3;
cradle_screws = [for (x = [-5, 5]) for (y = [-18, 18]) [x, y]]; // tray to cradle, from the axis
pivot_drop = 5.5;         // tray's axis under the tray's floor (its underside): half a horn and a wall

// --- detent: a pair of disc magnets, one in the tray's keel, one in the ridge cap ---------------
magnet = [6, 3];          // diameter, thickness; N35 or stronger
magnet_fit = 0.15;        // on the diameter: pressed in, with a drop of glue
detent_radius = 20;       // axis to the face of the tray's magnet
detent_gap = 3.0;         // face to face; the arithmetic stands in ridge_cap.scad
detent_torque = 14.9;     // mN m, greatest, at 9 degrees: computed for N35 (1.17 T)
detent_stiffness = 2.7;   // mN m per degree round level, computed likewise

// --- base -------------------------------------------------------------------------------------
ridge_flat = 8;           // the roof is cut off this far under its ridge; the cap stands there
guard = 14;               // side plates over the slide: keep cards on it
tower = [26, 14];         // half width and height over the axis of what carries the tray
plate = 4;                // side plates
plate_joint = 56;         // |x| where a side plate's long and short piece meet
rubber_foot = [12.6, 2.2]; // recess for a self-adhesive foot of 12 x 3: 0.8 stands out
line = [1.6, 0.6];        // dividing line and marks: width, raised by

// --- Pi and add-on board ------------------------------------------------------------------------
pi_holes = [58, 49];      // Pi 3, 4, 5 and the add-on board
zero_holes = [58, 23];    // Pi Zero: the same two holes next to the header
pi_board = [85, 56];
zero_board = [65, 30];
addon_board = [65, 56];
pi_standoff = 6;          // under the Pi: solder ends and the SD card's slot

// --- panel and plugs ----------------------------------------------------------------------------
lamp = 10.2;              // hole for a 10 mm LED
lamp_pitch = 16;
arrow_led = 5.2;          // hole for a 5 mm LED, three for each arrow
panel = 3;
panel_angle = 25;         // off level: players at both ends look down on it, and so does the front
rocker = [19.4, 13.2];    // cut-out of a 21 x 15 rocker (KCD1 class)
barrel = 12.2;            // hole for a 5.5 x 2.1 panel socket with M12 thread; 8.2 for the M8 kind
arrow_uv = [37, 57];      // middle of the right arrow on the panel: from its middle, up the slope
timer_cap = [40, 26];     // the oval button
tact = [12.4, 7.3];       // push button under it: square body with clearance, height to its top
console = [132, 84, 24];  // width, depth, height in front
console_wall = 2.4;
sled_floor = 2.4;
sled_floor_z = 4;
sled_tongues = [-30, 30]; // x of what holds the sled in the front plate
sled_tongue = 12;
door = [104, 47.5, 3];    // the sled's back wall: width, to z, thickness
door_screws = [[-49.6, 12], [49.6, 12], [-49.6, 36], [49.6, 36]]; // x as seen from behind, z
bush = [8, 12, 2];        // pivot's bush: hole for it in the front plate, flange's diameter and height
wire_hole = [30, 12, 52]; // console's wires: width, height, z of its middle
window = [94, 3.5, 45];   // opening for the sled in the back plate: width, from z, to z

// --- derived: do not edit -----------------------------------------------------------------------
tray_inner = [card[1] + 2*card_clearance, card[0] + 2*card_clearance];   // along x, along y
tray_outer_y = tray_inner[1] + 2*wall;
inner_y = tray_outer_y + 2*gap;           // between the side plates; the slide's width
outer_y = inner_y + 2*plate;
foot_arc = foot_radius*(roof_angle - foot_angle)*PI/180;                  // along the arc
foot_dx = foot_radius*(sin(roof_angle) - sin(foot_angle));
foot_dz = foot_radius*(cos(foot_angle) - cos(roof_angle));
roof_straight = roof_length - foot_arc;
roof_x = roof_straight*cos(roof_angle) + foot_dx;                         // half the slide's length
ridge_z = foot_lip + roof_straight*sin(roof_angle) + foot_dz;             // both slides' meeting line
// The tray's lower corner at full tilt is gap_open from the slide, square to it.
tray_half = tray_inner[0]/2 + 1.2;
corner_x = tray_half*cos(tilt_max) + pivot_drop*sin(tilt_max);
corner_z = -tray_half*sin(tilt_max) + pivot_drop*cos(tilt_max);
pivot_z = ridge_z - corner_x*tan(roof_angle) - corner_z + gap_open/cos(roof_angle);
tray_floor_z = pivot_z + pivot_drop;      // its underside
// Columns under the roof that the side plates are screwed to: [|x|, z] of each axis. The uppermost
// screws' heads clear the console, which stands against the front plate.
function slide_z(x) = x <= roof_x - foot_dx ? ridge_z - x*tan(roof_angle)
    : foot_lip + foot_radius*cos(foot_angle)
      - sqrt(pow(foot_radius, 2) - pow(roof_x + foot_radius*sin(foot_angle) - x, 2));
skin_dz = roof_skin/cos(roof_angle);
function under_skin(x) = [x, slide_z(x) - skin_dz - 3.4];
columns = [[8, ridge_z - ridge_flat - 5], under_skin(34), under_skin(82), [100, 6]];
// From the back plate's inner face to the face that the servo's ears lie on: the shaft's tower then
// ends 0.6 before the tray.
seat = servo[2] - servo_ear_top + servo_tower - (gap - 0.6);
cover_screws = [[-18, pivot_z + 9.5], [-17, 56], [17, 56]]; // servo cover; x as seen from behind, z
panel_length = console[1]/cos(panel_angle);
// What launch_model.py needs: from the tray's end the stack's middle runs this far on the slide.
slide_after_tray = roof_length - corner_x/cos(roof_angle);

// --- paddles: x from the hinge's end (wrist) to the front (fingers), z = 0 the underside ----------
paddle = [108, 72, 33];   // along the hand, across, height at rest
paddle_corner = 12;
paddle_wall = 2.4;
paddle_rim = 27;          // base's rim; the cap stands over it by more than its stroke
paddle_gap = 0.8;         // cap to rim, all round: no finger goes in, and nothing closes on one
paddle_top = 3;           // the cap's plate
paddle_hinge = [12, 20];  // the axis: x and z
paddle_stroke = 4;        // at the front edge, down to the hard stop
paddle_force = 3;         // N at the front edge before it moves; raise it if resting hands press
paddle_mark = [7, 1.2];   // hollows that a finger feels: diameter and depth; left has one, right two
// Return spring: outer diameter, wire, free length, active coils, and steel's shear modulus, N/mm2.
paddle_spring = [8, 0.6, 25, 8];
paddle_shear = 79300;
paddle_spring_x = 91;
// Lever switch of the 20 mm class (SS-5GL, SS-01GL). For a D2F with lever: [12.8, 6.5, 5.8], pitch
// 6.5, hole 1.6, work 7.6, reach 6.
paddle_switch = [19.8, 10.2, 6.4]; // case: long, high, thick. Source: Omron's SS sheet
paddle_switch_pitch = 9.5;         // between its two holes. Same source
paddle_switch_hole = 2.9;          // holes over the case's underside. Same source
paddle_switch_rest = 10.4;         // lever over the holes at rest; it works at 8.8 +-0.8, same source
paddle_switch_reach = 9;           // case's middle to where the lever is pressed
paddle_switch_adjust = 1.6;        // slots: up and down
m2_free = 2.4;
// Slotted opto with two flanges (TCST2103 class): 24.5 x 6.3 x 10.8, slot 3.1. Source: Vishay's
// sheet. Not verified: the holes' distance, and the beam's height over the seat.
paddle_opto = [24.5, 6.3, 10.8];
paddle_opto_slot = [3.1, 7.8];     // width, depth from the top
paddle_opto_pitch = 19;
paddle_opto_beam = 7.9;
paddle_beam_margin = 1.2;          // at rest the window's edge is this far over the beam
// The mount turns by half a turn: either the switch or the opto comes under the cap's feelers.
paddle_mount_x = 50;
paddle_mount_z = 5.4;              // its underside: on two bosses of the base
paddle_mount_screws = 14;          // +-y of its two screws
paddle_switch_at = [16, -12];      // case's middle, from the mount's
paddle_opto_at = [-24, -8];        // opto's middle, from the mount's
paddle_switch_z = 13.3;            // holes' height in the middle of their slots
paddle_opto_z = 11;                // opto's seat

// derived: the paddle's arithmetic
paddle_edge_r = paddle[0] - paddle_wall - paddle_gap - paddle_hinge[0];
paddle_under = paddle[2] - paddle_top;   // cap's plate, underside
paddle_spring_r = paddle_spring_x - paddle_hinge[0];
paddle_spring_mean = paddle_spring[0] - paddle_spring[1];
paddle_spring_wire2 = paddle_spring[1]*paddle_spring[1];
paddle_spring_mean3 = paddle_spring_mean*paddle_spring_mean*paddle_spring_mean;
paddle_spring_rate = paddle_shear*paddle_spring_wire2*paddle_spring_wire2/(8*paddle_spring_mean3*paddle_spring[3]); // N/mm
paddle_spring_load = paddle_force*paddle_edge_r/paddle_spring_r;         // N, at rest
paddle_spring_length = paddle_spring[2] - paddle_spring_load/paddle_spring_rate;
paddle_seat = paddle_under - paddle_spring_length;                       // spring's seat over z = 0
paddle_turn = asin(paddle_stroke/paddle_edge_r);                         // full stroke as an angle
