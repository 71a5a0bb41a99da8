"""The USB port's script on a configfs that behaves as the kernel's, in a folder."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from showdown_protocol import usb

SCRIPT = Path(__file__).parents[2] / "systemd/gadget"
UDC = "fe980000.usb"
PI_4 = "Raspberry Pi 4 Model B Rev 1.4"
PI_3 = "Raspberry Pi 3 Model B Plus Rev 1.3"
ZERO = "Raspberry Pi Zero 2 W Rev 1.0"
OVERLAY = "dtoverlay=dwc2,dr_mode=peripheral"

# What the kernel does beside making a folder: attributes and default folders are there at once, a
# function that is linked takes no settings, a controller takes no gadget without a function, and
# what is linked or has something in it is not removed. A file that refuses is a link to /dev/full.
KERNEL = r"""#!/bin/sh
G=$SHOWDOWN_GADGET_ROOT/sys/kernel/config/usb_gadget
have() { for f; do [ -e "$f" ] || : >"$f"; done; }
refuse() { if [ "$2" = yes ]; then [ -L "$1" ] || { rm0 "$1"; ln0 /dev/full "$1"; }
  elif [ -L "$1" ]; then rm0 "$1"; : >"$1"; else have "$1"; fi; }
rm0() { command -p rm -f "$1"; }
ln0() { command -p ln -s "$1" "$2"; }
settle() {
  for g in "$G"/*/; do
    g=${g%/}; [ -d "$g" ] || continue
    command -p mkdir -p "$g/strings" "$g/configs" "$g/functions"
    have "$g/idVendor" "$g/idProduct" "$g/bcdUSB" "$g/bcdDevice"
    have "$g/bDeviceClass" "$g/bDeviceSubClass" "$g/bDeviceProtocol"
    linked=no
    for c in "$g"/configs/*/; do
      c=${c%/}; [ -d "$c" ] || continue
      command -p mkdir -p "$c/strings"; have "$c/MaxPower" "$c/bmAttributes"
      [ -L "$c/acm.usb0" ] && linked=yes
    done
    [ -n "${FAKE_BUSY:-}" ] && busy=yes || { [ $linked = yes ] && busy=no || busy=yes; }
    refuse "$g/UDC" $busy
    for f in "$g"/functions/*/; do
      f=${f%/}; [ -d "$f" ] || continue
      printf '%s\n' "${FAKE_PORT:-0}" >"$f/port_num"
      [ -n "${FAKE_OLD:-}" ] || refuse "$f/protocol" $linked
    done
  done
}
case $0 in
*/rmdir)
  for d; do
    for l in "$G"/*/configs/*/acm.usb0; do
      [ -L "$l" ] && [ "$(readlink "$l")" = "$d" ] && exit 16
    done
    for s in "$d"/*; do
      case $s in */strings|*/configs|*/functions) [ -z "$(ls "$s")" ] || exit 39 ;;
      *) [ -L "$s" ] && [ "$(readlink "$s")" != /dev/full ] && exit 39
        [ -d "$s" ] && exit 39 ;; esac
    done
    command -p rm -rf "$d"
  done ;;
