"""What SVG pictures are put together from: escaped text, shapes, colours, and where there is room."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from attrs import define, field
from rich.cells import cell_len

from hoyle.runtime.look.scene import Mark, Seat, Sign
from hoyle.runtime.look.shapes import COLOURS, SHAPES

FONT: Final = "system-ui, 'Segoe UI', 'Noto Sans', 'Noto Sans CJK JP', 'Hiragino Sans', sans-serif"
INK: Final = "#2f2a26"
FAINT: Final = "#8a8178"
PAPER: Final = "#fbf8f1"


def colour(name: str | None, default: str = "charcoal") -> str:
    """The hexadecimal form of a colour's name."""
    return COLOURS[name if name in COLOURS else default][0]


def mixed(a: str, b: str, share: float) -> str:
    """A colour between two: `share` of the second."""
    pairs = zip(_rgb(a), _rgb(b), strict=True)
    return "#" + "".join(f"{round(x + (y - x) * share):02x}" for x, y in pairs)


def _rgb(code: str) -> tuple[int, int, int]:
    return int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16)


def is_dark(code: str) -> bool:
    """Whether white is read better on it than black."""
    red, green, blue = _rgb(code)
    return 0.299 * red + 0.587 * green + 0.114 * blue < 140


def width_of(text: str, size: float) -> float:
    """About how wide a text is; letters of East Asia are as wide as they are high."""
    return cell_len(text) * size * 0.58


def n(value: float) -> str:
    """A number with no more digits than one sees."""
    return f"{value:.1f}".rstrip("0").rstrip(".") if value % 1 else str(int(value))


