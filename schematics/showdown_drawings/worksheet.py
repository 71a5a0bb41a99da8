"""The drawing sheet round the schematics: a border and a title block without date and version.

KiCad's own sheet prints its version, so the exports would change with every release.
"""

from showdown_drawings import sexp
from showdown_drawings.sexp import Node, Quoted

FILE = "showdown.kicad_wks"
WIDTH, HEIGHT = 108, 30  # mm, the title block
_ROWS: tuple[tuple[str, float, float, float, bool], ...] = (
    # text, mm from the right and from the bottom edge, size, bold
    ("${TITLE}", 106, 26, 2.2, True),
    ("Rev. ${REVISION}", 16, 26, 1.6, True),
    ("${COMMENT1}", 106, 19.5, 1.4, True),
    ("${COMMENT2}", 106, 15.5, 1.3, False),
    ("${COMMENT3}", 106, 11.5, 1.3, False),
    ("${COMMENT4}", 106, 7.5, 1.3, False),
    ("${FILENAME}", 106, 2.5, 1.3, False),
    ("${PAPER}, sheet ${#} of ${##}", 30, 2.5, 1.3, False),
)


def dumps() -> str:
    """The worksheet file's text."""
    setup: Node = ["setup", ["textsize", 1.5, 1.5], ["linewidth", 0.15], ["textlinewidth", 0.15]]
    setup += [[f"{edge}_margin", 10] for edge in ("left", "right", "top", "bottom")]
    border: Node = ["rect", ["name", Quoted("")], ["start", 0, 0, "ltcorner"], ["end", 0, 0]]
    block: Node = ["rect", ["name", Quoted("")], ["start", WIDTH, HEIGHT], ["end", 0, 0]]
    lines: list[Node] = [
        ["line", ["name", Quoted("")], ["start", WIDTH, height], ["end", 0, height]]
        for height in (22.5, 5)
    ]
    texts: list[Node] = []
    for words, x, y, size, bold in _ROWS:
        font: Node = ["font", ["size", size, size], *(["bold"] if bold else [])]
        texts.append(["tbtext", Quoted(words), ["name", Quoted("")], ["pos", x, y], font])
    return sexp.dumps(
        ["kicad_wks", ["version", 20220228], ["generator", Quoted("showdown_drawings")],
         ["generator_version", Quoted("9.0")], setup, border, block, *lines, *texts]
    )  # fmt: skip
