"""Makes everything of the mechanics anew: STL files, the launch model's picture, all pictures."""

from showdown_drawings import mechanics_pictures, printed_parts
from showdown_drawings.launch_picture import svg
from showdown_drawings.launch_report import Model
from showdown_drawings.scad import MECHANICS, parameters


def build() -> None:
    """Render the printed parts, then draw them; files that come out the same are left alone."""
    picture = MECHANICS / "launch-model.svg"
    drawn = svg(Model(parameters()))
    if not picture.is_file() or picture.read_text(encoding="utf-8") != drawn:
        picture.write_text(drawn, encoding="utf-8")
    printed_parts.build()
    mechanics_pictures.build()
