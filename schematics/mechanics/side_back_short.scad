// Back plate, short piece: barrel socket. Printing: see side.scad.
use <side_back.scad>

module side_back_short() side_back(false);

side_back_short();
