"""Any files at all: twice is once, undone is as before, a power cut leaves an old file or a new."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from protocol_kit import PROPERTY
from setup_kit import DEFAULT, STOCK, UART, USB, CutDisk, PowerCut, after, do, files, links, model
from showdown_hw.models import MODELS
from showdown_unit.setup_files import BACKUP, TEMPORARY
from showdown_unit.setup_plan import Boot, plan, undo

LINES = [
    "dtoverlay=dwc2", "dtoverlay=dwc2,dr_mode=host", "dtoverlay=dwc2,dr_mode=peripheral", "[all]",
    "[pi4]", "[cm4]", "[none]", "[0xabc]", "[", "]", "otg_mode=1", "dtparam=audio=on", "gpio=17=op",
    "gpio=0-99999999=op", "gpio==", "dtparam=", "dtoverlay=", "=", "include x", "# note", "\tx = y",
    "enable_uart=1", "enable_uart=0", "dtoverlay=pwm,pin=18,func=2", "cmdline=other", "", "é\udcff",
]  # fmt: skip
PLAIN = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
ENDS = st.sampled_from(["\n", "\n", "\r\n", "\r", "\x0b", "\x85", ""])
TEXTS = st.lists(st.tuples(st.sampled_from(LINES) | PLAIN, ENDS), max_size=12).map(
    lambda rows: "".join(line + end for line, end in rows)
)
WORDS = st.lists(
    st.sampled_from(
        ["console=serial0,115200", "console=tty1", "console=ttyAMA0", "modules-load=dwc2,g_ether",
         "modules-load=g_serial", "root=/dev/x", "rootwait", "\udcff", "é", '"a b"']
    ),
    max_size=8,
)  # fmt: skip
CMDLINES = st.none() | st.builds(
    lambda words, blank, tail: blank.join(words) + tail,
    WORDS,
    st.sampled_from([" ", "  ", "\t"]),
    st.sampled_from(["", "\n", " \n", "\r\n", "\nsecond console=serial0 line\n", "\n\n"]),
)
ROWS = st.sampled_from(MODELS)
LINKS = st.sampled_from([links(USB), links(UART)])


def read_back(text):
    """As a file is read: odd bytes come through, what no file can hold is not there."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "surrogateescape")


BOOTS = st.builds(
    lambda text, cmdline: Boot(config_txt=read_back(text), cmdline_txt=cmdline), TEXTS, CMDLINES
)


@given(ROWS, LINKS, BOOTS)
@PROPERTY
def test_undone_is_as_before_to_the_byte(row, config, boot):
    done = after(boot, plan(row, DEFAULT, config, boot))
    assert after(done, undo(done)) == boot


@given(ROWS, LINKS, BOOTS)
@PROPERTY
def test_twice_is_once(row, config, boot):
    done = after(boot, plan(row, DEFAULT, config, boot))
    assert plan(row, DEFAULT, config, done).steps == ()


@given(ROWS, LINKS, ROWS, LINKS, BOOTS)
@PROPERTY
def test_a_later_plan_replaces_an_earlier_one_wholly(row, config, other, links_then, boot):
    first = after(boot, plan(other, DEFAULT, links_then, boot))
    second = after(first, plan(row, DEFAULT, config, first))
    assert second == after(boot, plan(row, DEFAULT, config, boot))


@given(ROWS, LINKS, BOOTS, TEXTS)
@PROPERTY
def test_what_others_write_behind_us_survives(row, config, boot, more):
    done = after(boot, plan(row, DEFAULT, config, boot))
    longer = Boot(config_txt=done.config_txt + more, cmdline_txt=done.cmdline_txt)
    again = after(longer, plan(row, DEFAULT, config, longer))
    assert plan(row, DEFAULT, config, again).steps == ()
    back = undo(again)
    for line in boot.config_txt.split("\n") + more.split("\n"):
        assert line in back.config_txt
    assert back.cmdline_txt == boot.cmdline_txt


# --- the power goes at every step -----------------------------------------------------------------

CONSOLE = "console=serial0,115200 modules-load=dwc2,g_ether rootwait\n"


def _zero(boot):
    both = {"links.tty": USB["links.tty"] + UART["links.tty"]}
    return plan(model("Zero 2 W"), DEFAULT, links(both), boot)


def _cut_everywhere(prepare, act):
    """`act` with the power gone at each call in turn; what was left then, and after once more."""
    calls = 0
    while True:
        calls += 1
        for torn in (False, True):
            with tempfile.TemporaryDirectory() as folder:
                root = Path(folder)
                prepare(root)
                disk = CutDisk(calls, torn=torn)
                try:
                    do(root, act, disk)
                except PowerCut:
                    left = files(root)
                    do(root, act)
                    yield left, files(root)
                    continue
                assert calls > 5
                return


def _prepare(root):
    (root / "boot/firmware").mkdir(parents=True)
    (root / "boot/firmware/config.txt").write_text(STOCK)
    (root / "boot/firmware/cmdline.txt").write_text(CONSOLE)


def _applied(root):
    _prepare(root)
    do(root, _zero)


def _whole(prepare, act=None):
    with tempfile.TemporaryDirectory() as folder:
        prepare(Path(folder))
        if act is not None:
            do(Path(folder), act)
        return _kept(files(Path(folder)))


def _kept(found):
    return {name: data for name, data in found.items() if not name.endswith((BACKUP, TEMPORARY))}


def test_a_cut_while_applying_leaves_old_or_new_files_and_can_be_taken_up():
    old, new = _whole(_prepare), _whole(_prepare, _zero)
    assert len(new) == 3
    for left, again in _cut_everywhere(_prepare, _zero):
        assert all(data in (old.get(name), new[name]) for name, data in _kept(left).items())
        assert old.keys() <= _kept(left).keys()
        assert _kept(again) == new


def test_a_cut_while_applying_can_be_undone():
    old = _whole(_prepare)
    for left, _ in _cut_everywhere(_prepare, _zero):
        with tempfile.TemporaryDirectory() as folder:
            for name, data in left.items():
                path = Path(folder) / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.symlink_to(data.decode()) if "getty" in name else path.write_bytes(data)
            do(Path(folder), undo)
            assert _kept(files(Path(folder))) == old


def test_a_cut_while_undoing_leaves_old_or_new_files_and_can_be_taken_up():
    old, new = _whole(_applied), _whole(_applied, undo)
    assert new == _whole(_prepare)
    for left, again in _cut_everywhere(_applied, undo):
        assert all(data in (old[name], new.get(name)) for name, data in _kept(left).items())
        assert _kept(again) == new


def test_a_cut_while_the_links_change_can_be_taken_up():
    def usb(boot):
        return plan(model("Zero 2 W"), DEFAULT, links(USB), boot)

    new = _whole(_applied, usb)
    assert new["boot/firmware/cmdline.txt"].startswith(b"console=serial0,115200 modules-load=dwc2 ")
    for _, again in _cut_everywhere(_applied, usb):
        assert _kept(again) == new
