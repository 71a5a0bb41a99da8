"""Which lines each model, board and configuration needs: the whole block, line by line."""

from __future__ import annotations

import pytest

from setup_kit import CMDLINE, DEFAULT, GETTY, STOCK, UART, USB, WITHOUT_CONSOLE, config, links
from setup_kit import model as model_named
from showdown_hw.board import Board
from showdown_hw.models import MODELS
from showdown_unit.setup_plan import Boot, plan
from showdown_unit.setup_text import BEGIN, END

PWM = "dtoverlay=pwm,pin=12,func=4"
PINS = ["gpio=17,27,22,23,24,12,25=op,dl", "gpio=5,6,26=ip,pu"]
PERIPHERAL = "dtoverlay=dwc2,dr_mode=peripheral"
SILENT = ["dtoverlay=", "dtparam=audio=off"]
BLUETOOTH = ["enable_uart=1", "dtoverlay=disable-bt"]


def block(text: str) -> list[str]:
    """The lines of our block that set something, with their filters."""
    inside = text[text.index(BEGIN) : text.index(END)]
    return [line for line in inside.splitlines() if not line.startswith("#")]


def made(name, settings=USB, board=DEFAULT, config_txt=STOCK):
    wish = plan(model_named(name), board, links(settings), Boot(config_txt=config_txt))
    return block(wish.config_txt)


@pytest.mark.parametrize(
    ("name", "settings", "lines"),
    [
        ("Zero 2 W", USB, [PERIPHERAL, PWM, *PINS]),
        ("Zero 2 W", UART, [*BLUETOOTH, PWM, *PINS]),
        ("3 A+", USB, [*SILENT, PERIPHERAL, PWM, *PINS]),
        ("3 B", USB, [*SILENT, *BLUETOOTH, PWM, *PINS]),
        ("3 B+", UART, [*SILENT, *BLUETOOTH, PWM, *PINS]),
        ("4 B", USB, [*SILENT, PERIPHERAL, PWM, *PINS]),
        ("4 B", UART, [*SILENT, *BLUETOOTH, PWM, *PINS]),
        ("400", USB, [PERIPHERAL, PWM, *PINS]),
        ("Compute Module 4", USB, [PERIPHERAL, PWM, *PINS, "otg_mode=0"]),
        ("5 B", USB, [PERIPHERAL, PWM, *PINS]),
        ("5 B", UART, ["dtoverlay=", "dtparam=uart0=on", PWM, *PINS]),
        ("500", USB, [PERIPHERAL, PWM, *PINS]),
        ("Compute Module 5", USB, [PERIPHERAL, PWM, *PINS]),
    ],
)
def test_a_stock_file_gets_exactly_these_lines(name, settings, lines):
    assert made(name, settings) == ["[all]", *lines]


def test_both_links_get_both():
    both = {"links.tty": USB["links.tty"] + UART["links.tty"]}
    assert made("Zero 2 W", both) == ["[all]", *BLUETOOTH, PERIPHERAL, PWM, *PINS]


def test_an_adapter_s_uart_needs_no_pins_of_ours():
    adapter = {"links.tty": [*USB["links.tty"], {"path": "/dev/ttyUSB0", "uart": True}]}
    assert made("Zero 2 W", adapter) == made("Zero 2 W", USB)


def test_without_a_tty_in_the_configuration_the_usb_port_serves():
    assert PERIPHERAL in made("Zero 2 W", {"links.tty": []})


@pytest.mark.parametrize("overlay", ["vc4-kms-v3d", "dwc2,dr_mode=host"])
def test_an_overlay_above_does_not_take_our_parameters(overlay):
    """vc4-kms-v3d has an `audio` of its own: that of HDMI, which stays as it is."""
    lines = made("4 B", config_txt=f"dtoverlay={overlay}\n")
    assert lines.index("dtoverlay=") < lines.index("dtparam=audio=off")


def test_the_whole_text_is_pinned():
    wish = plan(model_named("Zero 2 W"), DEFAULT, links(USB), Boot(config_txt=STOCK))
    assert wish.config_txt == STOCK + (
        "# showdown-unit: begin (by `sudo showdown-unit setup`, out by `setup --undo`)\n"
        "[all]\n"
        "# for a Raspberry Pi Zero 2 W with the board default\n"
        "# USB: this computer is a device of the host\n"
        "dtoverlay=dwc2,dr_mode=peripheral\n"
        "# hardware PWM for the servo of the launcher\n"
        "dtoverlay=pwm,pin=12,func=4\n"
        "# lamps, arrows and launcher dark and still until the unit runs\n"
        "gpio=17,27,22,23,24,12,25=op,dl\n"
        "gpio=5,6,26=ip,pu\n"
        "# showdown-unit: end\n"
    )


@pytest.mark.parametrize("row", MODELS, ids=lambda row: row.compatible)
@pytest.mark.parametrize("name", Board.names())
def test_no_line_is_longer_than_the_firmware_reads(row, name):
    wish = plan(row, Board.named(name), links(UART), Boot(config_txt=""))
    assert max(map(len, wish.config_txt.splitlines())) <= 78


