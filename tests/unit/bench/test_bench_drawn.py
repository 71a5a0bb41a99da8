"""Whether the bench is drawn, with what characters and colours; what goes between its processes."""

from __future__ import annotations

import io
import os
import sys

import pytest

from picture_kit import PLAYED, WIN
from showdown_bench import drawn
from showdown_bench.messages import Act, Lines, Look, act_of, line, look_of
from showdown_bench.options import Options


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


XTERM = {"TERM": "xterm-256color"}


def test_it_is_drawn_on_a_terminal() -> None:
    assert drawn.wanted(Options(), XTERM, Terminal(), Terminal())


@pytest.mark.parametrize("options", [Options(headless=True), Options(plain=True)])
def test_not_where_less_is_asked_for(options: Options) -> None:
    assert not drawn.wanted(options, XTERM, Terminal(), Terminal())


def test_not_where_input_or_output_is_no_terminal() -> None:
    assert not drawn.wanted(Options(), XTERM, io.StringIO(), Terminal())
    assert not drawn.wanted(Options(), XTERM, Terminal(), io.StringIO())


@pytest.mark.parametrize("environ", [{"TERM": "dumb"}, {"TERM": ""}, {}])
def test_not_on_a_terminal_that_can_do_nothing(environ: dict[str, str]) -> None:
    assert not drawn.wanted(Options(), environ, Terminal(), Terminal())


@pytest.mark.parametrize(
    ("environ", "encoding", "expected"),
    [
        ({"TERM": "xterm", "LANG": "en_GB.UTF-8"}, "utf-8", True),
        ({"TERM": "xterm"}, "utf-8", True),
        ({"TERM": "xterm", "LC_ALL": "C", "LANG": "en_GB.UTF-8"}, "utf-8", False),
        ({"TERM": "xterm", "LANG": "en_GB.UTF-8"}, "iso8859-1", False),
        ({"TERM": "vt100", "LANG": "en_GB.UTF-8"}, "utf-8", False),
        ({"TERM": "linux", "LANG": "en_GB.UTF-8"}, "utf-8", False),
    ],
)
def test_characters_are_those_of_the_terminal(
    environ: dict[str, str], encoding: str, expected: bool
) -> None:
    assert drawn.takes_unicode(environ, encoding) is expected


@pytest.mark.parametrize(
    ("environ", "expected"),
    [
        (XTERM, True),
        ({**XTERM, "NO_COLOR": "1"}, False),
        ({**XTERM, "NO_COLOR": ""}, True),
        ({"TERM": "vt100"}, False),
        ({"TERM": "linux"}, True),
    ],
)
def test_colours_are_those_of_the_terminal(environ: dict[str, str], expected: bool) -> None:
    assert drawn.takes_colour(environ) is expected


def test_looks_and_acts_come_over_whole() -> None:
    look = Look(PLAYED, ("left",))
    acts = [Act("tap", "left", 80), Act("robot", "right")]
    lines = Lines()
    stream = line(look) + b"".join(map(line, acts))
    got = [text for at in range(0, len(stream), 7) for text in lines.feed(stream[at : at + 7])]
    assert look_of(got[0]) == look
    assert look_of(got[0]).view.rows[0] == WIN
    assert [act_of(text) for text in got[1:]] == acts


def test_a_unit_that_is_ending_by_itself_is_not_killed_on_its_way() -> None:
    """A loaded machine may take its time over the last steps, where no handler stands any more."""
    code = "import time; time.sleep(0.4)"
    pid = os.posix_spawn(sys.executable, [sys.executable, "-S", "-c", code], os.environ)
    assert drawn._end(pid) == 0
