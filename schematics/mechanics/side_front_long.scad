// Front plate, long piece: bush of the pivot, wires to the console. Printing: see side.scad.
use <side_front.scad>

module side_front_long() side_front(true);

side_front_long();
