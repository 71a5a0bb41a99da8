"""The words printed beside the plugs' pins are what is on those pins."""

from dataclasses import replace

import pytest

from showdown_drawings.board_texts import TEXTS
from showdown_drawings.checks_meaning import plug_pads, printed_words_name_the_nets
from showdown_drawings.circuit import Circuit, load


def swapped(ref: str, one: str, other: str) -> Circuit:
    circuit = load("addon")
    nets = circuit.parts[ref].nets
    nets[one], nets[other] = nets[other], nets[one]
    return circuit


def test_every_word_is_true() -> None:
    assert printed_words_name_the_nets(load("addon"), plug_pads(load("addon")), TEXTS) == []


@pytest.mark.parametrize(
    ("ref", "one", "other"),
    [("J2", "1", "2"), ("J3", "2", "3"), ("J5", "2", "3"), ("J6", "2", "5"), ("J7", "1", "2"),
     ("J8", "1", "2"), ("J10", "1", "2"), ("J4", "1", "2")],
)  # fmt: skip
def test_two_pins_exchanged_are_found(ref: str, one: str, other: str) -> None:
    said = printed_words_name_the_nets(swapped(ref, one, other), plug_pads(load("addon")), TEXTS)
    assert any(line.startswith(f"{ref} pin {one} is ") for line in said)


def test_the_paddles_words_exchanged_are_found() -> None:
    names = {"LEFT PADDLE": "RIGHT PADDLE", "RIGHT PADDLE": "LEFT PADDLE"}
    texts = [replace(text, words=names.get(text.words, text.words)) for text in TEXTS]
    said = printed_words_name_the_nets(load("addon"), plug_pads(load("addon")), texts)
    assert len(said) == 2
    assert said[0] == "J2 is LEFT PADDLE; printed beside it is 'RIGHT PADDLE'"


@pytest.mark.parametrize(
    ("ref", "net", "word"),
    [("TP3", "ONE_SHOT_RC", "GATE"), ("TP2", "LAUNCHER_GATE", "GND"), ("TP4", "PGATE", "TP4")],
)
def test_a_test_point_on_another_net_is_found(ref: str, net: str, word: str) -> None:
    circuit = load("addon")
    part = replace(circuit.parts[ref], nets={"1": net})
    wrong = replace(circuit, parts={**circuit.parts, ref: part})
    assert printed_words_name_the_nets(wrong, plug_pads(wrong), TEXTS) == [
        f"{ref} pin 1 is {net}; printed beside it is {word!r}"
    ]


def test_two_test_points_words_exchanged_are_found() -> None:
    names = {"GATE": "PWM2", "PWM2": "GATE"}
    texts = [replace(text, words=names.get(text.words, text.words)) for text in TEXTS]
    said = printed_words_name_the_nets(load("addon"), plug_pads(load("addon")), texts)
    assert [line.partition(" ")[0] for line in said] == ["TP1", "TP3"]
