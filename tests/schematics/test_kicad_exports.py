import shutil
from types import SimpleNamespace

import pytest

from showdown_drawings import kicad


def test_a_pdf_keeps_its_length_without_its_date():
    data = b"<< /CreationDate (D:20260102030405) >>"
    assert kicad.clean_pdf(data) == b"<< /CreationDate (D:19700101000000) >>"


def test_an_svg_has_no_date():
    text = "<svg>\n<title>SVG Image created as a.svg date 2026/01/02 03:04:05 </title>\n<g/>\n"
    assert kicad.clean_svg(text) == "<svg>\n<g/>\n"


@pytest.mark.parametrize(
    ("line", "clean"),
    [
        (
            "%TF.CreationDate,2026-01-02T03:04:05+00:00*%",
            "%TF.CreationDate,1970-01-01T00:00:00+00:00*%",
        ),
        ("%TF.GenerationSoftware,KiCad,Pcbnew,9.0.8*%", "%TF.GenerationSoftware,KiCad,Pcbnew,9*%"),
        ("G04 Created by KiCad (PCBNEW 9.0.8) date 2026-01-02 03:04:05*",
         "G04 Created by KiCad (PCBNEW)*"),
        ("; DRILL file {KiCad 9.0.8} date 2026-01-02T03:04:05+0000", "; DRILL file {KiCad}"),
        ('"CreationDate": "2026-01-02T03:04:05+00:00"',
         '"CreationDate": "1970-01-01T00:00:00+00:00"'),
    ],
)  # fmt: skip
def test_a_fabrication_file_has_neither_date_nor_version(line, clean):
    assert kicad.clean_fabrication(line) == clean


def test_a_missing_kicad_is_told_with_the_line_that_installs_it(monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda _name: None)
    with pytest.raises(kicad.KicadError, match=r"apt-get install .* bookworm-backports"):
        kicad.version()


def test_a_refusal_is_told_with_command_and_words(monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda _name: "/bin/kicad-cli")
    done = SimpleNamespace(returncode=3, stdout="Failed to load", stderr="")
    monkeypatch.setattr(kicad.subprocess, "run", lambda *_args, **_kwargs: done)
    with pytest.raises(kicad.KicadError, match="kicad-cli version gave 3: Failed to load"):
        kicad.version()
