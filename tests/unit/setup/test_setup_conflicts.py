"""Other people's lines: which stay, which are told, and what has to go first."""

from __future__ import annotations

import pytest

from setup_kit import CMDLINE, DEFAULT, STOCK, UART, USB, after, config, links, model, texts
from showdown_unit.setup_plan import Boot, plan, still_needed, undo
from showdown_unit.setup_text import BEGIN, SetupError, in_force

ZERO = model("Zero 2 W")
PERIPHERAL = "dtoverlay=dwc2,dr_mode=peripheral"


def planned(config_txt, settings=USB, row=ZERO, **boot):
    return plan(row, DEFAULT, links(settings), Boot(config_txt=config_txt, **boot))


def ours(wish):
    return wish.config_txt[wish.config_txt.index(BEGIN) :].splitlines()


# --- lines that stand there already ------------------------------------------------------------


@pytest.mark.parametrize(
    "before",
    [
        f"{PERIPHERAL}\n",
        f"[pi02]\n{PERIPHERAL}\n[all]\n",
        f"  {PERIPHERAL}  \r\n",
        f"dtoverlay=dwc2\n{PERIPHERAL}\n",
    ],
)
def test_a_line_that_counts_already_is_not_repeated(before):
    wish = planned(before)
    assert PERIPHERAL not in ours(wish)
    assert f"`{PERIPHERAL}` stands in config.txt already" in wish.notes


@pytest.mark.parametrize(
    "before",
    [
        f"#{PERIPHERAL}\n",
        f"[pi5]\n{PERIPHERAL}\n[all]\n",
        f"[none]\n{PERIPHERAL}\n[all]\n",
        f"[0x12345678]\n{PERIPHERAL}\n",
        f"[gpio4=1]\n{PERIPHERAL}\n",
        f"[EDID=VSC-TD2220]\n[pi02]\n{PERIPHERAL}\n",
        f"{PERIPHERAL}\ndtoverlay=dwc2,dr_mode=host\n",
        f"{PERIPHERAL},g-np-tx-fifo-size=32\n",
    ],
)
def test_a_line_that_does_not_surely_count_is_repeated(before):
    assert PERIPHERAL in ours(planned(before))


def test_several_parameters_in_one_line_are_seen():
    wish = planned("dtparam=i2c_arm=on,uart0\n", UART, model("5 B"))
    assert "dtparam=uart0=on" not in ours(wish)


def test_both_channels_of_the_pwm_are_enough():
    two = "dtoverlay=pwm-2chan,pin=12,func=4,pin2=13,func2=4\n"
    assert "dtoverlay=pwm,pin=12,func=4" not in ours(planned(two))
    other = "dtoverlay=pwm-2chan,pin=18,func=2,pin2=19,func2=2\n"
    assert "dtoverlay=pwm,pin=12,func=4" in ours(planned(other))


def test_the_sound_of_hdmi_is_not_that_of_the_headphone_socket():
    hdmi = "dtoverlay=vc4-kms-v3d\ndtparam=audio=off\n"
    assert "dtparam=audio=off" in ours(planned(hdmi, row=model("4 B")))
    assert in_force(hdmi, model("4 B"), "dtparam=audio") is None
    both = f"dtoverlay=vc4-kms-v3d\ndtoverlay=\n{'dtparam=audio=off'}\n"
    assert in_force(both, model("4 B"), "dtparam=audio") == "off"
    other = f"[pi5]\ndtoverlay=vc4-kms-v3d\n[all]\n{'dtparam=audio=off'}\n"
    assert in_force(other, model("4 B"), "dtparam=audio") == "off"


def test_a_parameter_on_a_line_of_its_own_changes_its_overlay():
    wish = planned(f"{PERIPHERAL}\ndtparam=dr_mode=host\n")
    assert PERIPHERAL in ours(wish)
    told = "line 2, `dtparam=dr_mode=host`, stays; ours comes later and wins"
    assert any(note.startswith(told) for note in wish.notes)


@pytest.mark.parametrize(
    "line", ["dtoverlay=dwc2:dr_mode=peripheral", "device_tree_overlay=dwc2,dr_mode=peripheral"]
)
def test_other_spellings_of_an_overlay_are_known(line):
    assert PERIPHERAL not in ours(planned(f"{line}\n"))


def test_a_file_that_is_included_is_told():
    (note,) = planned("[pi02]\ninclude extra.txt\n").notes
    assert note.startswith("line 2, `include extra.txt`, names a file that was not looked into")
    assert planned("[pi5]\n#include extra.txt\nincluded=1\n").notes == ()


# --- lines that would be in the way ------------------------------------------------------------


@pytest.mark.parametrize("line", ["dtoverlay=dwc2", "dtoverlay=dwc2,dr_mode=host"])
def test_another_mode_of_the_port_stays_and_is_told(line):
    wish = planned(f"# mine\n{line}\n")
    assert wish.config_txt.startswith(f"# mine\n{line}\n{BEGIN}")
    assert f"line 2, `{line}`, stays; ours comes later and wins: `{PERIPHERAL}`" in wish.notes


