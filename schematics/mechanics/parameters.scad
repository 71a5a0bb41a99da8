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
m25_thread = 2.2;         // M2.5 cuts its own thread
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
pivot_drop = 4;           // tray's axis under the tray's floor (its underside)

// --- detent: a pair of disc magnets, one in the tray's keel, one in the ridge cap ---------------
magnet = [6, 3];          // diameter, thickness; N35 or stronger
magnet_fit = 0.15;        // on the diameter: pressed in, with a drop of glue
detent_radius = 20;       // axis to the face of the tray's magnet
detent_gap = 2.0;         // face to face; the arithmetic stands in ridge_cap.scad

// --- base -------------------------------------------------------------------------------------
plate = 4;                // side plates
plate_joint = 62;         // |x| where a side plate's long and short piece meet
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
timer_cap = [40, 26];     // the oval button

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
// What launch_model.py needs: from the tray's end the stack's middle runs this far on the slide.
slide_after_tray = roof_length - corner_x/cos(roof_angle);
