"""The picture of a race: its attempts one under another, the verdict in words below each."""

from __future__ import annotations

import textwrap

from showdown_host.expected import Judged
from showdown_host.race_drawing import Drawing
from showdown_host.race_panel import HEIGHT, ZOOM_HEIGHT, lens, panel, zoom_panel
from showdown_host.race_scale import main_window, zoom_window
from showdown_host.verify import Report, Status
from showdown_host.verify_words import attempt_lines
from showdown_host.why import limit_words, time_words

WIDTH = 760
LEFT, RIGHT = 150, 736
LINE = 20
BOLD, SMALL = 80, 100  # characters of a line of text

STYLE = """
text{font-family:"DejaVu Sans",Verdana,Arial,sans-serif;font-size:14px;fill:#1a1a1a}
.title{font-size:20px;font-weight:bold}.small{font-size:12px;fill:#4a4a4a}.bold{font-weight:bold}
.paper{fill:#ffffff}.grid{stroke:#d9d9d9}.axis{stroke:#4a4a4a}.rest{stroke:#b8b8b8}
.green{fill:#009e73;fill-opacity:.18}.edge{fill:#009e73}
.zero{stroke:#00795a;stroke-width:1.5}.due{stroke:#4a4a4a;stroke-dasharray:6 4}
.dead{fill:#8c8c8c;fill-opacity:.35}.resolution{fill:none;stroke:#4a4a4a;stroke-dasharray:2 2}
.left{stroke:#0072b2}.right{stroke:#b84a00}
.left,.right{fill:none;stroke-width:2}.fill-left{fill:#0072b2}.fill-right{fill:#b84a00}
.shift{stroke-dasharray:5 3}.ring{stroke-width:1.5}.lens{fill:none;stroke:#8c8c8c}
.lamp{fill:none;stroke:#4a4a4a}.red{fill:#d55e5e}.amber{fill:#f0c862}.lit{fill:#4fc49f}
.onlamp{font-size:12px;fill:#1a1a1a}
@media (prefers-color-scheme:dark){text{fill:#f0f0f0}.small{fill:#c4c4c4}.paper{fill:#16181c}
.grid{stroke:#3a3d44}.axis,.lamp,.resolution,.due{stroke:#c4c4c4}.rest{stroke:#5c616b}
.zero{stroke:#3fd6a8}.left{stroke:#56b4e9}.right{stroke:#f0914a}
.fill-left{fill:#56b4e9}.fill-right{fill:#f0914a}.onlamp{fill:#1a1a1a}}
"""


def picture(report: Report) -> str:
    """An SVG of every attempt of the evidence; of a report without any, its words alone."""
    drawing = Drawing()
    body = Drawing()
    y = 40
    title = f"Showdown {report.record.key}"
    body.text("title", 24, y, title)
    y += 26
    for line in textwrap.wrap(_status_words(report), SMALL):
        body.text("small", 24, y, line)
        y += LINE
    y += 6
    for one, words in zip(report.judged, attempt_lines(report), strict=True):
        y = _attempt(body, report, one, words, y)
    for fault in report.faults:
        for line in textwrap.wrap(f"does not hold: {fault.name}: {fault.text}", BOLD):
            body.text("bold", 24, y + LINE, line)
            y += LINE
    height = y + 30
    drawing.rect("paper", 0, 0, WIDTH, height)
    drawing.parts += body.parts
    return drawing.document(WIDTH, height, f"{title}: {_status_words(report)}", STYLE)


def _attempt(drawing: Drawing, report: Report, one: Judged, words: str, y: int) -> int:
    """Draw one attempt from there on; where the next may begin."""
    for line in textwrap.wrap(words, BOLD):
        drawing.text("bold", 24, y + LINE - 4, line)
        y += LINE
    for line in textwrap.wrap(_measured_words(one), SMALL):
        drawing.text("small", 24, y + LINE - 6, line)
        y += LINE
    y += 6
    whole = main_window(one, LEFT, RIGHT)
    zoom = zoom_window(one, whole, LEFT, RIGHT)
    panel(drawing, report.record, one, whole, y)
    y += HEIGHT
    if zoom is not None:
        lens(drawing, whole, zoom, y)
        zoom_panel(drawing, report.record, one, zoom, y)
        y += ZOOM_HEIGHT
    return y + 14


def _measured_words(one: Judged) -> str:
    """How well this attempt was measured."""
    words = f"presses within {limit_words(one.limits.resolution_ns)} count as equal"
    green = one.green
    if green is None:
        return f"green was not lit; {words}"
    width_ns = green.end_ns - green.before_ns
    return f"green was switched on within {time_words(width_ns)}; {words}"


def _status_words(report: Report) -> str:
    if report.status is Status.NOTHING:
        return f"nothing to verify: {report.why_nothing}"
    if report.status is Status.FAILS:
        return "The record and its evidence do NOT agree: see below."
    return "Drawn from the evidence; every point that can be checked holds."