def test_every_listed_model_has_its_sections_and_a_processor_alone_has_none():
    listed = {row.name: row.filters for row in MODELS if row.compatible.startswith("raspberrypi,")}
    assert listed == {
        "Zero 2 W": ("pi0", "pi0w", "pi02"),
        "3 A+": ("pi3", "pi3+"),
        "3 B": ("pi3",),
        "3 B+": ("pi3", "pi3+"),
        "4 B": ("pi4",),
        "400": ("pi4", "pi400"),
        "Compute Module 4": ("pi4", "cm4"),
        "5 B": ("pi5",),
        "Compute Module 5": ("pi5", "cm5"),
        "500": ("pi5", "pi500"),
    }
    assert {row.filters for row in MODELS if row.compatible.startswith("brcm,")} == {()}


# --- the board ---------------------------------------------------------------------------------


def test_the_full_board_has_its_buzzer_off_and_its_sense_pulled_down():
    assert made("Zero 2 W", board=Board.named("full"))[-3:] == [
        "gpio=17,27,22,23,24,12,25,16=op,dl",
        "gpio=5,6,26=ip,pu",
        "gpio=4=ip,pd",
    ]


def test_a_lamp_that_lights_at_low_is_driven_high_at_boot():
    own = Board.parse(
        (
            "name='own'\n[pins]\nlamp_red={bcm=2,active='low'}\n".replace("bcm=2", "bcm=4")
            + "lamp_amber={bcm=27,active='high'}\nlamp_green={bcm=22,active='high'}\n"
            "arrow_left={bcm=23,active='high'}\narrow_right={bcm=24,active='high'}\n"
            "launcher_pwm={bcm=13,active='high'}\nlauncher_power={bcm=25,active='high'}\n"
            "paddle_left={bcm=5,active='low',pull='up'}\n"
            "paddle_right={bcm=6,active='low',pull='none'}\n"
            "timer_button={bcm=26,active='low',pull='up'}\n"
            "[launcher]\npark_us=1500\nleft_us=1000\nright_us=2000\nlimit_ms=1200\n"
        ),
        "own.toml",
    )
    assert made("5 B", board=own) == [
        "[all]",
        PERIPHERAL,
        "dtoverlay=pwm,pin=13,func=4",
        "gpio=4=op,dh",
        "gpio=27,22,23,24,13,25=op,dl",
        "gpio=5,26=ip,pu",
        "gpio=6=ip,pn",
    ]


@pytest.mark.parametrize(
    ("overrides", "absent"),
    [
        ({"launcher__pwm": "software"}, {PWM, *SILENT}),
        ({"hardware__backend": "pigpio"}, {PWM, *SILENT}),
        ({"hardware__backend": "mock"}, {PWM, *SILENT, *PINS}),
    ],
)
def test_what_the_configuration_does_not_use_is_not_set(overrides, absent):
    wish = plan(model_named("4 B"), DEFAULT, config(**overrides), Boot(config_txt=""))
    assert block(wish.config_txt) == [
        line for line in ("[all]", *SILENT, PERIPHERAL, PWM, *PINS) if line not in absent
    ]


# --- the console on the UART -------------------------------------------------------------------


def test_the_console_leaves_the_uart_and_its_login_is_masked():
    boot = Boot(config_txt=STOCK, cmdline_txt=CMDLINE)
    wish = plan(model_named("3 B"), DEFAULT, links(UART), boot)
    assert wish.cmdline_txt == WITHOUT_CONSOLE
    assert f"# masked {GETTY}\n" in wish.config_txt


def test_over_usb_the_console_stays_where_it_is():
    boot = Boot(config_txt=STOCK, cmdline_txt=CMDLINE)
    wish = plan(model_named("Zero 2 W"), DEFAULT, links(USB), boot)
    assert wish.cmdline_txt == CMDLINE
    assert GETTY not in wish.config_txt


@pytest.mark.parametrize(
    ("name", "config_txt", "word", "stays"),
    [
        ("5 B", "", "console=serial0,115200", True),  # the debug connector
        ("5 B", "enable_uart=1\n", "console=serial0,115200", False),
        ("5 B", "", "console=ttyAMA0,115200", False),
        ("5 B", "", "console=ttyAMA10,115200", True),
        ("4 B", "", "console=ttyS0,115200", False),
        ("4 B", "", "console=ttyAMA0", False),
        ("4 B", "", "console=tty1", True),
    ],
)
def test_only_a_console_on_our_pins_goes(name, config_txt, word, stays):
    boot = Boot(config_txt=config_txt, cmdline_txt=f"{word} root=/dev/mmcblk0p2\n")
    wish = plan(model_named(name), DEFAULT, links(UART), boot)
    assert (word in wish.cmdline_txt.split()) is stays


# --- what cannot be mended here ----------------------------------------------------------------


def notes(name, settings, config_txt=""):
    wish = plan(model_named(name), DEFAULT, links(settings), Boot(config_txt=config_txt))
    return "\n".join(wish.notes)


def test_a_model_without_the_port_is_told_what_to_write_into_the_configuration():
    told = notes("3 B+", USB)
    assert "has no USB device port" in told
    assert '[[links.tty]] path = "/dev/ttyAMA0" and uart = true' in told
    assert "the configuration has no UART" not in notes("3 B+", UART)


def test_the_wrong_name_of_the_uart_is_told():
    wrong = {"links.tty": [{"path": "/dev/serial0", "uart": True}]}
    assert 'set links.tty path = "/dev/ttyAMA0"' in notes("5 B", wrong)
    assert notes("Zero 2 W", wrong) == ""
