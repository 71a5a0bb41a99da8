from dataclasses import replace

import pytest

from showdown_drawings import netlist
from showdown_drawings.circuit import Circuit, Part

XML = """<export>
<components>
 <comp ref="J1"><value>pins</value><footprint>showdown:Header</footprint>
  <libsource lib="showdown" part="Pi"/></comp>
 <comp ref="D1"><value>red</value><libsource lib="showdown" part="LED"/>
  <property name="exclude_from_board"/></comp>
</components>
<nets>
 <net name="GND">
  <node ref="J1" pin="6" pinfunction="GND" pintype="power_out"/>
  <node ref="J1" pin="9" pinfunction="GND" pintype="passive"/>
  <node ref="D1" pin="1" pinfunction="K" pintype="passive"/></net>
 <net name="/LAMP">
  <node ref="J1" pin="11" pinfunction="GPIO17" pintype="bidirectional"/>
  <node ref="D1" pin="2" pinfunction="A" pintype="passive"/></net>
 <net name="unconnected-(J1-Pad3)">
  <node ref="J1" pin="3" pinfunction="GPIO2" pintype="bidirectional"/></net>
</nets></export>"""


@pytest.fixture
def circuit():
    header = Part("J1", "Connector:Pi", "x:Header", "board", {"6": "GND", "9": "GND", "11": "LAMP"})
    lamp = Part("D1", "Device:LED", "", "off", {"1": "GND", "2": "LAMP"})
    return Circuit("test", "Test", {"J1": header, "D1": lamp}, {"LAMP": 17})


def changed(circuit, ref, **what):
    parts = {**circuit.parts, ref: replace(circuit.parts[ref], **what)}
    return netlist.differences(replace(circuit, parts=parts), netlist.parse(XML))


def test_the_drawing_of_the_circuit_has_no_difference(circuit):
    assert netlist.differences(circuit, netlist.parse(XML)) == []


def test_names_are_the_circuits_and_full_names_are_kicads():
    drawn = netlist.parse(XML)
    assert drawn.net_of("D1", "2") == "LAMP"
    assert drawn.full_names == {"GND": "GND", "LAMP": "/LAMP"}
    assert drawn.open_pins == {("J1", "3")}
    assert drawn.net_of("J1", "3") is None


def test_a_reversed_led_is_told(circuit):
    found = changed(circuit, "D1", nets={"1": "LAMP", "2": "GND"})
    assert "net LAMP lacks D1 pin 1 in the drawing" in found
    assert "net LAMP has D1 pin 2 in the drawing alone" in found


def test_another_footprint_or_symbol_is_told(circuit):
    assert changed(circuit, "J1", footprint="x:Other") == [
        "J1 has footprint 'x:Other', drawn with 'showdown:Header'"
    ]
    assert changed(circuit, "D1", symbol="Device:D") == ["D1 is a Device:D, drawn as showdown:LED"]


def test_a_part_on_the_wrong_side_of_the_boards_edge_is_told(circuit):
    assert changed(circuit, "J1", place="off") == ["J1 is not on the board, drawn otherwise"]


def test_a_part_that_is_missing_on_either_side_is_told(circuit):
    fewer = replace(circuit, parts={"J1": circuit.parts["J1"]})
    assert "D1 stands in the drawing, not in the circuit" in netlist.differences(
        fewer, netlist.parse(XML)
    )
    more = replace(circuit, parts={**circuit.parts, "R1": circuit.parts["D1"]})
    assert "R1 stands in the circuit, not in the drawing" in netlist.differences(
        more, netlist.parse(XML)
    )


def test_a_pin_drawn_onto_one_of_the_same_name_may_be_open_in_the_circuit(circuit):
    assert changed(circuit, "J1", nets={"6": "GND", "11": "LAMP"}) == []


def test_any_other_pin_that_is_open_in_the_circuit_may_not(circuit):
    assert changed(circuit, "J1", nets={"6": "GND", "9": "GND"}) == [
        "net LAMP has J1 pin 11 in the drawing alone"
    ]
