"""The build guide against the parts list, the circuits, the board files and the commands."""

from __future__ import annotations

import argparse
import re
import shlex
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from showdown_drawings import bom, circuit, guide, guide_cli, guide_tables
from showdown_drawings.values import amount
from showdown_host import cli as host_cli
from showdown_hw import Board
from showdown_unit import cli as unit_cli

GUIDE = guide_cli.GUIDE
PAGES = sorted(GUIDE.glob("*.md"))
NUMBERED = [page for page in PAGES if page.name[0].isdigit()]
COMMANDS = {"showdown": host_cli.main, "showdown-unit": unit_cli.main}
ADDON, BREADBOARD = circuit.load("addon"), circuit.load("breadboard")
ROWS = bom.read()


def _text(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def _steps() -> list[guide.Step]:
    return [step for page in NUMBERED for step in guide.steps(page.name, _text(page))]


# --- the committed guide ----------------------------------------------------------------------


def test_steps_and_parts_list_agree():
    assert guide.problems(_steps(), ROWS) == []


def test_steps_stand_on_numbered_pages_alone():
    others = [page for page in PAGES if page not in NUMBERED]
    assert [page.name for page in others if guide.steps(page.name, _text(page))] == []


def test_the_tables_are_those_of_parts_list_and_circuits():
    stale = [path.name for path, text in guide_cli.pages().items() if _text(path) != text]
    assert stale == [], "python -m showdown_drawings.guide_cli writes them anew"


def test_every_picture_of_the_guide_is_shown():
    shown = {
        (page.parent / target).resolve()
        for page in PAGES
        for target in re.findall(r"\]\(([^)\s]+)\)", _text(page))
    }
    there = {path.resolve() for path in (GUIDE / "pictures").glob("*.png")}
    assert sorted(path.name for path in there - shown) == []


def test_each_numbered_page_is_reached_from_the_index():
    index = _text(GUIDE / "README.md")
    assert [
        page.name for page in PAGES if f"({page.name}" not in index and page.stem != "README"
    ] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_header_pins_are_those_of_the_circuit(page):
    text = _text(page)
    nets = ADDON.parts[circuit.HEADER].nets
    named = r"(?:\b([A-Z]+\d+) pin )?\b(\d+) \((\+?[A-Z0-9_]+)\)"
    for ref, pin, net in re.findall(named, text):
        if not ref and net in ADDON.nets:
            assert nets[pin] == net, f"header pin {pin} ({net})"
    unnamed = re.findall(r"header pins? \d+\b(?! \()[^\n]{0,20}", text)
    assert unnamed == [], "name the net behind a header pin: it is checked then"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_plugs_pins_are_those_of_the_circuit(page):
    for ref, pin, net in re.findall(r"\b([A-Z]+\d+) pin (\d+) \((\+?[A-Z0-9_]+)\)", _text(page)):
        assert ADDON.parts[ref].nets[pin] == net, f"{ref} pin {pin}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_test_points_are_those_of_the_circuit(page):
    for ref, net in re.findall(r"\b(TP\d) \((\+?[A-Z0-9_]+)\)", _text(page)):
        assert ADDON.parts[ref].nets["1"] == net, ref


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_resistors_that_a_page_names_have_that_value(page):
    tier = "breadboard" if page.stem.startswith("02") else "addon"
    named = bom.by_ref(ROWS, tier)
    for number, unit, ref in re.findall(r"\b([\d.]+) ([kM]?)Ω \((R\d+)\)", _text(page)):
        assert amount(number + unit) == amount(named[ref].value), f"{ref} on {page.name}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_gpio_numbers_are_those_of_the_board(page):
    pins = Board.named("full").pins
    text = _text(page)
    for signal, bcm in re.findall(r"`(\w+)`, GPIO (\d+)", text):
        assert pins[signal].bcm == int(bcm)
    for bcm, net in re.findall(r"GPIO (\d+), header pin \d+ \((\w+)\)", text):
        assert pins[net.lower()].bcm == int(bcm)
    assert {int(n) for n in re.findall(r"pinctrl (\d+)", text)} <= {pins["launcher_power"].bcm}


def test_the_board_file_s_lines_are_those_of_the_full_board():
    pins = Board.named("full").pins
    lines = re.findall(r"^(\w+ += \{ bcm.*\})$", _text(GUIDE / "options.md"), re.MULTILINE)
    said = tomllib.loads("\n".join(lines))
    assert set(said) == {"buzzer", "green_sense"}
    for signal, pin in said.items():
        assert pin["bcm"] == pins[signal].bcm
        assert (pin["active"] == "high") == pins[signal].active_high
        assert pin.get("pull", "none") == pins[signal].pull


class UnderstoodError(Exception):
    """The words were parsed; what they would run is not run."""


def _commands() -> list[tuple[str, str]]:
    """Each command on a line of its own or between backticks, without sudo."""
    words = r"(?:sudo )?(showdown(?:-unit)? [^`\n]+)"
    return sorted(
        {
            (page.name, line)
            for page in PAGES
            for found in re.findall(rf"^{words}$|`{words}`", _text(page), re.MULTILINE)
            for line in found
            if line
        }
    )


@pytest.mark.parametrize(("page", "line"), _commands())
def test_every_command_is_understood(page, line, monkeypatch):
    command, *words = shlex.split(line)
    parse = argparse.ArgumentParser.parse_args

    def parse_alone(self, args=None, namespace=None):
        parse(self, args, namespace)
        raise UnderstoodError

    monkeypatch.setattr(argparse.ArgumentParser, "parse_args", parse_alone)
    with pytest.raises(UnderstoodError):
        COMMANDS[command](words)


# --- planted faults ---------------------------------------------------------------------------

PAGE = """# Page

## 1. First

Tier: both
Parts: 2 x `screw`, 1 x `plate`
Tools: `driver`

Words.

Check: it holds.

## 2. Second

Tier: add-on
Parts: 1 x `screw`
Tools: none

![Turned](pictures/turned.png)
"""


def _row(name: str, kind: bom.Kind, breadboard: int, addon: int) -> bom.Row:
    return replace(
        ROWS[0],
        id=name,
        kind=kind,
        value="3",
        refs={"breadboard": (), "addon": ()},
        quantity={"breadboard": breadboard, "addon": addon},
        price_eur=0.5,
    )


STOCK = [
    _row("screw", "mechanics", 2, 3),
    _row("plate", "printed", 1, 1),
    _row("driver", "tool", 1, 1),
]


def test_a_good_page_has_no_problems():
    assert guide.problems(guide.steps("page", PAGE), STOCK) == []


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("## 2.", "## 3.", "page: step 3 (Second) must be step 2"),
        ("2 x `screw`", "1 x `screw`", "breadboard: the steps use 1 x screw, the list has 2"),
        (", 1 x `plate`", "", "addon: the steps use 0 x plate, the list has 1"),
        ("`plate`", "`plank`", "page: step 1 uses plank, which is not in the parts list"),
        ("`plate`", "`driver`", "page: step 1 has the tool driver among its parts"),
        ("`driver`", "`plate`", "page: step 1 has plate among its tools, which is no tool"),
        ("`driver`", "`saw`", "page: step 1 needs the tool saw, which is not in the parts list"),
        ("Tools: `driver`", "Tools: none", "addon: no step needs the tool driver"),
        ("Check: it", "It", "page: step 1 has neither a picture nor a line `Check: …`"),
        ("![Turned](pictures/turned.png)", "", "page: step 2 has neither a picture nor a line"),
    ],
)
def test_a_fault_of_a_page_is_told(old, new, said):
    found = guide.problems(guide.steps("page", PAGE.replace(old, new)), STOCK)
    assert any(problem.startswith(said) for problem in found), found


