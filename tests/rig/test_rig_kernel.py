"""The kernel's edges as the rig gives them: the ground that everything else here stands on."""

from __future__ import annotations

from typing import Any


def test_a_job_has_the_project_and_the_libraries_of_a_pi(rig: Any) -> None:
    facts = rig.run("hello").facts
    assert facts["python"].startswith("3.13")
    assert facts["gpiod"] >= "2.1"
    assert facts["fw"]


def test_a_job_that_hangs_is_ended_and_says_where(rig: Any) -> None:
    result = rig.rig.run("hang", limit_s=5)
    assert result.status == 124
    assert "before the hang" in result.out
    assert "in hang_here" in result.out


def test_edges_are_all_there_in_order_numbered_and_stamped_within_their_write(rig: Any) -> None:
    facts = rig.run("edges").facts
    assert facts["pauses"].keys() == {"0.02", "0.002", "0.0005", "0.0"}
    for seen in facts["pauses"].values():
        assert seen["came"] == seen["sent"] == 100
        assert seen["in_order"]
        assert seen["gaps"] == 0
        assert seen["inside"] >= 99  # the guest's own daemons disturb about 1 write in 250
        assert seen["write_ns"] < 50_000
    assert facts["pauses"]["0.0"]["closest_ns"] < 50_000


def test_the_header_chip_is_found_by_its_label_among_others(rig: Any) -> None:
    facts = rig.run("chips").facts
    assert facts["labels"] == ["raspberrypi-exp-gpio", "gpio-brcmstb", "pinctrl-bcm2711", "other"]
    for backend, number in facts["opened"].items():
        assert number == facts["header"] == 2, backend
    assert "more than one" in facts["doubled"]
    assert "raspberrypi-exp-gpio" in facts["headless"]


def test_edges_that_the_kernel_merges_leave_a_gap_in_the_numbers_of_the_request(rig: Any) -> None:
    seen = rig.run("merged").facts["seen"]
    for name in ("usual", "usual again"):
        assert (seen[name]["edges"], seen[name]["merged_firsts"]) == (3, 0)
    assert seen["merged"]["edges"] < 3
    assert seen["merged"]["merged_firsts"] == 1
    # The line's own numbers know nothing of it: release and next press go on without a gap.
    first = seen["merged"]["numbers"][0]
    assert seen["merged"]["numbers"] == list(range(first, first + seen["merged"]["edges"]))
    assert seen["usual again"]["numbers"][0] == first + seen["merged"]["edges"] + 1
