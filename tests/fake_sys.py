"""A Raspberry Pi's /sys and device tree in a folder, and a kernel behind its PWM files."""

from __future__ import annotations

import errno
import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

ZERO_2_W = "raspberrypi,model-zero-2-w"
PI_3 = "raspberrypi,3-model-b-plus"
PI_4 = "raspberrypi,4-model-b"
PI_5 = "raspberrypi,5-model-b"
PROCESSORS = {ZERO_2_W: "bcm2837", PI_3: "bcm2837", PI_4: "bcm2711", PI_5: "bcm2712"}

HANDLE = 0x7B


def cells(*numbers: int) -> bytes:
    return b"".join(number.to_bytes(4, "big") for number in numbers)


@dataclass
class FakePi:
    """`root` as the drivers take it. `pwms` maps a pwmchip's number to its platform device."""

    root: Path
    model: str
    pwms: dict[int, str]
    header_chip: int = 0
    pins: Sequence[int] = (12,)
    functions: Sequence[int] = (4,)
    files: FakeKernel = field(init=False)

    def __post_init__(self) -> None:
        tree = self.root / "sys/firmware/devicetree/base"
        header = tree / "soc/gpio@0"
        group = header / "pwm_pins"
        group.mkdir(parents=True)
        compatible = f"{self.model}\0brcm,{PROCESSORS.get(self.model, 'other')}\0"
        (tree / "compatible").write_bytes(compatible.encode())
        (group / "phandle").write_bytes(cells(HANDLE))
        (group / "brcm,pins").write_bytes(cells(*self.pins))
        (group / "brcm,function").write_bytes(cells(*self.functions))
        (header / "bank0").mkdir()
        (header / "bank0" / "phandle").write_bytes(cells(HANDLE + 1))
        chips = self.root / "sys/bus/gpio/devices"
        (chips / f"gpiochip{self.header_chip}").mkdir(parents=True)
        (chips / f"gpiochip{self.header_chip}" / "of_node").symlink_to(header)
        for number, device in self.pwms.items():
            self._pwm(number, device, tree)
        self.files = FakeKernel()

    @property
    def written(self) -> list[str]:
        """`enable 1` and so on, since the last call."""
        return self.files.taken()

    def chip(self, number: int) -> Path:
        return self.root / f"sys/class/pwm/pwmchip{number}"

    def channel(self, number: int, channel: int) -> Path:
        return self.chip(number) / f"pwm{channel}"

    def _pwm(self, number: int, device: str, tree: Path) -> None:
        platform = self.root / "sys/devices/platform/soc" / device
        chip = platform / "pwm" / f"pwmchip{number}"
        chip.mkdir(parents=True)
        for name in ("export", "unexport"):
            (chip / name).touch()
        (chip / "npwm").write_text("2\n")
        (chip / "device").symlink_to("../../../" + device)
        node = tree / "soc" / f"pwm@{number}"
        node.mkdir()
        (node / "pinctrl-0").write_bytes(cells(HANDLE))
        (platform / "of_node").symlink_to(node)
        classes = self.root / "sys/class/pwm"
        classes.mkdir(parents=True, exist_ok=True)
        (classes / f"pwmchip{number}").symlink_to(os.path.relpath(chip, classes))


@dataclass
class FakeKernel:
    """Reads and writes the files as the kernel's PWM would take them, and keeps the writes.

    `refuse` maps a file's name to the error number of its writes, as long as it stays there.
    """

    refuse: dict[str, int] = field(default_factory=dict)
    log: list[str] = field(default_factory=list)

    def taken(self) -> list[str]:
        taken, self.log[:] = list(self.log), []
        return taken

    def read(self, path: Path) -> str:
        return path.read_text().strip()

    def write(self, path: Path, text: str) -> None:
        if path.name in self.refuse:
            number = self.refuse[path.name]
            raise OSError(number, os.strerror(number), str(path))
        if not path.exists():
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))
        self.log.append(f"{path.name} {text}")
        if path.name == "export":
            self._export(path.parent / f"pwm{text}")
        elif path.name == "unexport":
            for file in (path.parent / f"pwm{text}").iterdir():
                file.unlink()
            (path.parent / f"pwm{text}").rmdir()
        else:
            self._apply(path, text)

    def _export(self, channel: Path) -> None:
        if channel.exists():
            raise OSError(errno.EBUSY, os.strerror(errno.EBUSY))
        make_channel(channel)

    def _apply(self, path: Path, text: str) -> None:
        state = {name: int(self.read(path.parent / name)) for name in ("period", "duty_cycle")}
        enabled = self.read(path.parent / "enable") == "1"
        if path.name in state:
            state[path.name] = int(text)
        if path.name == "polarity":
            if enabled:
                raise OSError(errno.EBUSY, os.strerror(errno.EBUSY), str(path))
        elif not state["period"] or state["duty_cycle"] > state["period"]:
            raise OSError(errno.EINVAL, os.strerror(errno.EINVAL), str(path))
        path.write_text(text + "\n")


def make_channel(
    channel: Path, period: int = 0, duty: int = 0, enable: int = 0, polarity: str = "normal"
) -> None:
    channel.mkdir()
    states = {"period": period, "duty_cycle": duty, "enable": enable, "polarity": polarity}
    for name, value in states.items():
        (channel / name).write_text(f"{value}\n")