def test_a_tool_of_the_other_tier_is_told():
    stock = [*STOCK[:2], replace(STOCK[2], quantity={"breadboard": 0, "addon": 1})]
    found = guide.problems(guide.steps("page", PAGE), stock)
    assert found == ["page: step 1 needs the tool driver, which is not listed for breadboard"]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("Tier: both\n", "", "has no line `Tier"),
        ("Tier: both", "Tier: all", "is for tier 'all'"),
        ("2 x `screw`", "two screws", "'two screws' is not of the form"),
        ("Tools: `driver`", "Tools: driver", "'driver' is not an `id` of a tool"),
    ],
)
def test_a_step_that_is_not_understood_is_refused(old, new, said):
    with pytest.raises(guide.GuideError, match=re.escape(said)):
        guide.steps("page", PAGE.replace(old, new))


# --- the tables -------------------------------------------------------------------------------


def test_costs_are_the_sums_of_price_times_quantity():
    told = guide_tables.costs(STOCK)
    assert "| **parts in all** | **1.00** | **1.50** |" in told  # 2 or 3 screws
    assert "| tools, if you have none | 0.50 | 0.50 |" in told


def test_the_committed_costs_are_the_sums_of_the_parts_list():
    bought = [row for row in ROWS if row.kind not in ("tool", "printed")]
    sums = [sum((r.price_eur or 0) * r.quantity[t] for r in bought) for t in circuit.TIERS]
    assert f"| **{sums[0]:.2f}** | **{sums[1]:.2f}** |" in _text(GUIDE / "README.md")