def test_a_mode_for_another_model_is_not_told():
    assert planned(STOCK).notes == ()


@pytest.mark.parametrize("section", ["[cm4]", "[pi4]", "[all]", "[0x1234]"])
def test_host_mode_of_a_compute_module_4_is_switched_off_after_it(section):
    wish = planned(f"{section}\notg_mode=1\n", row=model("Compute Module 4"))
    assert "otg_mode=0" in ours(wish)
    assert "otg_mode=1" in wish.config_txt


def test_a_pin_that_others_set_too_is_told_once():
    (note,) = planned("gpio=17-27=op,dh\n").notes
    assert note.startswith("line 1, `gpio=17-27=op,dh`, stays; ours comes later and wins")


def test_a_line_behind_our_block_moves_the_block_to_the_end():
    boot = Boot(config_txt=planned(STOCK).config_txt + "dtoverlay=dwc2,dr_mode=host\n")
    wish = plan(ZERO, DEFAULT, links(USB), boot)
    assert wish.config_txt.startswith(f"{STOCK}dtoverlay=dwc2,dr_mode=host\n{BEGIN}")
    assert still_needed(ZERO, DEFAULT, links(USB), wish.config_txt) == ()


def test_where_moving_would_change_what_others_mean_it_is_told():
    first = planned("[pi5]\narm_boost=1\n").config_txt
    wish = planned(first + "dtoverlay=dwc2,dr_mode=host\n")
    assert wish.config_txt.endswith("dtoverlay=dwc2,dr_mode=host\n")
    assert any("stands behind our block and wins" in note for note in wish.notes)


def test_a_line_behind_our_block_is_told_also_where_we_had_no_need_of_ours():
    first = planned(f"{PERIPHERAL}\n[pi5]\narm_boost=1\n").config_txt
    wish = planned(first + "dtoverlay=dwc2,dr_mode=host\n")
    assert any("stands behind our block and wins" in note for note in wish.notes)


def test_a_harmless_line_behind_our_block_leaves_it_in_place():
    text = planned(STOCK).config_txt + "dtparam=spi=on\n"
    assert planned(text).steps == ()


# --- who has the port already ------------------------------------------------------------------


def test_raspberry_pi_s_own_usb_network_has_to_go_first():
    with pytest.raises(SetupError) as refused:
        planned(STOCK, modules=(("/usr/lib/modules-load.d/usb-gadget.conf", "g_ether"),))
    assert "sudo rpi-usb-gadget off, then sudo showdown-unit setup" in str(refused.value)


def test_a_gadget_module_in_a_list_has_to_go_first():
    with pytest.raises(SetupError) as refused:
        planned(STOCK, modules=(("/etc/modules", "g_serial"),))
    assert "sudo sed -i '/^g_serial/d' /etc/modules" in str(refused.value)


def test_it_may_have_the_port_where_hosts_come_by_the_uart():
    wish = planned(STOCK, UART, modules=(("/etc/modules", "g_ether"),))
    assert wish.steps


@pytest.mark.parametrize(
    ("words", "left"),
    [
        ("rootwait modules-load=dwc2,g_ether quiet\n", "rootwait modules-load=dwc2 quiet\n"),
        ("rootwait modules-load=g_ether\n", "rootwait\n"),
        ("modules-load=g_serial,dwc2 rootwait", "modules-load=dwc2 rootwait"),
        ("modules-load=dwc2 rootwait", "modules-load=dwc2 rootwait"),
    ],
)
def test_a_gadget_module_leaves_the_kernel_s_words(words, left):
    boot = Boot(config_txt=STOCK, cmdline_txt=words)
    wish = plan(ZERO, DEFAULT, links(USB), boot)
    assert wish.cmdline_txt == left
    assert after(after(boot, wish), undo(after(boot, wish))) == boot
    assert any("a login over that USB network ends" in note for note in wish.notes) is (
        words != left
    )


def test_another_file_of_kernel_words_is_told():
    boot = Boot(config_txt="cmdline=mine.txt\n", cmdline_txt=CMDLINE)
    wish = plan(model("3 B"), DEFAULT, links(UART), boot)
    assert any("names another file than cmdline.txt" in note for note in wish.notes)


# --- damaged blocks, and changes ---------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "# showdown-unit: begin\n",
        "# showdown-unit: end\n",
        "# showdown-unit: end\n# showdown-unit: begin\n",
        "# showdown-unit: begin\n# showdown-unit: begin\n# showdown-unit: end\n",
    ],
)
@pytest.mark.parametrize("act", [lambda boot: plan(ZERO, DEFAULT, links(USB), boot), undo])
def test_damaged_marks_are_told_and_nothing_is_touched(text, act):
    with pytest.raises(SetupError, match="the marks of our block are damaged"):
        act(Boot(config_txt=text))


def test_a_change_by_hand_in_our_block_is_put_right():
    good = planned(STOCK).config_txt
    assert planned(good.replace("dr_mode=peripheral", "dr_mode=otg")).config_txt == good