*/modprobe) case "${FAKE_MODULES:-}" in *"$1"*) command -p mkdir -p "$G" ;; *) exit 1 ;; esac ;;
*) command -p "${0##*/}" "$@" || exit ;;
esac
settle
"""


@dataclass
class Box:
    """A Raspberry Pi of files, and the script run on it."""

    root: Path
    bin: Path
    env: dict[str, str] = field(default_factory=dict)

    @property
    def gadgets(self) -> Path:
        return self.root / "sys/kernel/config/usb_gadget"

    @property
    def gadget(self) -> Path:
        return self.gadgets / "showdown"

    def file(self, path: str, text: str = "") -> Path:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        return file

    def run(
        self, *words: str, shell: tuple[str, ...] = ("sh",)
    ) -> subprocess.CompletedProcess[str]:
        env = {
            "PATH": f"{self.bin}:{os.environ['PATH']}",
            "SHOWDOWN_GADGET_ROOT": str(self.root),
            "SHOWDOWN_GADGET_PATIENCE": "0",
            **self.env,
        }
        return subprocess.run(
            [*shell, str(SCRIPT), *words], env=env, capture_output=True, text=True, check=False
        )

    def fine(self, *words: str) -> str:
        done = self.run(*words)
        assert done.returncode == 0, done.stderr + done.stdout
        assert done.stderr == ""
        return done.stdout

    def killed(self, word: str, at: int, before: str = 'mkdir*|rm*|ln*|"printf "*">"*') -> bool:
        """Run, and be killed before the change number `at`; False where there are fewer."""
        trap = (
            f"n=0; trap 'case $BASH_COMMAND in {before}) n=$((n + 1));"
            f' [ $n -eq {at} ] && kill -9 $$;; esac\' DEBUG; set -T; S=$0; . "$S"'
        )
        done = self.run(word, shell=("bash", "-c", trap))
        assert done.returncode in (0, -9), done.stderr
        return done.returncode == -9

    def tree(self) -> dict[str, str]:
        """Every file of the gadget with its text, every link with where it goes."""
        found = {}
        for path in sorted(self.gadget.rglob("*")):
            name = str(path.relative_to(self.gadget))
            if path.is_symlink():
                found[name] = f"-> {path.readlink()}".replace(str(self.root), "")
            elif path.is_file():
                found[name] = path.read_text().strip()
        return found


@pytest.fixture
def box(tmp_path: Path) -> Box:
    root, bin_ = tmp_path / "root", tmp_path / "bin"
    bin_.mkdir()
    for name in ("mkdir", "rmdir", "rm", "ln", "modprobe"):
        (bin_ / name).write_text(KERNEL)
        (bin_ / name).chmod(0o755)
    box = Box(root, bin_)
    box.gadgets.mkdir(parents=True)
    (root / "sys/class/udc" / UDC).mkdir(parents=True)
    box.file(f"sys/class/udc/{UDC}/function")
    box.file(f"sys/class/udc/{UDC}/state", "not attached\n")
    box.file("sys/firmware/devicetree/base/model", PI_4 + "\0")
    box.file("sys/firmware/devicetree/base/serial-number", "10000000abcdef01\0")
    box.file("proc/mounts", "configfs /sys/kernel/config configfs rw 0 0\n")
    return box


def no_udc(box: Box, model: str, config: str = "") -> str:
    shutil.rmtree(box.root / "sys/class/udc")
    box.file("sys/firmware/devicetree/base/model", model + "\0")
    box.file("boot/firmware/config.txt", config)
    done = box.run("up")
    assert done.returncode == 1
    return done.stderr


# --- what a host will see -------------------------------------------------------------------------


def test_the_port_says_who_it_is(box: Box) -> None:
    box.fine("up")
    tree = box.tree()
    assert int(tree["idVendor"], 16) == usb.VENDOR_ID
    assert int(tree["idProduct"], 16) == usb.PRODUCT_ID
    assert tree["strings/0x409/manufacturer"] == usb.MANUFACTURER
    assert tree["strings/0x409/product"] == usb.PRODUCT
    assert tree["strings/0x409/serialnumber"] == "10000000abcdef01"
    assert tree["UDC"] == UDC


def test_it_is_one_function_of_two_interfaces_and_takes_no_at_commands(box: Box) -> None:
    box.fine("up")
    tree = box.tree()
    device = [tree[f"bDevice{part}"] for part in ("Class", "SubClass", "Protocol")]
    assert device == ["0xEF", "0x02", "0x01"]
    assert tree["configs/c.1/acm.usb0"].endswith("/showdown/functions/acm.usb0")
    # Settled before the link, after which the kernel refuses; seen here by the link to /dev/full.
    assert tree["functions/acm.usb0/protocol"] == "-> /dev/full"


def test_the_setting_of_the_protocol_is_made_while_it_can_be(box: Box) -> None:
    assert box.killed("up", 1, before="ln*")
    assert box.tree()["functions/acm.usb0/protocol"] == "0"


def test_a_kernel_without_that_setting_will_do(box: Box) -> None:
    box.env["FAKE_OLD"] = "1"
    box.fine("up")
    assert "functions/acm.usb0/protocol" not in box.tree()


@pytest.mark.parametrize(("model", "attributes", "power"), [(ZERO, 0x80, 500), (PI_4, 0xC0, 2)])
def test_power_is_as_the_model_gets_it(box: Box, model: str, attributes: int, power: int) -> None:
    box.file("sys/firmware/devicetree/base/model", model + "\0")
    box.fine("up")
    tree = box.tree()
    assert int(tree["configs/c.1/bmAttributes"], 16) == attributes
    assert int(tree["configs/c.1/MaxPower"]) == power


@pytest.mark.parametrize("model", [ZERO, PI_4, PI_3, "", "Some Board"])
def test_it_never_wakes_a_computer(box: Box, model: str) -> None:
    box.file("sys/firmware/devicetree/base/model", model)
    box.fine("up")
    assert not int(box.tree()["configs/c.1/bmAttributes"], 16) & 0x20


def test_the_serial_of_another_computer_is_made_from_its_id_but_is_not_its_id(box: Box) -> None:
    (box.root / "sys/firmware/devicetree/base/serial-number").unlink()
    machine = "0123456789abcdef0123456789abcdef"
    box.file("etc/machine-id", machine + "\n")
    box.fine("up")
    serial = box.tree()["strings/0x409/serialnumber"]
    assert re.fullmatch(r"[0-9a-f]{16}", serial)
    assert serial not in machine


def test_without_any_serial_it_says_so_and_goes_on(box: Box) -> None:
    (box.root / "sys/firmware/devicetree/base/serial-number").unlink()
    assert "has a serial number" in box.fine("up")
    assert box.tree()["strings/0x409/serialnumber"] == "0" * 16


def test_the_test_id_is_told_once(box: Box) -> None:
    assert usb.IS_TEST_ID
    assert box.fine("up").count("1209:0001 is a test id") == 1
    assert "test id" not in box.fine("up")


# --- up, down, again ------------------------------------------------------------------------------


def test_up_twice_is_up(box: Box) -> None:
    box.fine("up")
    before = box.tree()
    assert box.fine("up").startswith("is up already: /dev/ttyGS0 on fe980000.usb, 1209:0001")
    assert box.tree() == before


def test_down_leaves_nothing(box: Box) -> None:
    box.fine("up")
    assert box.fine("down") == "down\n"
    assert list(box.gadgets.iterdir()) == []
    assert box.fine("down") == "is down already\n"


def test_status_tells_port_identity_and_state(box: Box) -> None:
    box.fine("up")
    told = "up: /dev/ttyGS0 on fe980000.usb, 1209:0001 'Showdown Unit', serial 10000000abcdef01"
    assert box.fine("status") == f"{told}, not attached\n"


def test_status_of_a_port_that_is_down_has_the_command(box: Box) -> None:
    done = box.run("status")
    assert (done.returncode, done.stdout) == (3, "down: sudo systemctl start showdown-gadget\n")


def test_a_tty_of_another_number_is_ours_by_number(box: Box) -> None:
    box.env["FAKE_PORT"] = "2"
    assert "/dev/ttyGS2" in box.fine("up")
    assert box.run("owns", "ttyGS2").returncode == 0
    assert box.run("owns", "ttyGS0").returncode != 0


def test_no_tty_is_ours_before_there_is_a_port(box: Box) -> None:
    assert box.run("owns", "ttyGS0").returncode != 0


@pytest.mark.parametrize("words", [(), ("restart",), ("up", "now"), ("owns",)])
def test_other_words_are_refused(box: Box, words: tuple[str, ...]) -> None:
    assert box.run(*words).returncode != 0
    assert list(box.gadgets.iterdir()) == []


def test_a_port_that_a_program_has_open_is_unplugged_but_not_waited_for(box: Box) -> None:
    box.fine("up")
    box.file("proc/812/comm", "showdown-unit\n")
    (box.root / "proc/812/fd").mkdir()
    (box.root / "proc/812/fd/9").symlink_to("/dev/ttyGS0")
    told = box.fine("down")
    assert "/dev/ttyGS0 is open in showdown-unit (pid 812)" in told
    assert "sudo systemctl stop showdown-unit" in told
    assert box.tree()["UDC"] == ""
    assert box.run("status").stdout.startswith("down: made, but not on the controller")
    box.fine("up")
    assert box.tree()["UDC"] == UDC


# --- half made ------------------------------------------------------------------------------------


@pytest.mark.timeout(90)
def test_killed_while_going_up_it_is_taken_over(box: Box) -> None:
    box.fine("up")
    whole = box.tree()
    box.fine("down")
    at = 1
    while box.killed("up", at):
        box.fine("up")
        assert box.tree() == whole, f"killed before change {at}"
        shutil.rmtree(box.gadget)
        at += 1
    assert at > 15


@pytest.mark.timeout(90)
def test_killed_while_going_up_it_can_be_taken_down(box: Box) -> None:
    at = 1
    while box.killed("up", at):
        box.fine("down")
        assert list(box.gadgets.iterdir()) == [], f"killed before change {at}"
        at += 1
    assert at > 15


@pytest.mark.timeout(90)
def test_killed_while_going_down_it_goes_either_way(box: Box) -> None:
    box.fine("up")
    whole = box.tree()
    at = 1
    while box.killed("down", at):
        box.fine("up")
        assert box.tree() == whole, f"killed before change {at}"
        assert box.killed("down", at)
        box.fine("down")
        assert list(box.gadgets.iterdir()) == [], f"killed before change {at}"
        box.fine("up")
        at += 1
    assert at > 5


# --- what can be wrong ----------------------------------------------------------------------------


def test_no_controller_and_no_line_for_it(box: Box) -> None:
    told = no_udc(box, PI_4)
    assert told == (
        f"error: {PI_4} has no USB device controller: sudo showdown-unit setup puts {OVERLAY} into"
        " /boot/firmware/config.txt, then sudo reboot\n"
    )


def test_no_controller_though_the_line_is_there(box: Box) -> None:
    told = no_udc(box, PI_4, f"[all]\n{OVERLAY}\n")
    assert "sudo reboot" in told
    assert "puts" not in told


def test_no_controller_for_the_line_makes_a_host_of_it(box: Box) -> None:
    told = no_udc(box, ZERO, "dtoverlay=dwc2,dr_mode=host\n")
    assert f"setup makes it {OVERLAY}" in told


def test_a_line_that_is_a_comment_is_none(box: Box) -> None:
    assert "puts" in no_udc(box, ZERO, f"#{OVERLAY}\n")


@pytest.mark.parametrize(
    "model", [PI_3, "Raspberry Pi 2 Model B Rev 1.1", "Raspberry Pi 3 Model B"]
)
def test_a_model_without_a_device_port_is_told_so(box: Box, model: str) -> None:
    told = no_udc(box, model)
    assert "has no USB device port: connect the unit by its UART" in told


def test_the_3_a_plus_has_a_device_port(box: Box) -> None:
    assert "showdown-unit setup" in no_udc(box, "Raspberry Pi 3 Model A Plus Rev 1.0")


def test_without_a_controller_nothing_is_made_and_status_says_why(box: Box) -> None:
    no_udc(box, PI_4)
    assert list(box.gadgets.iterdir()) == []
    done = box.run("status")
    assert done.returncode == 3
    assert "showdown-unit setup" in done.stdout


def test_taken_by_another_gadget_in_configfs(box: Box) -> None:
    box.file("sys/kernel/config/usb_gadget/kvm/UDC", UDC + "\n")
    done = box.run("up")
    assert done.returncode == 1
    assert f"{UDC} is taken by the USB gadget kvm in configfs" in done.stderr
    assert not box.gadget.exists()
    assert "the USB gadget kvm" in box.run("status").stdout


def test_another_gadget_that_is_not_bound_is_no_matter(box: Box) -> None:
    box.file("sys/kernel/config/usb_gadget/kvm/UDC", "\n")
    box.fine("up")


@pytest.mark.parametrize("module", ["g_ether", "g_serial"])
def test_taken_by_a_module(box: Box, module: str) -> None:
    box.file(f"sys/class/udc/{UDC}/function", module + "\n")
    done = box.run("up")
    assert done.returncode == 1
    assert f"is taken by the kernel module {module}: take it out of" in done.stderr
    assert "/boot/firmware/cmdline.txt" in done.stderr
    assert module in box.run("status").stdout


def test_taken_by_raspberry_pis_usb_network(box: Box) -> None:
    box.file(f"sys/class/udc/{UDC}/function", "g_ether\n")
    box.file("etc/modules-load.d/usb-gadget.conf", "g_ether\n")
    assert "sudo rpi-usb-gadget off" in box.run("up").stderr


def test_taken_by_something_unheard_of(box: Box) -> None:
    box.file(f"sys/class/udc/{UDC}/function", "raw-gadget\n")
    assert "is taken by raw-gadget" in box.run("up").stderr


def test_a_controller_that_refuses_names_the_kernels_log(box: Box) -> None:
    box.env["FAKE_BUSY"] = "1"
    done = box.run("up")
    assert done.returncode == 1
    assert "does not take the port: sudo dmesg" in done.stderr


def test_configfs_is_not_mounted(box: Box) -> None:
    shutil.rmtree(box.gadgets)
    box.file("proc/mounts", "proc /proc proc rw 0 0\n")
    done = box.run("up")
    assert done.returncode == 1
    assert "sudo systemctl start sys-kernel-config.mount" in done.stderr


def test_the_module_is_missing(box: Box) -> None:
    shutil.rmtree(box.gadgets)
    done = box.run("up")
    assert done.returncode == 1
    assert "the kernel has no libcomposite" in done.stderr


def test_the_module_is_loaded_where_it_is_not(box: Box) -> None:
    shutil.rmtree(box.gadgets)
    box.env["FAKE_MODULES"] = "libcomposite"
    box.fine("up")


def test_raspberry_pis_usb_network_is_known_wherever_its_list_lies(box: Box) -> None:
    box.file(f"sys/class/udc/{UDC}/function", "g_ether\n")
    box.file("usr/lib/modules-load.d/usb-gadget.conf", "g_ether\n")
    assert "sudo rpi-usb-gadget off" in box.run("up").stderr


# --- more than one controller ---------------------------------------------------------------------


def second(box: Box, name: str = "aa000000.usb") -> str:
    """A controller that sorts before the one that there is."""
    box.file(f"sys/class/udc/{name}/function")
    box.file(f"sys/class/udc/{name}/state", "not attached\n")
    return name


def test_of_two_controllers_the_free_one_is_taken(box: Box) -> None:
    box.file("sys/kernel/config/usb_gadget/kvm/UDC", second(box) + "\n")
    box.fine("up")
    assert box.tree()["UDC"] == UDC


def test_a_controller_that_comes_later_does_not_move_the_port(box: Box) -> None:
    box.fine("up")
    second(box)
    assert box.fine("up").startswith(f"is up already: /dev/ttyGS0 on {UDC}")
    assert box.fine("status").startswith(f"up: /dev/ttyGS0 on {UDC}")
    assert box.tree()["UDC"] == UDC


def test_where_all_are_taken_one_of_them_is_told(box: Box) -> None:
    box.file("sys/kernel/config/usb_gadget/kvm/UDC", second(box) + "\n")
    box.file(f"sys/class/udc/{UDC}/function", "g_ether\n")
    told = box.run("up").stderr
    assert "aa000000.usb is taken by the USB gadget kvm" in told


def test_a_controller_that_vanished_is_left_for_another(box: Box) -> None:
    box.fine("up")
    shutil.rmtree(box.root / "sys/class/udc" / UDC)
    assert box.run("status").stdout.startswith("down: ")
    second(box)
    box.fine("up")
    assert box.tree()["UDC"] == "aa000000.usb"


# --- odd serial numbers, several at once, the journal ---------------------------------------------


@pytest.mark.parametrize("serial", ["a'b\"c", "$(reboot)`x`", "a b\\n%s"])
def test_a_serial_number_is_never_read_as_words_of_the_shell(box: Box, serial: str) -> None:
    box.file("sys/firmware/devicetree/base/serial-number", serial + "\0")
    assert box.fine("up").splitlines()[0].endswith(f"serial {serial}")
    assert box.tree()["strings/0x409/serialnumber"] == serial


def test_a_serial_number_is_no_longer_than_the_kernel_takes(box: Box) -> None:
    box.file("sys/firmware/devicetree/base/serial-number", "9" * 500 + "\0")
    box.fine("up")
    assert box.tree()["strings/0x409/serialnumber"] == "9" * 64


@pytest.mark.parametrize("serial", ["", "\0", "\n"])
@pytest.mark.parametrize("machine", ["", "uninitialized\n"])
def test_what_is_no_number_is_none(box: Box, serial: str, machine: str) -> None:
    box.file("sys/firmware/devicetree/base/serial-number", serial)
    box.file("etc/machine-id", machine)
    assert "has a serial number" in box.fine("up")
    assert box.tree()["strings/0x409/serialnumber"] == "0" * 16


@pytest.mark.parametrize("words", [("up", "up"), ("up", "down"), ("down", "up")])
def test_two_at_once_come_one_after_the_other(box: Box, words: tuple[str, str]) -> None:
    box.fine("up")
    whole = box.tree()
    if words[0] == "up":
        box.fine("down")
    with ThreadPoolExecutor() as pool:
        for _ in range(4):
            both = list(pool.map(box.run, words))
            assert [done.returncode for done in both] == [0, 0], both
            assert not box.gadget.exists() or box.tree() == whole


def test_under_systemd_warnings_and_errors_are_marked_for_the_journal(
    box: Box, tmp_path: Path
) -> None:
    journal = tmp_path / "journal"
    box.env.update(SHOWDOWN_GADGET_ROOT=str(box.root), SHOWDOWN_GADGET_PATIENCE="0")
    env = {**os.environ, **box.env, "PATH": f"{box.bin}:{os.environ['PATH']}"}

    def told(stream: str) -> list[str]:
        with journal.open("w") as file:
            place = os.fstat(file.fileno())
            env["JOURNAL_STREAM"] = stream or f"{place.st_dev}:{place.st_ino}"
            command = ["sh", str(SCRIPT), "up"]
            subprocess.run(command, env=env, stdout=file, stderr=file, check=False)
        return journal.read_text().splitlines()

    assert told("")[1].startswith("<4>warning: 1209:0001")
    box.fine("down")
    assert told("1:2")[1].startswith("warning: 1209:0001")
    shutil.rmtree(box.gadgets)
    assert told("")[0].startswith("<3>error: ")


@pytest.mark.skipif(os.geteuid() != 0, reason="becoming somebody else needs root")
def test_without_rights_it_says_so(box: Box) -> None:
    for folder in (box.root, *box.root.parents):
        if folder.stat().st_mode & 0o005 != 0o005:
            folder.chmod(0o755)
    shell = ("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "sh")
    for word in ("up", "down"):
        box.gadget.mkdir(exist_ok=True)
        done = box.run(word, shell=shell)
        assert done.returncode == 1
        assert f"error: this needs root: sudo {SCRIPT} {word}" in done.stderr
