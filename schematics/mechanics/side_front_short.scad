// Front plate, short piece. Printing: see side.scad.
use <side_front.scad>

module side_front_short() side_front(false);

side_front_short();
