"""Two renderings are the same to the eye, or not."""

import io

import numpy as np
import pytest
from PIL import Image, ImageDraw

from showdown_drawings import snapshot

pytestmark = pytest.mark.drawings


def png(*spots: tuple[int, int, int, int, int], size: tuple[int, int] = (200, 100)) -> bytes:
    """A grey picture with spots: left, top, width, height, brightness."""
    image = Image.new("RGB", size, (100, 100, 100))
    draw = ImageDraw.Draw(image)
    for left, top, width, height, grey in spots:
        draw.rectangle((left, top, left + width - 1, top + height - 1), (grey,) * 3)
    data = io.BytesIO()
    image.save(data, "PNG")
    return data.getvalue()


def test_a_faint_difference_everywhere_is_noise() -> None:
    assert snapshot.same_picture(png(), png((0, 0, 200, 100, 110)))


def test_single_pixels_along_an_edge_are_noise() -> None:
    assert snapshot.same_picture(png(), png((0, 50, 200, 1, 255)))


def test_a_patch_is_a_change() -> None:
    assert not snapshot.same_picture(png(), png((150, 20, 3, 3, 255)))


def test_many_strong_pixels_are_a_change() -> None:
    lines = [(0, top, 200, 1, 255) for top in (10, 30, 50)]
    assert not snapshot.same_picture(png(), png(*lines))


def test_another_size_is_a_change() -> None:
    assert not snapshot.same_picture(png(), png(size=(201, 100)))


def test_settling_keeps_noise_out_of_the_tree(tmp_path) -> None:
    file = tmp_path / "a.png"
    file.write_bytes(png())
    before = {"a.png": png(), "b.png": png()}
    file.write_bytes(png((0, 50, 200, 1, 255)))
    assert snapshot.settle(before, tmp_path) == ["a.png"]
    assert file.read_bytes() == png()
    file.write_bytes(png((50, 50, 20, 20, 255)))
    assert snapshot.settle(before, tmp_path) == []
    assert np.asarray(Image.open(file)).max() == 255