def test_another_model_and_other_links_replace_the_block():
    boot = Boot(config_txt=STOCK, cmdline_txt=CMDLINE)
    as_uart = after(boot, plan(model("3 B"), DEFAULT, links(UART), boot))
    moved = after(as_uart, plan(ZERO, DEFAULT, links(USB), as_uart))
    assert moved == after(boot, plan(ZERO, DEFAULT, links(USB), boot))
    assert moved.cmdline_txt == CMDLINE
    assert not moved.masked


def test_a_login_that_somebody_else_masked_stays_masked():
    boot = Boot(config_txt="", masked=frozenset({"serial-getty@ttyAMA0.service"}))
    done = after(boot, plan(model("3 B"), DEFAULT, links(UART), boot))
    assert after(done, undo(done)) == boot


def test_the_order_of_the_steps_is_the_one_that_can_be_taken_up_again():
    boot = Boot(config_txt=STOCK, cmdline_txt=CMDLINE)
    wish = plan(model("3 B"), DEFAULT, links(UART), boot)
    assert texts(wish) == ["config.txt", "serial-getty@ttyAMA0.service", "cmdline.txt"]
    back = undo(after(boot, wish))
    assert texts(back) == ["cmdline.txt", "serial-getty@ttyAMA0.service", "config.txt"]


def test_words_that_somebody_changed_since_are_put_back_as_words():
    boot = Boot(config_txt=STOCK, cmdline_txt=CMDLINE)
    done = after(boot, plan(model("3 B"), DEFAULT, links(UART), boot))
    changed = Boot(config_txt=done.config_txt, cmdline_txt="quiet " + done.cmdline_txt)
    assert undo(changed).cmdline_txt == "console=serial0,115200 quiet " + done.cmdline_txt


def test_undo_keeps_what_others_wrote_behind_the_block_under_all():
    text = planned("[pi5]\narm_boost=1\n").config_txt + "dtparam=spi=on\n"
    assert undo(Boot(config_txt=text)).config_txt == ("[pi5]\narm_boost=1\n[all]\ndtparam=spi=on\n")


def test_undo_of_nothing_is_no_step():
    assert undo(Boot(config_txt=STOCK, cmdline_txt=CMDLINE)).steps == ()


def test_still_needed_names_what_is_missing_until_it_is_there():
    wanted = still_needed(ZERO, DEFAULT, links(USB), STOCK)
    assert wanted[0] == PERIPHERAL
    assert still_needed(ZERO, DEFAULT, config(), planned(STOCK).config_txt) == ()


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("", None),
        ("dtparam=audio=on\n", "on"),
        ("dtparam=audio\n", "on"),
        ("dtparam=audio=on\ndtparam=spi=on,audio=off\n", "off"),
        ("dtparam=audio=on\n[pi5]\ndtparam=audio=off\n", "on"),
        ("dtparam=audio=on\n[0x1]\ndtparam=audio=off\n", None),
        ("# dtparam=audio=on\n", None),
    ],
)
def test_the_last_line_that_counts_is_in_force(text, value):
    assert in_force(text, model("4 B"), "dtparam=audio") == value


def test_after_setup_the_headphone_socket_is_off_whatever_stood_before():
    wish = planned(STOCK, row=model("4 B"))
    assert in_force(wish.config_txt, model("4 B"), "dtparam=audio") == "off"


def test_a_comment_that_begins_like_our_mark_is_none():
    text = "# showdown-unit: beginning of my own notes\nx=1\n"
    wish = planned(text)
    assert wish.config_txt.startswith(text)
    assert undo(Boot(config_txt=wish.config_txt)).config_txt == text


# --- a block that somebody has edited -----------------------------------------------------------


def test_what_somebody_has_written_into_our_block_is_told():
    first = planned(STOCK, row=model("4 B")).config_txt
    wish = planned(first.replace("[all]\n# for", "[all]\narm_boost=0\n[pi5]\n# for"))
    told = [note for note in wish.notes if "inside of our block" in note]
    assert [note.split("`")[1] for note in told] == ["arm_boost=0", "[pi5]"]


@pytest.mark.parametrize("first", ["Zero 2 W", "4 B", "Compute Module 4", "5 B"])
@pytest.mark.parametrize("settings", [USB, UART])
def test_what_was_ours_for_another_model_is_not_told(first, settings):
    before = planned(STOCK, settings, model(first), cmdline_txt=CMDLINE).config_txt
    wish = planned(before, UART, cmdline_txt=CMDLINE)
    assert not [note for note in wish.notes if "inside of our block" in note]


@pytest.mark.parametrize("damage", [('"console', '"con\\qsole'), ('"console', '"con"sole')])
def test_a_damaged_line_of_what_was_in_cmdline_txt_is_told(damage):
    wish = planned(STOCK, UART, cmdline_txt=CMDLINE)
    bad = Boot(config_txt=wish.config_txt.replace(*damage), cmdline_txt=wish.cmdline_txt)
    assert bad.config_txt != wish.config_txt
    for act in (undo, lambda boot: plan(ZERO, DEFAULT, links(UART), boot)):
        with pytest.raises(SetupError, match=r"our line `# cmdline\.txt .*` is damaged"):
            act(bad)
