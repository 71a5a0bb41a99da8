"""For the tests of `setup`: the texts of Raspberry Pi OS, and a system in a folder."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from showdown_hw.board import Board
from showdown_hw.models import MODELS, Model
from showdown_unit.config import Config, load
from showdown_unit.setup_files import BootPartition, Disk
from showdown_unit.setup_plan import Boot, Mask, Plan, SetText

STOCK = """\
# For more options and information see
# http://rptl.io/configtxt
#dtparam=i2c_arm=on

# Enable audio (loads snd_bcm2835)
dtparam=audio=on
camera_auto_detect=1
dtoverlay=vc4-kms-v3d
arm_boost=1

[cm4]
# Enable host mode on the 2711 built-in XHCI USB controller.
otg_mode=1

[cm5]
dtoverlay=dwc2,dr_mode=host

[all]
"""

CMDLINE = (
    "console=serial0,115200 console=tty1 root=PARTUUID=d89b055c-02 rootfstype=ext4"
    " fsck.repair=yes rootwait cfg80211.ieee80211_regdom=GB ds=nocloud;i=rpi-imager-1764000000000\n"
)
WITHOUT_CONSOLE = CMDLINE.removeprefix("console=serial0,115200 ")

USB = {"links.tty": [{"path": "/dev/ttyGS0"}]}
UART = {"links.tty": [{"path": "/dev/ttyAMA0", "uart": True}]}
GETTY = "serial-getty@ttyAMA0.service"
DEFAULT = Board.named("default")


def model(name: str) -> Model:
    return next(row for row in MODELS if row.name == name)


def config(**overrides: object) -> Config:
    return load(overrides={key.replace("__", "."): value for key, value in overrides.items()})


def links(tty: dict[str, list[dict[str, object]]]) -> Config:
    return load(overrides=dict(tty))


def after(boot: Boot, plan: Plan) -> Boot:
    """What is there once the plan's steps are done."""
    config_txt, cmdline, masked = boot.config_txt, boot.cmdline_txt, set(boot.masked)
    for step in plan.steps:
        if isinstance(step, Mask):
            (masked.add if step.on else masked.discard)(step.unit)
        elif step.file == "config.txt":
            config_txt = step.text
        else:
            cmdline = step.text
    return Boot(
        config_txt=config_txt,
        cmdline_txt=cmdline,
        masked=frozenset(masked),
        modules=boot.modules,
    )


def texts(plan: Plan) -> list[str]:
    return [step.file if isinstance(step, SetText) else step.unit for step in plan.steps]


def system(
    root: Path,
    config_txt: str = STOCK,
    cmdline: str = CMDLINE,
    *,
    folder: str = "boot/firmware",
    compatible: str = "raspberrypi,model-zero-2-w",
) -> Path:
    """A system below `root`; its boot folder."""
    boot = root / folder
    boot.mkdir(parents=True)
    (boot / "config.txt").write_bytes(config_txt.encode())
    (boot / "cmdline.txt").write_bytes(cmdline.encode())
    tree = root / "sys/firmware/devicetree/base"
    tree.mkdir(parents=True)
    (tree / "compatible").write_bytes(f"{compatible}\0".encode())
    return boot


def files(root: Path) -> dict[str, bytes]:
    """Every file and link below `root`, but for the device tree."""
    return {
        str(path.relative_to(root)): (
            str(path.readlink()).encode() if path.is_symlink() else path.read_bytes()
        )
        for path in sorted(root.rglob("*"))
        if path.is_symlink() or (path.is_file() and "sys" not in path.relative_to(root).parts)
    }


class PowerCut(BaseException):
    pass


class CutDisk(Disk):
    """The power goes at the `last`th call: before it, or in the middle of a write.

    Nothing waits for the disk here: only the order of the calls is looked at.
    """

    def __init__(self, last: int, *, torn: bool = False) -> None:
        self.calls = 0
        self._last = last
        self._torn = torn

    def _count(self) -> bool:
        self.calls += 1
        if self.calls == self._last and not self._torn:
            raise PowerCut
        return self.calls == self._last

    def write(self, path: Path, data: bytes) -> None:
        if self._count():
            path.write_bytes(data[: len(data) // 2])
            raise PowerCut
        path.write_bytes(data)

    def _done(self, act: Callable[[], None]) -> None:
        if self._count():
            raise PowerCut
        act()

    def rename(self, old: Path, new: Path) -> None:
        self._done(lambda: super(CutDisk, self).rename(old, new))

    def link(self, path: Path, target: Path) -> None:
        self._done(lambda: super(CutDisk, self).link(path, target))

    def remove(self, path: Path) -> None:
        self._done(lambda: super(CutDisk, self).remove(path))

    def sync(self, folder: Path) -> None:
        self._done(lambda: None)


def do(root: Path, plan_of: Callable[[Boot], Plan], disk: Disk | None = None) -> None:
    """What the command does, without its words."""
    partition = BootPartition(root, disk or CutDisk(0))
    wish = plan_of(partition.read())
    if wish.steps:
        partition.back_up()
    for step in wish.steps:
        partition.take(step)
