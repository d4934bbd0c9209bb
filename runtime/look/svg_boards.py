"""Boards as SVG: where places lie in the picture, and what they look like, by layout."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping

from attrs import frozen
from rich.cells import cell_len

from hoyle.runtime.look.canvas import FAINT, INK, Canvas, colour, is_dark, mixed, n, width_of
from hoyle.runtime.look.regions import Outline, regions
from hoyle.runtime.look.scene import Board, Border, Place

Spot = tuple[float, float]
SQUARE = 64.0
HEX = 74.0  # from the middle of a hex to its corners
PLAIN_HEX = 26.0  # of one in which at most one thing lies
POINT = 19.0
REGION = 108.0  # between neighbouring regions of a map
BETWEEN = 62.0  # between the nearest neighbours of a net of points
SHORT = 3  # a name of so many columns is written at its point
LIFT = 4.0  # how much a level raises what lies on it
MOST_LEVELS = 6  # that are drawn one by one
MARGIN = 26.0
IN_A_ROW = 12
LAND = "#dfe8c4"


@frozen
class Drawn:
    """A board that was painted with its corner at 0, 0: its size."""

    width: float
    height: float


def draw_board(canvas: Canvas, board: Board) -> Drawn:
    """Paint a board; gives its size."""
    if not board.places:
        return Drawn(0, 0)
    match board.layout:
        case "hexes":
            return _hexes(canvas, board)
        case "points":
            return _points(canvas, board)
        case "regions":
            return _map(canvas, board)
        case "squares":
            return _squares(canvas, board)
    return _row(canvas, board)


# ------------------------------------------------------------------------------------------------ what lies in a place


def _fill(place: Place, default: str = "#f4ecd8") -> str:
    """What a place is painted with."""
    if place.ground is None:
        return default
    return mixed(colour(place.ground.sign.colour), "#ffffff", 0.42)


def _spoken(place: Place) -> str:
    """What is read aloud of a place."""
    said = [place.ground.spoken] if place.ground is not None and place.ground.said else []
    said += [f"{text.caption}: {text.text}" for text in place.texts]
    said += [mark.spoken for mark in place.marks]
    return f"{place.name}: {', '.join(said)}" if said else place.name


def _inside(canvas: Canvas, place: Place, x: float, y: float, width: float, height: float, fill: str) -> None:
    """The texts and marks of a place, around its middle."""
    large = [t.text for t in place.texts if t.large]
    small = [t.text for t in place.texts if not t.large]
    ink = "#ffffff" if is_dark(fill) else INK
    if not place.marks:
        size = min(height * (0.5 if large else 0.3), width * 0.5)
        top = y - (size * 0.4 if large and small else 0)
        _line(canvas, large, x, top, size, ink, "700")
        _line(canvas, small, x, (top + size * 0.85) if large else y, min(size * 0.5, 15) if large else size, ink, "400")
        return
    head = min(26.0, height * 0.3) if large or small else 0
    spans = [(t, head * 0.95, "700") for t in large] + [(t, head * 0.52, "400") for t in small]
    left = x - (sum(width_of(t, size) for t, size, _ in spans) + 8 * (len(spans) - 1)) / 2
    for text, size, weight in spans:
        canvas.text(left, y - height / 2 + head * 0.5, text, size, ink, "start", font_weight=weight)
        left += width_of(text, size) + 8
    canvas.marks(place.marks, x, y + head / 2, width, height - head, min(40.0, height * 0.75))


def _line(canvas: Canvas, texts: list[str], x: float, y: float, size: float, ink: str, weight: str) -> None:
    if texts:
        canvas.text(x, y, " ".join(texts), size, ink, font_weight=weight)


# ------------------------------------------------------------------------------------------------ squares


def _squares(canvas: Canvas, board: Board) -> Drawn:
    by_point = {place.point: place for place in board.places}
    xs, ys = [p[0] for p in by_point], [p[1] for p in by_point]
    left, top = min(xs), min(ys)
    gap = 7.0 if board.block else 0.0
    block = board.block or 1

    def corner(x: float, y: float) -> Spot:
        """The north-western corner of a square, with the gaps between tiles."""
        across, down = math.floor(x / block) - math.floor(left / block), math.floor(y / block) - math.floor(top / block)
        return MARGIN + (x - left) * SQUARE + across * gap, MARGIN + (y - top) * SQUARE + down * gap

    _numbers(canvas, sorted(set(xs)), sorted(set(ys)), corner)
    if board.block:
        for x, y in sorted({(x // block * block, y // block * block) for x, y in by_point}):
            at = corner(x, y)
            side = SQUARE * block
            canvas.rect(at[0] - 3, at[1] - 3, side + 6, side + 6, 9, "#cdb894", stroke="#a98f63", stroke_width="1")
    else:
        at = corner(left, top)
        width, height = SQUARE * (max(xs) - left + 1), SQUARE * (max(ys) - top + 1)
        canvas.rect(at[0] - 4, at[1] - 4, width + 8, height + 8, 8, "#cdb894", stroke="#a98f63", stroke_width="1")
    numbered = {place.number: place for place in board.places}
    for place in sorted(board.places, key=lambda p: (p.height, p.point[1], p.point[0])):
        other = numbered.get(place.joined) if place.joined is not None else None
        if other is not None and other.joined == place.number:
            if place.point <= other.point:
                _domino(canvas, place, other, corner)
        else:
            _tile(canvas, [place], corner)
    middles = {p.number: (corner(*p.point)[0] + SQUARE / 2, corner(*p.point)[1] + SQUARE / 2) for p in board.places}
    _draw_borders(canvas, board.borders, middles, SQUARE)
    right, bottom = corner(max(xs), max(ys))
    return Drawn(right + SQUARE + MARGIN, bottom + SQUARE + MARGIN * 0.6)


def _numbers(canvas: Canvas, xs: list[float], ys: list[float], corner: object) -> None:
    """The coordinates along the edges, as moves say them."""
    assert callable(corner)
    for x in xs:
        at = corner(x, ys[0])
        canvas.text(at[0] + SQUARE / 2, at[1] - 14, n(x), 12, FAINT)
    for y in ys:
        at = corner(xs[0], y)
        canvas.text(at[0] - 14, at[1] + SQUARE / 2, n(y), 12, FAINT)


def _domino(canvas: Canvas, a: Place, b: Place, corner: object) -> None:
    _tile(canvas, [a, b], corner)


def _tile(canvas: Canvas, places: list[Place], corner: object) -> None:
    """One place, or two that are joined, raised by its level."""
    assert callable(corner)
    at = [corner(*place.point) for place in places]
    x, y = min(a[0] for a in at) + 2, min(a[1] for a in at) + 2
    width, height = max(a[0] for a in at) + SQUARE - 2 - x, max(a[1] for a in at) + SQUARE - 2 - y
    fill = _fill(places[0])
    levels = min(places[0].height, MOST_LEVELS)
    for level in range(levels):
        shade = mixed(fill, "#3d2f1d", 0.35 if level % 2 else 0.5)
        canvas.rect(x - level * LIFT * 0.4, y - level * LIFT, width, height, 7, shade)
    x, y = x - levels * LIFT * 0.4, y - levels * LIFT
    edge = mixed(fill, "#3d2f1d", 0.55)
    canvas.rect(x, y, width, height, 7, fill, stroke=edge, stroke_width="1.6" if levels else "1")
    if len(places) == 2:
        middle = (x + width / 2, y + height / 2)
        flat = width > height
        step = (0, height * 0.32) if flat else (width * 0.32, 0)
        canvas.line((middle[0] - step[0], middle[1] - step[1]), (middle[0] + step[0], middle[1] + step[1]), edge, 1.4)
    for place, corner_ in zip(places, at, strict=True):
        lift = (corner_[0] - levels * LIFT * 0.4, corner_[1] - levels * LIFT)
        _square_content(canvas, place, lift, fill)


def _square_content(canvas: Canvas, place: Place, at: Spot, fill: str) -> None:
    canvas.open(title=_spoken(place))
    if place.ground is not None and place.ground.sign.shape is not None:
        deep = mixed(colour(place.ground.sign.colour), "#000000", 0.25)
        canvas.shape(place.ground.sign.shape, at[0] + 14, at[1] + 14, 17, deep)
    if place.height:
        canvas.text(at[0] + SQUARE - 6, at[1] + 13, f"+{place.height}", 12, INK, "end", font_weight="bold")
    if place.marks and any(t.large for t in place.texts):
        large = " ".join(t.text for t in place.texts if t.large)
        canvas.text(at[0] + 17, at[1] + SQUARE - 18, large, 22, INK, font_weight="700")
        canvas.marks(place.marks, at[0] + SQUARE * 0.64, at[1] + SQUARE * 0.63, SQUARE * 0.62, SQUARE * 0.62, 36)
    else:
        _inside(canvas, place, at[0] + SQUARE / 2, at[1] + SQUARE / 2, SQUARE - 10, SQUARE - 8, fill)
    canvas.close()


# ------------------------------------------------------------------------------------------------ hexes


def _hexes(canvas: Canvas, board: Board) -> Drawn:
    full = any(place.texts or len(place.marks) > 1 for place in board.places)
    size = HEX if full else PLAIN_HEX
    raw = {
        p.number: (size * math.sqrt(3) * (p.point[0] + p.point[1] / 2), size * 1.5 * p.point[1]) for p in board.places
    }
    left, top = min(x for x, _ in raw.values()), min(y for _, y in raw.values())
    margin = size + (MARGIN if not full else 8)
    at = {k: (x - left + margin, y - top + margin) for k, (x, y) in raw.items()}
    for place in board.places:
        x, y = at[place.number]
        fill = _fill(place)
        canvas.open(title=_spoken(place))
        points = [(x + size * math.sin(a), y - size * math.cos(a)) for a in (i * math.pi / 3 for i in range(6))]
        canvas.polygon(points, fill, stroke="#a98f63", stroke_width=n(max(1.2, size / 22)), stroke_linejoin="round")
        if place.ground is not None and place.ground.sign.shape is not None:
            deep = mixed(colour(place.ground.sign.colour), "#000000", 0.2)
            canvas.shape(place.ground.sign.shape, x, y - size * 0.74, size * 0.3, deep)
        _inside(canvas, place, x, y + (size * 0.06 if full else 0), size * 1.45, size * (1.2 if full else 1.5), fill)
        canvas.close()
    _draw_borders(canvas, board.borders, at, size)
    _hex_numbers(canvas, board, at, size, full)
    return Drawn(max(x for x, _ in at.values()) + margin, max(y for _, y in at.values()) + margin)


def _hex_numbers(canvas: Canvas, board: Board, at: Mapping[int, Spot], size: float, full: bool) -> None:
    """The coordinates of a board of plain hexes: r in front of the rows, q above the first."""
    if full:
        return
    rows = sorted({p.point[1] for p in board.places})
    for row in rows:
        first = min((p for p in board.places if p.point[1] == row), key=lambda p: p.point[0])
        x, y = at[first.number]
        canvas.text(x - size * 1.5, y, n(row), 12, FAINT)
    for place in board.places:
        if place.point[1] == rows[0]:
            x, y = at[place.number]
            canvas.text(x - size * 0.4, y - size * 1.35, n(place.point[0]), 12, FAINT)


# ------------------------------------------------------------------------------------------------ points and regions


def _at(board: Board, unit: float, margin: float) -> dict[int, Spot]:
    left, top = min(p.point[0] for p in board.places), min(p.point[1] for p in board.places)
    return {p.number: ((p.point[0] - left) * unit + margin, (p.point[1] - top) * unit + margin) for p in board.places}


def _size(at: Mapping[int, Spot], margin: float) -> Drawn:
    return Drawn(max(x for x, _ in at.values()) + margin, max(y for _, y in at.values()) + margin)


def typical_length(board: Board, share: float = 0.4) -> float:
    """How far neighbours lie from each other, in the units of their coordinates; share 0: the nearest."""
    point = {p.number: p.point for p in board.places}
    lengths = sorted(math.dist(point[a], point[b]) for a, b in _pairs(board))
    return lengths[int(len(lengths) * share)] if lengths else 1.0


def _pairs(board: Board) -> Iterator[tuple[int, int]]:
    shown = {place.number for place in board.places}
    for a, near in sorted((board.beside or {}).items()):
        yield from ((a, b) for b in near if a < b and {a, b} <= shown)


def _points(canvas: Canvas, board: Board) -> Drawn:
    margin = POINT * 2.2
    at = _at(board, BETWEEN / typical_length(board, 0), margin)
    size = _size(at, margin)
    canvas.rect(2, 2, size.width - 4, size.height - 4, 12, "#ecd9a9", stroke="#a98f63", stroke_width="1")
    for a, b in _pairs(board) if board.has_net else ():
        canvas.line(at[a], at[b], "#7b5f38", 3)
    _draw_borders(canvas, board.borders, at)
    for place in board.places:
        x, y = at[place.number]
        canvas.open(title=_spoken(place))
        busy = bool(place.marks or place.texts)
        canvas.circle(x, y, POINT if busy else 7, _fill(place, "#f9efd6"), stroke="#7b5f38", stroke_width="2")
        _inside(canvas, place, x, y, POINT * 1.5, POINT * 1.5, "#f9efd6")
        if cell_len(place.name) <= SHORT:
            canvas.text(x + POINT * 0.95, y + POINT * 0.95, place.name, 11, "#7b5f38")
        canvas.close()
    return size


def _draw_borders(canvas: Canvas, borders: Iterable[Border], at: Mapping[int, Spot], side: float = 0) -> None:
    """What lies between places. side: the length of the side that two places share, if they do."""
    for border in borders:
        a, b = (at[end] for end in border.ends)
        middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
        canvas.open(title=f"{border.name}: {', '.join(m.spoken for m in border.marks)}")
        for mark in border.marks:
            if side and mark.sign.shape in ("wall", "wave"):
                share = side / 2 / (math.dist(a, b) or 1)
                step = (b[1] - a[1]) * share, (a[0] - b[0]) * share
                ends = ((middle[0] - step[0], middle[1] - step[1]), (middle[0] + step[0], middle[1] + step[1]))
                canvas.line(*ends, colour(mark.sign.colour), 7)
            elif mark.sign.shape in ("road", "wall"):
                canvas.line(a, b, colour(mark.sign.colour), 7)
            else:
                canvas.mark(mark, *middle, 24)
        canvas.close()


def _map(canvas: Canvas, board: Board) -> Drawn:
    margin = REGION * 0.86
    at = _at(board, REGION / typical_length(board), margin)
    size = _size(at, margin)
    canvas.rect(0, 0, size.width, size.height, 18, colour("sea"))
    found = regions(at, board.beside or {})
    _coast(canvas, found.coasts)
    for place in board.places:
        fill = _fill(place, LAND)
        canvas.polygon(found.cells[place.number], fill, stroke="#8f9a6a", stroke_width="1.5", stroke_linejoin="round")
    for lake in found.holes:
        canvas.polygon(lake, "#b9a48a", stroke="#8a7355", stroke_width="2", stroke_linejoin="round")
        middle = (sum(x for x, _ in lake) / len(lake), sum(y for _, y in lake) / len(lake))
        canvas.shape("mountain", *middle, 30, "#7c6650")
    for border in board.borders:
        _map_border(canvas, border, at, found.walls)
    for place in board.places:
        _region(canvas, place, at[place.number])
    return size


def _coast(canvas: Canvas, coasts: Iterable[list[Spot]]) -> None:
    for coast in coasts:
        for width, shade in ((26, "#b6dbe9"), (14, "#f0e2b6")):
            canvas.polygon(coast, "#f0e2b6", stroke=shade, stroke_width=width, stroke_linejoin="round")


def _map_border(
    canvas: Canvas, border: Border, at: Mapping[int, Spot], walls: Mapping[tuple[int, int], Outline]
) -> None:
    a, b = (at[end] for end in border.ends)
    wall = walls.get((min(border.ends), max(border.ends)))
    canvas.open(title=f"{border.name}: {', '.join(m.spoken for m in border.marks)}")
    for mark in border.marks:
        shade = colour(mark.sign.colour)
        if mark.sign.shape == "road":
            canvas.line(a, b, mixed(shade, "#000000", 0.35), 8)
            canvas.line(a, b, mixed(shade, "#ffffff", 0.35), 4.5, stroke_dasharray="9 5")
        elif mark.sign.shape in ("wave", "wall") and wall is not None:
            path = " ".join(f"{n(x)},{n(y)}" for x, y in wall)
            line = {"points": path, "fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}
            canvas.add("polyline", **line, stroke="#ffffff", stroke_width="12")
            canvas.add("polyline", **line, stroke=shade, stroke_width="8.5")
            middle = wall[len(wall) // 2]
            canvas.shape("wave", *middle, 20, "#ffffff")
        else:
            middle_of = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
            canvas.mark(mark, *middle_of, 22)
    canvas.close()


def _region(canvas: Canvas, place: Place, at: Spot) -> None:
    x, y = at
    canvas.open(title=_spoken(place))
    notes = [t.text for t in place.texts if not t.large]
    said = " ".join([place.name, *notes])
    sign = None if place.ground is None else place.ground.sign
    icon = 15.0 if sign is not None and sign.shape is not None else 0.0
    left = x - (width_of(said, 11) + icon) / 2
    if sign is not None and sign.shape is not None:
        canvas.shape(sign.shape, left + 5, y - 24, 12, mixed(colour(sign.colour), "#000000", 0.4))
    halo = {"stroke": _fill(place, LAND), "stroke_width": "3", "stroke_linejoin": "round", "paint_order": "stroke"}
    canvas.text(left + icon, y - 24, said, 11, INK, "start", font_weight="600", **halo)
    large = [t.text for t in place.texts if t.large]
    _line(canvas, large, x, y, 18, INK, "700")
    canvas.marks(place.marks, x, y + 6, 86, 48, 24)
    canvas.close()


# ------------------------------------------------------------------------------------------------ rows


def _row(canvas: Canvas, board: Board) -> Drawn:
    """Tracks, rings and rows: places in lines of at most a dozen."""
    side = 46.0
    count = len(board.places)
    for i, place in enumerate(board.places):
        x, y = 8 + i % IN_A_ROW * (side + 3), 6 + i // IN_A_ROW * (side + 18)
        fill = _fill(place)
        canvas.open(title=_spoken(place))
        canvas.rect(x, y, side, side, 7, fill, stroke="#a98f63", stroke_width="1.2")
        if place.ground is not None and place.ground.sign.shape is not None and not place.marks:
            canvas.shape(place.ground.sign.shape, x + side / 2, y + side / 2, 20, mixed(fill, "#000000", 0.3))
        _inside(canvas, place, x + side / 2, y + side / 2, side - 8, side - 8, fill)
        canvas.text(x + side / 2, y + side + 8, place.name if len(place.name) < 9 else place.name[:8], 10, FAINT)
        canvas.close()
    return Drawn(8 + min(count, IN_A_ROW) * (side + 3) + 8, 6 + math.ceil(count / IN_A_ROW) * (side + 18) + 4)