@pytest.mark.parametrize(
    ("ohms", "five", "four"),
    [
        (330, "orange orange black black", "orange orange brown"),
        (4700, "yellow violet black brown", "yellow violet red"),
        (1_000_000, "brown black black yellow", "brown black green"),
        (100, "brown black black black", "brown black brown"),
    ],
)
def test_rings_of_a_resistor(ohms, five, four):
    assert guide_tables.rings(ohms, 3) == five.split()
    assert guide_tables.rings(ohms, 2) == four.split()


def test_a_chain_of_resistors_is_added_up_between_its_ends():
    assert guide_tables.resistance(ADDON, ROWS, ("R12", "R11")) == ("PADDLE_LEFT", "+3V3", 11_000)
    with pytest.raises(ValueError, match="R12 and R14 share no net"):
        guide_tables.resistance(ADDON, ROWS, ("R12", "R14"))


def test_both_paddles_are_expected_to_measure_alike():
    left = guide_tables.resistance(ADDON, ROWS, ("R12", "R11"))
    right = guide_tables.resistance(ADDON, ROWS, ("R15", "R14"))
    assert left[2] == right[2]


def test_the_wires_name_each_signal_with_its_bcm_number():
    told = guide_tables.wires(BREADBOARD)
    for signal, bcm in BREADBOARD.signals.items():
        assert f"| {circuit.HEADER_PIN[bcm]} | {signal} | {bcm} |" in told


def test_the_safety_page_has_the_launch_model_s_numbers():
    said, model = _text(GUIDE / "safety.md"), _text(GUIDE / "launch-model.md")
    (energy,) = re.findall(
        r"ten cards carry ([\d.]+) to ([\d.]+) mJ at ([\d.]+) to ([\d.]+) m/s", said
    )
    throws = re.findall(r"\| ([\d.]+) m/s \| \d+ cm \| ([\d.]+) mJ \|", model)
    speeds, joules = sorted(float(v) for v, _ in throws), sorted(float(e) for _, e in throws)
    assert tuple(map(float, energy)) == (joules[0], joules[-1], speeds[0], speeds[-1])


def test_each_part_with_a_direction_is_one_of_the_parts_list():
    assert set(guide_cli.WAY) - {row.id for row in ROWS} == set()
