"""Which unit is meant: by default, by name or serial, and the same one again after a break."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from showdown_host import choose, find
from showdown_host import opener as openers
from showdown_host.ask import Asked
from showdown_host.errors import NoUnit
from showdown_host.find import Found
from showdown_host.opener import Opener
from showdown_protocol.messages import HelloResult, Limits

A = Found("/dev/ttyACM0", "a")
B = Found("/dev/ttyACM1", "b")
HIDDEN = Found("/dev/cu.1", None)
ONE = Found("/tmp/1/unit", "bench-1111", kind="bench", name="Table 1", pid=1)
TWO = Found("/tmp/2/unit", "bench-2222", kind="bench", name="Table 2", pid=2)
OWN = Found("unix:/run/x", None, kind="socket")


def hello(serial: str, name: str) -> HelloResult:
    limits = Limits(rx_line=1024, tx_line=2048, cards=10, keys=9)
    return HelloResult(
        model="m", serial=serial, name=name, fw="0", backend="mock", limits=limits, durable=True,
        journal_since=0, state="ready", proto=1, nonce="n", boot="0" * 32, session="s1",
        role="observe", up_ms=0, seq=0,
    )  # fmt: skip


def says(**names: str) -> Callable[[Sequence[Found]], list[Asked]]:
    """What the units call themselves, by serial; who is not here cannot be asked."""

    def ask_all(found: Sequence[Found]) -> list[Asked]:
        return [
            Asked(one, hello(one.serial, names[one.serial]))
            if one.serial in names
            else Asked(one, problem="in use by cat (pid 3)", busy=True)
            for one in found
        ]

    return ask_all


def never(_found: Sequence[Found]) -> list[Asked]:
    raise AssertionError("nobody is asked for a serial")


def test_the_one_on_the_usb_comes_before_benches() -> None:
    assert choose.the_only([A, ONE, TWO, OWN]) is A
    assert choose.the_only([ONE, OWN]) is ONE


@pytest.mark.parametrize(("found", "what"), [([A, B, ONE], "2 units"), ([ONE, TWO], "2 benches")])
def test_of_several_none_is_taken_and_all_are_named(found: list[Found], what: str) -> None:
    with pytest.raises(NoUnit) as caught:
        choose.the_only(found)
    text = str(caught.value)
    assert text.startswith(f"{what} found, name one with --unit")
    assert all(str(one) in text for one in found if one.kind == found[0].kind)


def test_several_benches_are_told_by_name_and_serial() -> None:
    with pytest.raises(NoUnit, match=r"/tmp/2/unit \(bench Table 2, serial bench-2222\)"):
        choose.the_only([ONE, TWO])


def test_the_daemons_own_socket_is_only_mentioned() -> None:
    with pytest.raises(NoUnit, match="unix:/run/x"):
        choose.the_only([OWN])


@pytest.mark.parametrize("wanted", ["b", "B"])
def test_a_serial_needs_no_asking(wanted: str) -> None:
    assert choose.by_name([A, B], wanted, never) is B


def test_a_name_is_the_units_present_one() -> None:
    ask = says(**{"a": "Door", "bench-1111": "Table 2", "bench-2222": "Window"})
    found = [A, ONE, TWO]
    assert choose.by_name(found, "door", ask) is A
    assert choose.by_name(found, "table 2", ask) is ONE  # it was renamed, and so was the other
    with pytest.raises(NoUnit, match="no unit is called 'Table 1'"):
        choose.by_name(found, "Table 1", ask)


def test_a_bench_that_cannot_be_asked_keeps_the_name_that_it_was_listed_with() -> None:
    assert choose.by_name([A, ONE], "Table 1", says(a="Door")) is ONE


def test_two_of_one_name_are_an_error_that_lists_both() -> None:
    with pytest.raises(NoUnit) as caught:
        choose.by_name([A, B, ONE], "Door", says(a="Door", b="door"))
    assert str(caught.value) == (
        "2 units are called 'Door', say which by its serial or its port:\n"
        "  Door, serial a, /dev/ttyACM0\n"
        "  door, serial b, /dev/ttyACM1"
    )


def test_one_unit_with_two_ports_is_one() -> None:
    socket = Found("unix:/run/x", None, kind="socket")

    def ask_all(found: Sequence[Found]) -> list[Asked]:
        return [Asked(one, hello("a", "Door")) for one in found]

    assert choose.by_name([A, socket], "Door", ask_all) is A


def test_a_name_that_nobody_has_lists_all_with_why_they_were_not_asked() -> None:
    with pytest.raises(NoUnit) as caught:
        choose.by_name([A, B], "Nobody", says(a="Door"))
    assert str(caught.value) == (
        "no unit is called 'Nobody' or has that serial. There is:\n"
        "  Door, serial a, /dev/ttyACM0\n"
        "  name unknown, serial b, /dev/ttyACM1 (in use by cat (pid 3))"
    )
    with pytest.raises(NoUnit, match="none at all"):
        choose.by_name([], "Nobody", says())


def test_a_serial_that_the_system_hides_is_found_by_asking() -> None:
    def ask_all(found: Sequence[Found]) -> list[Asked]:
        return [Asked(one, hello("1234", "Door")) for one in found]

    assert choose.by_name([HIDDEN], "1234", ask_all) is HIDDEN


# --- again ------------------------------------------------------------------------------------


def test_again_is_by_serial_whatever_the_port_is_called() -> None:
    moved = Found("/dev/ttyACM1", "a")
    assert choose.again([Found("/dev/ttyACM0", "b"), moved], A) is moved
    elsewhere = Found("/tmp/9/unit", "bench-1111", kind="bench", name="New name", pid=9)
    assert choose.again([A, TWO, elsewhere], ONE) is elsewhere


def test_again_is_never_another_one() -> None:
    with pytest.raises(NoUnit, match="the unit with serial a is not there"):
        choose.again([Found("/dev/ttyACM0", "b"), ONE], A)
    with pytest.raises(NoUnit, match="the bench Table 1 is not there"):
        choose.again([A, TWO], ONE)


def test_again_of_one_name_is_not_enough() -> None:
    same_name = Found("/tmp/1/unit", "bench-9999", kind="bench", name="Table 1", pid=1)
    with pytest.raises(NoUnit):
        choose.again([same_name], ONE)


def test_again_of_one_whose_serial_is_hidden_is_left_to_the_link() -> None:
    later = Found("/dev/cu.2", None)
    assert choose.again([later, ONE], HIDDEN) is later
    with pytest.raises(NoUnit, match="there are several now"):
        choose.again([later, HIDDEN], HIDDEN)
    with pytest.raises(NoUnit):
        choose.again([OWN, A], HIDDEN)


# --- the opener -------------------------------------------------------------------------------


@pytest.fixture
def there(monkeypatch: pytest.MonkeyPatch) -> list[Found]:
    found: list[Found] = []
    monkeypatch.setattr(find, "units", lambda: list(found))
    monkeypatch.setattr(openers, "open_port", lambda name, _baud: name)
    monkeypatch.setattr(choose.ask, "ask_all", None)
    return found


def test_a_unit_named_is_opened_and_found_again_by_its_serial(there: list[Found]) -> None:
    there[:] = [A, B]
    opener = Opener(unit="a", environ={})
    assert (opener.open(), opener.name) == ("/dev/ttyACM0", "/dev/ttyACM0")
    there[:] = [Found("/dev/ttyACM0", "b"), Found("/dev/ttyACM5", "a")]
    assert (opener.open(), opener.name) == ("/dev/ttyACM5", "/dev/ttyACM5")
    there[:] = [Found("/dev/ttyACM0", "b")]
    with pytest.raises(NoUnit):
        opener.open()


def test_one_found_by_default_stays_the_one_though_others_come(there: list[Found]) -> None:
    there[:] = [ONE]
    opener = Opener(environ={})
    assert opener.open() == ONE.port
    there[:] = [A, ONE]  # by default it would be the one on the USB now
    assert opener.open() == ONE.port
    there[:] = [A, TWO]
    with pytest.raises(NoUnit, match="Table 1"):
        opener.open()


def test_a_port_that_could_not_be_opened_binds_to_no_unit(
    there: list[Found], monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(_name: str, _baud: int) -> None:
        raise NoUnit("not now")

    opener = Opener(environ={})
    there[:] = [A]
    with monkeypatch.context() as patch:
        patch.setattr(openers, "open_port", busy)
        with pytest.raises(NoUnit, match="not now"):
            opener.open()
    there[:] = [B]
    assert opener.open() == B.port


@pytest.mark.parametrize(
    ("port", "unit", "environ", "opened"),
    [
        (None, None, {}, "/dev/ttyACM0"),
        (None, None, {"SHOWDOWN_PORT": "/dev/p"}, "/dev/p"),
        (None, None, {"SHOWDOWN_UNIT": "bench-2222"}, TWO.port),
        (None, None, {"SHOWDOWN_UNIT": "bench-2222", "SHOWDOWN_PORT": "/dev/p"}, TWO.port),
        ("/dev/x", None, {"SHOWDOWN_UNIT": "bench-2222", "SHOWDOWN_PORT": "/dev/p"}, "/dev/x"),
        (None, "a", {"SHOWDOWN_UNIT": "bench-2222", "SHOWDOWN_PORT": "/dev/p"}, "/dev/ttyACM0"),
        (None, None, {"SHOWDOWN_UNIT": "", "SHOWDOWN_PORT": ""}, "/dev/ttyACM0"),
    ],
)
def test_arguments_come_before_variables_and_units_before_ports(
    there: list[Found],
    port: str | None,
    unit: str | None,
    environ: dict[str, str],
    opened: str,
) -> None:
    there[:] = [A, ONE, TWO]
    assert Opener(port, unit=unit, environ=environ).open() == opened


def test_a_unit_and_a_port_are_one_too_many() -> None:
    with pytest.raises(ValueError, match="a unit or a port"):
        Opener("/dev/x", unit="a", environ={})


def test_a_bench_whose_port_leads_to_another_one_by_now_is_a_stranger(there: list[Found]) -> None:
    there[:] = [ONE, TWO]
    opener = Opener(unit="bench-1111", environ={})
    opener.open()
    assert opener.stranger(hello("bench-1111", "New name")) is None
    why = opener.stranger(hello("bench-2222", "Table 2"))
    assert why is not None
    assert why.startswith("/tmp/1/unit leads to Table 2, serial bench-2222, not to /tmp/1/unit (")


def test_a_bench_taken_by_the_name_that_it_was_listed_with_may_have_another_now(
    there: list[Found], monkeypatch: pytest.MonkeyPatch
) -> None:
    there[:] = [A, ONE]
    monkeypatch.setattr(choose.by_name, "__defaults__", (says(a="Door"),))
    opener = Opener(unit="Table 1", environ={})
    opener.open()
    assert opener.stranger(hello("bench-1111", "table 1")) is None
    why = "the unit at /tmp/1/unit is called Table 9 by now, not Table 1"
    assert opener.stranger(hello("bench-1111", "Table 9")) == why


def test_a_port_that_was_named_knows_no_strangers() -> None:
    assert Opener("/dev/x", environ={}).stranger(hello("b", "Door")) is None
