"""Views for tests of the picture: one of each state, and any at random."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import strategies as st

from showdown_picture.view import Row, View

WIN = Row(
    key="k-1",
    outcome="win",
    loser="right",
    left_name="Ana",
    right_name="Bo",
    left_us=231_415,
    right_us=287_902,
    margin_us=56_487,
    cards=2,
)
EARLY = Row(key="k-2", outcome="false_start", loser="left", left_name="Ana", right_name="Bo")
ASLEEP = Row(key="k-3", outcome="no_press")
HELD = Row(key="k-4", outcome="aborted", reason="paddle_held")

READY = View(
    name="Table 1",
    state="ready",
    red="blinks",
    amber=False,
    green=False,
    arrow_left=False,
    arrow_right=False,
    left_down=False,
    right_down=False,
    button_down=False,
    tray="level",
    rows=(WIN, EARLY, ASLEEP, HELD),
    control="",
    link="/run/user/1000/showdown/unit",
    linked=True,
    hint="A L paddles  space timer  ? help  q quit",
)
PLAYED = replace(
    READY, key="k-5", left_name="Ana", right_name="Bo", cards=2, red=False, control="laptop"
)

_texts = st.text(max_size=24) | st.sampled_from(
    [
        "Ana",
        "Åse-Marie Łukasiewicz",
        "李小龙",
        "👩‍👩‍👧‍👦 Fam",
        "e\u0301e\u0301e\u0301",
        "🇨🇭",
        "राम",
        "1\ufe0f\u20e3",
    ]
)
_lamp = st.sampled_from([True, False, "blinks", None])
_maybe = st.sampled_from([True, False, None])
_side = st.sampled_from(["left", "right", None])
_us = st.none() | st.integers(0, 30_000_000)
_outcomes = st.sampled_from(
    [
        "win",
        "false_start",
        "anticipated",
        "unclear",
        "no_press",
        "void",
        "dead_heat",
        "aborted",
        "cancelled",
        "indeterminate",
        "of_a_later_version",
    ]
)
ROWS = st.builds(
    Row,
    key=st.just("k"),
    outcome=_outcomes,
    loser=_side,
    left_name=st.none() | _texts,
    right_name=st.none() | _texts,
    left_us=_us,
    right_us=_us,
    margin_us=_us,
    cards=st.none() | st.integers(0, 10),
    reason=st.none() | _texts,
    practice=_side,
    notes=st.lists(_texts, max_size=2).map(tuple),
)
VIEWS = st.builds(
    View,
    name=_texts,
    state=st.sampled_from(
        [
            "starting",
            "ready",
            "not_ready",
            "fault",
            "accepted",
            "armed",
            "counting",
            "racing",
            "launching",
            "stopping",
            "of_a_later_version",
        ]
    ),
    key=st.none() | st.just("k"),
    red=_lamp,
    amber=_lamp,
    green=_lamp,
    arrow_left=_lamp,
    arrow_right=_lamp,
    left_down=_maybe,
    right_down=_maybe,
    tray=st.sampled_from(["level", "left", "right", "unknown", None]),
    button_down=_maybe,
    left_name=st.none() | _texts,
    right_name=st.none() | _texts,
    cards=st.none() | st.integers(0, 10),
    practice=_side,
    attempt=st.none() | st.integers(1, 5),
    again=st.none() | _outcomes,
    awaits_button=_maybe,
    held=st.sampled_from([(), ("left",), ("right",), ("left", "right")]),
    verdict=st.none() | ROWS,
    faults=st.lists(_texts, max_size=4).map(tuple),
    not_ready=st.lists(
        st.sampled_from(["tray_unknown", "fault", "selftest", "journal_full", "odd"]), max_size=2
    ).map(tuple),
    test=_texts,
    rows=st.lists(ROWS, max_size=12).map(tuple),
    control=st.none() | _texts,
    link=_texts,
    linked=st.booleans(),
    notes=st.lists(_texts, max_size=2).map(tuple),
    hint=_texts,
)
