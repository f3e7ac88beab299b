"""Made photos: clouds of colour, rough at all sizes as photos are, and near-misses of them that are other shots."""

from __future__ import annotations

import numpy as np
from PIL import Image, ImageDraw
from PIL.Image import Resampling


def photo(seed: int, size: tuple[int, int] = (800, 600)) -> Image.Image:
    """Return a made photo in RGB."""
    rng, total = np.random.default_rng(seed), np.zeros((size[1], size[0], 3))
    cells = 2
    while cells <= max(size) // 2:
        part = Image.fromarray(rng.integers(0, 256, (cells, cells, 3), dtype=np.uint8))
        total += np.asarray(part.resize(size, Resampling.BICUBIC), float) / cells**0.6
        cells *= 2
    low, high = total.min(), total.max()
    return Image.fromarray(((total - low) / (high - low) * 255).astype(np.uint8))


def wallpaper(seed: int, size: tuple[int, int] = (800, 600)) -> Image.Image:
    """Return a picture with little to see: a light behind a gradient of colour, other ones for each seed."""
    rng = np.random.default_rng(seed)
    across, down = np.meshgrid(np.linspace(0, 1, size[0]), np.linspace(0, 1, size[1]))
    x, y = rng.uniform(0.1, 0.45, 2)
    light = np.exp(-8 * ((across - x) ** 2 + (down - y) ** 2))
    base, along, lit = rng.uniform(40, 120, 3), rng.uniform(-30, 30, 3), rng.uniform(20, 70, 3)
    levels = base + along * (across + 0.6 * down)[:, :, None] + lit * light[:, :, None]
    return Image.fromarray(np.clip(levels, 0, 255).astype(np.uint8))


def burst(seed: int, shots: int, size: tuple[int, int] = (800, 600)) -> list[Image.Image]:
    """Return shots of one scene, a moment apart: the camera moves a little, and something in the scene as well."""
    rng, scene = np.random.default_rng(seed), photo(seed, (size[0] + 40, size[1] + 40))
    found = []
    for _ in range(shots):
        left, top = rng.integers(0, 12, 2).tolist()
        shot = scene.crop((left, top, left + size[0], top + size[1]))
        x, y = rng.integers(100, 400, 2).tolist()
        ImageDraw.Draw(shot).ellipse((x, y, x + 60, y + 90), fill=(200, 60, 40))
        found.append(shot)
    return found


def form(filled: str, size: tuple[int, int] = (900, 1200)) -> Image.Image:
    """Return the scan of a form, filled in."""
    page = Image.new("RGB", size, (250, 250, 246))
    draw = ImageDraw.Draw(page)
    for line in range(24):
        y = 60 + 46 * line
        draw.line((60, y, size[0] - 60, y), fill=(90, 90, 90))
        draw.text((70, y + 8), f"{line + 1}. Question of the form, asked of everybody", fill=(20, 20, 20))
    draw.text((500, 8 + 60 + 46 * 5), filled, fill=(20, 20, 120))
    return page


def still(number: int, moment: int) -> Image.Image:
    """Return a frame of a scene in which somebody walks."""
    scene = photo(500 + number, (960, 540))
    ImageDraw.Draw(scene).rectangle((100 + 14 * moment, 200, 160 + 14 * moment, 420), fill=(30, 30, 60))
    return scene


def screen(text: str) -> Image.Image:
    """Return a screen of a program with other words in it."""
    page = Image.new("RGB", (1280, 800), (240, 240, 244))
    draw = ImageDraw.Draw(page)
    draw.rectangle((0, 0, 1280, 60), fill=(40, 80, 160))
    for row in range(14):
        draw.rectangle(
            (20, 80 + 50 * row, 300, 120 + 50 * row), fill=(255, 255, 255), outline=(180, 180, 190)
        )
        draw.text((30, 92 + 50 * row), f"Folder {row}", fill=(20, 20, 20))
        draw.text((340, 92 + 50 * row), f"{text} wrote something, line {row}", fill=(20, 20, 20))
    return page


def icon(number: int) -> Image.Image:
    """Return an icon of a set: one frame, another sign in it."""
    icon = Image.new("RGB", (96, 96), (60, 120, 200))
    draw = ImageDraw.Draw(icon)
    draw.rounded_rectangle((6, 6, 90, 90), 16, outline=(255, 255, 255), width=4)
    draw.text((30 + number % 4 * 8, 36 + number // 10 * 4), f"{number}", fill=(255, 255, 255))
    return icon
