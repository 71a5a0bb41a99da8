from __future__ import annotations

import errno
import getpass
import struct
from collections.abc import Callable
from pathlib import Path

import pytest

from showdown_hw import chips
from showdown_hw.chips import (
    ChipInfo,
    chip_nodes,
    chip_number,
    chip_path,
    find_header_chip,
    line_user,
    read_chip,
)
from showdown_hw.errors import BackendError
from showdown_hw.models import model_name
from showdown_hw.revision import board_revision

LOCKED = "locked"
BROKEN = "broken"


def devices(root: Path, labels: dict[int, str]) -> Callable[[Path], ChipInfo]:
    """Device nodes under `root`, and what they answer."""
    (root / "dev").mkdir(exist_ok=True)
    for number in labels:
        (root / "dev" / f"gpiochip{number}").touch()

    def read(path: Path) -> ChipInfo:
        number = chip_number(path)
        label = labels[number]
        if label == LOCKED:
            raise PermissionError(errno.EACCES, "Permission denied")
        if label == BROKEN:
            raise OSError(errno.ENODEV, "No such device")
        return ChipInfo(number, path, label, 54)

    return read


@pytest.mark.parametrize(
    ("labels", "header"),
    [
        ({0: "pinctrl-bcm2835", 1: "raspberrypi-exp-gpio"}, 0),
        ({0: "pinctrl-bcm2711", 1: "raspberrypi-exp-gpio"}, 0),
        ({0: "gpio-brcmstb@107d508500", 4: "pinctrl-rp1"}, 4),
        ({0: "pinctrl-rp1", 10: "gpio-brcmstb@107d508500"}, 0),
        ({11: "gpio-brcmstb@107d508500", 12: "x", 13: "y", 14: "z", 15: "pinctrl-rp1"}, 15),
        ({1: "gpio-brcmstb@107d508500", 11: "pinctrl-rp1"}, 11),
    ],
)
def test_the_header_is_found_by_its_label_whatever_its_number(tmp_path, labels, header):
    assert find_header_chip(tmp_path, devices(tmp_path, labels)).number == header


def test_a_link_to_the_header_does_not_make_it_two(tmp_path):
    read = devices(tmp_path, {0: "pinctrl-rp1"})
    (tmp_path / "dev" / "gpiochip4").symlink_to("gpiochip0")
    assert find_header_chip(tmp_path, read).path.name == "gpiochip0"


def test_nodes_are_sorted_by_the_whole_number_and_others_are_not_chips(tmp_path):
    devices(tmp_path, {2: "a", 10: "b", 1: "c"})
    (tmp_path / "dev" / "gpiochip1a").touch()
    (tmp_path / "dev" / "gpiomem").touch()
    assert [path.name for path in chip_nodes(tmp_path)] == ["gpiochip1", "gpiochip2", "gpiochip10"]


@pytest.mark.parametrize("chip", [12, "12", "gpiochip12", "/dev/gpiochip12", Path("/x/gpiochip12")])
def test_a_chip_is_named_by_number_or_node(chip):
    assert chip_number(chip) == 12


def test_what_is_no_chip_is_refused():
    with pytest.raises(BackendError, match="'gpiomem' is no GPIO chip: name one as /dev/gpiochip0"):
        chip_number("gpiomem")


def test_a_number_is_a_node_under_the_root_and_a_path_is_itself():
    assert chip_path(3, "/r") == chip_path("gpiochip3", "/r") == Path("/r/dev/gpiochip3")
    assert chip_path("/dev/gpiochip3", "/r") == Path("/dev/gpiochip3")


def test_without_any_chip_it_says_so(tmp_path):
    with pytest.raises(BackendError, match=r"no GPIO chip in .*/dev: this is no Raspberry Pi, or"):
        find_header_chip(tmp_path)


def test_chips_with_other_labels_are_listed(tmp_path):
    read = devices(tmp_path, {0: "gpio-sim.0-node0", 3: BROKEN})
    with pytest.raises(BackendError) as caught:
        find_header_chip(tmp_path, read)
    text = str(caught.value)
    assert "(labels pinctrl-rp1, pinctrl-bcm2711, pinctrl-bcm2835)" in text
    assert "found are gpiochip0 (gpio-sim.0-node0), gpiochip3 (No such device)" in text


def test_two_headers_are_named_not_chosen_from(tmp_path):
    read = devices(tmp_path, {0: "pinctrl-rp1", 5: "pinctrl-bcm2835"})
    with pytest.raises(
        BackendError, match=r"gpiochip0 \(pinctrl-rp1\), gpiochip5 \(pinctrl-bcm2835\)\. Name its"
    ):
        find_header_chip(tmp_path, read)


def test_another_label_may_be_the_headers(tmp_path):
    read = devices(tmp_path, {0: "pinctrl-rp1", 1: "my-header"})
    assert find_header_chip(tmp_path, read, named="my-header").number == 1


