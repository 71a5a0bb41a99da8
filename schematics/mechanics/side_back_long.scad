// Back plate, long piece: servo, window of the sled, rocker. Printing: see side.scad.
use <side_back.scad>

module side_back_long() side_back(true);

side_back_long();