@define
class Canvas:
    """Elements in the order in which they are painted, and the shapes they use."""

    elements: list[str] = field(factory=list)
    used: set[str] = field(factory=set)

    def add(self, name: str, **attributes: object) -> None:
        """An element without content."""
        self.elements.append(f"<{name}{_said(attributes)}/>")

    def open(self, name: str = "g", title: str = "", **attributes: object) -> None:
        """Begin an element; its title is what is read aloud, and shown when one points at it."""
        said = f"<title>{escape(title)}</title>" if title else ""
        self.elements.append(f"<{name}{_said(attributes)}>{said}")

    def close(self, name: str = "g") -> None:
        self.elements.append(f"</{name}>")

    def rect(self, x: float, y: float, width: float, height: float, radius: float, fill: str, **more: object) -> None:
        size = {"x": n(x), "y": n(y), "width": n(width), "height": n(height)}
        self.add("rect", **size, rx=n(radius), fill=fill, **more)

    def circle(self, x: float, y: float, radius: float, fill: str, **more: object) -> None:
        self.add("circle", cx=n(x), cy=n(y), r=n(radius), fill=fill, **more)

    def line(self, a: tuple[float, float], b: tuple[float, float], stroke: str, width: float, **more: object) -> None:
        ends = {"x1": n(a[0]), "y1": n(a[1]), "x2": n(b[0]), "y2": n(b[1])}
        self.add("line", **ends, stroke=stroke, stroke_width=n(width), stroke_linecap="round", **more)

    def polygon(self, points: Iterable[tuple[float, float]], fill: str, **more: object) -> None:
        self.add("polygon", points=" ".join(f"{n(x)},{n(y)}" for x, y in points), fill=fill, **more)

    def text(
        self, x: float, y: float, text: str, size: float, fill: str = INK, anchor: str = "middle", **more: object
    ) -> None:
        """A text whose middle line lies at y."""
        place = {"x": n(x), "y": n(y + size * 0.35), "font_size": n(size), "fill": fill}
        where = {} if anchor == "start" else {"text_anchor": anchor}
        self.elements.append(f"<text{_said({**place, **where, **more})}>{escape(text)}</text>")

    def shape(self, name: str, x: float, y: float, size: float, fill: str, **more: object) -> None:
        """A shape with its middle at a point."""
        self.used.add(name)
        scale = size / 24
        at = f"translate({n(x - size / 2)} {n(y - size / 2)}) scale({scale:.3g})"
        self.add("use", href=f"#{name}", transform=at, fill=fill, **more)

    def sign(self, sign: Sign, x: float, y: float, size: float, halo: bool = True) -> float:
        """A sign with its middle at a point; gives its width."""
        fill = colour(sign.colour)
        if sign.shape in SHAPES:
            edge = {"stroke": "#fff" if is_dark(fill) else mixed(fill, "#000000", 0.45), "stroke_width": "1.6"}
            self.shape(str(sign.shape), x, y, size, fill, **(edge if halo else {}))
            return size
        if sign.glyph is not None:
            self.text(x, y, sign.glyph, size, fill, font_weight="bold")
            return width_of(sign.glyph, size)
        return self.chip(sign, x, y, size)

    def chip(self, sign: Sign, x: float, y: float, size: float) -> float:
        """A text on a little card."""
        letters = size * 0.62
        width = max(size, width_of(sign.text, letters) + size * 0.45)
        fill = colour(sign.colour) if sign.colour else "#ffffff"
        self.rect(x - width / 2, y - size / 2, width, size, size * 0.2, fill, stroke="#00000055", stroke_width="1")
        self.text(x, y, sign.text, letters, "#fff" if is_dark(fill) else INK, font_weight="600")
        return width

    def seat(self, seat: Seat, x: float, y: float, size: float) -> None:
        """The badge of a player: its figure on white, so that colour is not the only cue."""
        self.circle(x, y, size * 0.62, "#fff", stroke="#0003", stroke_width="1")
        self.sign(seat.sign, x, y, size * 0.8, halo=False)

    def mark(self, mark: Mark, x: float, y: float, size: float, counted: bool = True) -> float:
        """A mark with its middle at a point: its sign, whose it is, how many. Gives its width."""
        self.open(title=mark.spoken)
        width = self.sign(mark.sign, x, y, size)
        if mark.owner is not None and mark.owner.sign != mark.sign:
            self.seat(mark.owner, x + width * 0.36, y - size * 0.34, size * 0.42)
        if mark.count != 1 and counted:
            self.number("?" if mark.count is None else str(mark.count), x + width * 0.38, y + size * 0.36, size * 0.5)
        self.close()
        return width

    def number(self, text: str, x: float, y: float, size: float) -> None:
        """How many, on a dark pill."""
        width = max(size, width_of(text, size * 0.9) + size * 0.5)
        self.rect(x - width / 2, y - size / 2, width, size, size / 2, INK, stroke="#fff", stroke_width="1")
        self.text(x, y, text, size * 0.82, "#fff", font_weight="bold")

    def marks(self, marks: tuple[Mark, ...], x: float, y: float, width: float, height: float, most: float) -> None:
        """Marks in rows around a middle, as large as there is room for."""
        if not marks:
            return
        shares = [mark_share(mark) for mark in marks]
        size, rows = best_rows(shares, width, height, most)
        gap = size * 1.16
        top = y - gap * (len(rows) - 1) / 2
        at = 0
        for i, count in enumerate(rows):
            total = sum(shares[at : at + count]) * size
            left = x - total / 2
            for mark, share in zip(marks[at : at + count], shares[at : at + count], strict=True):
                self.mark(mark, left + share * size / 2, top + i * gap, size)
                left += share * size
            at += count


def mark_share(mark: Mark) -> float:
    """How wide a mark is, as a share of its height, with the room around it."""
    extra = 0.25 + (0.2 if mark.count != 1 else 0)
    if mark.sign.shape is None and mark.sign.glyph is None:
        return max(1.0, cell_len(mark.sign.text) * 0.35 + 0.45) + extra
    return 1 + extra


def best_rows(shares: list[float], width: float, height: float, most: float) -> tuple[float, list[int]]:
    """The size of marks, and how many stand in each row, so that they are as large as possible."""
    best, found = 0.0, [len(shares)]
    for count in range(1, len(shares) + 1):
        rows = _split(shares, count)
        widest = max(sum(shares[i] for i in row) for row in rows)
        size = min(most, width / widest, height / (len(rows) * 1.16))
        if size > best + 0.01:
            best, found = size, [len(row) for row in rows]
    return best, found


def _split(shares: list[float], rows: int) -> list[range]:
    """Places in `rows` rows of about equal number."""
    each = math.ceil(len(shares) / rows)
    return [range(i, min(i + each, len(shares))) for i in range(0, len(shares), each)]


def _said(attributes: dict[str, object]) -> str:
    return "".join(f" {key.rstrip('_').replace('_', '-')}={quoteattr(str(value))}" for key, value in attributes.items())