def test_a_label_that_no_chip_has_is_told_with_those_there_are(tmp_path):
    read = devices(tmp_path, {0: "pinctrl-rp1", 1: "x"})
    with pytest.raises(BackendError) as caught:
        find_header_chip(tmp_path, read, named="my-header")
    assert str(caught.value) == (
        "no GPIO chip has the label 'my-header' of hardware.chip; found are gpiochip0"
        " (pinctrl-rp1), gpiochip1 (x). Name one of these labels, a device as /dev/gpiochip0, or"
        " auto"
    )


def test_a_device_may_be_named_also_by_a_link(tmp_path):
    read = devices(tmp_path, {3: "whatever"})
    link = tmp_path / "dev" / "header"
    link.symlink_to("gpiochip3")
    found = find_header_chip(tmp_path, read, named=str(link))
    assert (found.path.name, found.label) == ("gpiochip3", "whatever")


def test_a_device_that_is_not_there_is_told(tmp_path):
    with pytest.raises(BackendError, match="/dev/gone cannot be opened: No such file"):
        find_header_chip(tmp_path, named="/dev/gone")


def test_a_locked_chip_names_the_command_that_opens_it(tmp_path):
    read = devices(tmp_path, {0: LOCKED, 1: "raspberrypi-exp-gpio"})
    with pytest.raises(BackendError) as caught:
        find_header_chip(tmp_path, read)
    assert f"sudo usermod -aG gpio {getpass.getuser()}, then log in again" in str(caught.value)


def test_a_locked_chip_does_not_hide_the_header(tmp_path):
    read = devices(tmp_path, {0: LOCKED, 1: "pinctrl-rp1"})
    assert find_header_chip(tmp_path, read).number == 1


def test_the_kernels_answer_about_a_chip_is_read(tmp_path, monkeypatch):
    def ioctl(_fd: int, request: int, data: bytes) -> bytes:
        assert (request, len(data)) == (0x8044B401, 68)
        return struct.pack("=32s32sI", b"gpiochip11", b"pinctrl-rp1", 54)

    monkeypatch.setattr(chips, "ioctl", ioctl)
    node = tmp_path / "gpiochip11"
    node.touch()
    assert read_chip(node) == ChipInfo(11, node, "pinctrl-rp1", 54)


@pytest.mark.parametrize(
    ("consumer", "flags", "user"),
    [(b"spi0 CS0", 1 | 8, "spi0 CS0"), (b"", 1, "the kernel"), (b"", 4, None)],
)
def test_the_kernels_answer_about_a_lines_holder_is_read(
    tmp_path, monkeypatch, consumer, flags, user
):
    def ioctl(_fd: int, request: int, data: bytearray) -> int:
        assert (request, len(data)) == (0xC100B405, 256)
        (offset,) = struct.unpack_from("=I", data, 64)
        struct.pack_into("=32s32sIIQ", data, 0, b"GPIO8", consumer, offset, 0, flags)
        assert offset == 8
        return 0

    monkeypatch.setattr(chips, "ioctl", ioctl)
    node = tmp_path / "gpiochip0"
    node.touch()
    assert line_user(node, 8) == user


def device_tree(root: Path, **properties: bytes) -> Path:
    base = root / "sys/firmware/devicetree/base"
    (base / "system").mkdir(parents=True)
    for name, value in properties.items():
        path = "system/linux,revision" if name == "revision" else name
        (base / path).write_bytes(value)
    return root


@pytest.mark.parametrize(
    ("raw", "code"),
    [("00902120", 0x902120), ("01c04170", 0xC04170), ("0100000e", 0x000E), ("00a020d3", 0xA020D3)],
)
def test_the_revision_is_the_device_trees_without_its_flags(tmp_path, raw, code):
    assert board_revision(device_tree(tmp_path, revision=bytes.fromhex(raw))) == code


@pytest.mark.parametrize(
    ("compatible", "code"),
    [
        (b"raspberrypi,5-model-b\0brcm,bcm2712\0", 0xC04170),
        (b"raspberrypi,5-of-tomorrow\0brcm,bcm2712\0", 0xC04170),
        (b"raspberrypi,model-zero-2-w\0brcm,bcm2837\0", 0x902120),
    ],
)
def test_without_a_revision_the_model_tells_a_usual_one(tmp_path, compatible, code):
    assert board_revision(device_tree(tmp_path, compatible=compatible)) == code


def test_without_a_device_tree_the_header_chips_label_does(tmp_path):
    assert board_revision(tmp_path, "pinctrl-bcm2711") == 0xC03114
    assert board_revision(tmp_path) == 0x902120


def test_the_model_is_named_as_the_firmware_does(tmp_path):
    root = device_tree(tmp_path, model=b"Raspberry Pi 5 Model B Rev 1.0\0")
    assert model_name(root) == "Raspberry Pi 5 Model B Rev 1.0"
    assert model_name(tmp_path / "nowhere") is None
