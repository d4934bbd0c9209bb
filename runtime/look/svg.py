"""A scene as an SVG picture: self-contained, read without colour, told in words to those who do not see it."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from attrs import evolve, frozen

from hoyle.runtime.look.canvas import FAINT, FONT, INK, PAPER, Canvas, mark_share, n, width_of
from hoyle.runtime.look.scene import Area, Mark, Row, Scene, Seat, hidden_mark, name_beside, samples
from hoyle.runtime.look.shapes import SHAPES
from hoyle.runtime.look.svg_boards import draw_board

EDGE: Final = 18.0  # around the picture
HEAD: Final = 34.0
CARD: Final = 300.0  # the width of an area
LINE: Final = 25.0
TALL: Final = 460.0  # so high may the column of areas be, whatever the boards are


def svg(scene: Scene, caption: str = "", words: Words | None = None) -> str:
    """The picture of a scene. caption: what moment it shows."""
    canvas = Canvas()
    body, width, height = _boards(scene)
    cards, card_width, card_height = _cards(scene, max(height, 200), words or Words())
    total = EDGE * 2 + width + (EDGE if width and card_width else 0) + card_width
    legend, legend_height = _legend(scene, total - 2 * EDGE)
    full = EDGE * 2 + HEAD + max(height, card_height) + legend_height
    canvas.rect(0, 0, total, full, 0, PAPER)
    canvas.text(EDGE, EDGE + 10, scene.title, 21, INK, "start", font_weight="700")
    if caption:
        canvas.text(total - EDGE, EDGE + 10, caption, 13, FAINT, "end")
    _place(canvas, body, EDGE, EDGE + HEAD)
    _place(canvas, cards, EDGE + width + (EDGE if width else 0), EDGE + HEAD)
    _place(canvas, legend, EDGE, EDGE + HEAD + max(height, card_height) + 10)
    return _document(canvas, scene, caption, total, full)


@frozen
class Words:
    """The few words that a picture adds."""

    to_move: str = "to move"
    total: str = "Total"


def _place(canvas: Canvas, part: Canvas, x: float, y: float) -> None:
    """Put what was painted at a place of the picture."""
    if part.elements:
        canvas.used |= part.used
        canvas.open(transform=f"translate({n(x)} {n(y)})")
        canvas.elements += part.elements
        canvas.close()


def _document(canvas: Canvas, scene: Scene, caption: str, width: float, height: float) -> str:
    title = f"{scene.title}, {caption}" if caption else scene.title
    shapes = "".join(f'<path id="{name}" fill-rule="evenodd" d="{SHAPES[name].path}"/>' for name in sorted(canvas.used))
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {n(width)} {n(height)}" width="{n(width)}" '
        f'height="{n(height)}" role="img" aria-labelledby="title desc" font-family={quoteattr(FONT)}>'
    )
    told = f'<title id="title">{escape(title)}</title>\n<desc id="desc">{escape(described(scene))}</desc>'
    return "\n".join([head, told, f"<defs>{shapes}</defs>", *canvas.elements, "</svg>", ""])


def described(scene: Scene) -> str:
    """The scene in words: every place with something on it, and what belongs to each player."""
    said = []
    for board in scene.boards:
        filled = [
            f"{place.name}: {', '.join([*(t.text for t in place.texts), *(m.spoken for m in place.marks)])}"
            for place in board.places
            if place.marks or place.texts
        ]
        filled += [f"{b.name}: {', '.join(m.spoken for m in b.marks)}" for b in board.borders]
        said.append(f"{board.title}. {'; '.join(filled)}." if filled else f"{board.title}.")
    for area in scene.areas:
        whose = area.title if area.seat is None else area.seat.name
        rows = [
            f"{row.caption} {', '.join([*(t.text for t in row.texts), *(m.spoken for m in row.marks)])}"
            for row in area.rows
            if row.texts or row.marks
        ]
        said.append(f"{whose}: {'; '.join(rows)}.")
    return " ".join(said)


# ------------------------------------------------------------------------------------------------ boards


def _boards(scene: Scene) -> tuple[Canvas, float, float]:
    """All boards below one another."""
    canvas, width, y = Canvas(), 0.0, 0.0
    for board in scene.boards:
        part = Canvas()
        drawn = draw_board(part, board)
        if not drawn.width:
            continue
        if len(scene.boards) > 1:
            canvas.text(2, y + 9, board.title, 14, INK, "start", font_weight="600")
            y += 24
        _place(canvas, part, 0, y)
        width, y = max(width, drawn.width), y + drawn.height + 8
    return canvas, width, y


# ------------------------------------------------------------------------------------------------ areas


def _cards(scene: Scene, room: float, words: Words) -> tuple[Canvas, float, float]:
    """The areas as cards in columns about as high as the boards."""
    totals = dict(zip((seat.name for seat in scene.seats), scene.totals, strict=False))
    cards = []
    for area in scene.areas or tuple(Area("", "", seat, ()) for seat in scene.seats):
        part = Canvas()
        cards.append((part, _card(part, area, totals.get(area.seat.name, "") if area.seat else "", words)))
    columns = _columns([height for _, height in cards], max(room, TALL))
    canvas, at = Canvas(), 0
    for i, count in enumerate(columns):
        y = 0.0
        for part, height in cards[at : at + count]:
            _place(canvas, part, i * (CARD + 12), y)
            y += height + 10
        at += count
    tallest = max((sum(h + 10 for _, h in cards[s : s + c]) for s, c in _starts(columns)), default=0)
    return canvas, len(columns) * (CARD + 12) - 12 if cards else 0, tallest


def _starts(columns: list[int]) -> Iterable[tuple[int, int]]:
    return ((sum(columns[:i]), count) for i, count in enumerate(columns))


def _columns(heights: list[float], room: float) -> list[int]:
    """How many cards stand in each column, so that columns are about as high as there is room, and even."""
    whole = sum(heights) + 10 * len(heights)
    wanted = max(1, math.ceil(whole / (room * 1.4)))
    limit = whole if wanted == 1 else whole / wanted + max(heights, default=0) * 0.4
    columns, y = [0], 0.0
    for height in heights:
        if columns[-1] and y + height > limit:
            columns.append(0)
            y = 0
        columns[-1] += 1
        y += height + 10
    return columns


def _card(canvas: Canvas, area: Area, total: str, words: Words) -> float:
    """One area; gives its height."""
    body = Canvas()
    y = 40.0 if area.seat is not None or area.title else 8.0
    for row in area.rows:
        if row.marks or row.texts:
            y += _card_row(body, row, y)
    height = y + 6
    moving = area.seat is not None and area.seat.to_move
    edge = {"stroke": "#c98a1b" if moving else "#ddd2bd", "stroke_width": "2.5" if moving else "1.2"}
    canvas.rect(0, 0, CARD, height, 10, "#ffffff", **edge)
    if area.seat is None:
        canvas.text(14, 21, area.title, 15, INK, "start", font_weight="700")
    else:
        _seat_head(canvas, area.seat, total, words)
    canvas.used |= body.used
    canvas.elements += body.elements
    return height


def _seat_head(canvas: Canvas, seat: Seat, total: str, words: Words) -> None:
    canvas.sign(seat.sign, 22, 21, 20)
    canvas.text(40, 21, seat.name, 15, INK, "start", font_weight="700")
    if seat.to_move:
        canvas.text(40 + width_of(seat.name, 15) + 18, 21, f"◂ {words.to_move}", 12, "#9a6200", "start")
    if total:
        canvas.text(CARD - 14, 21, f"{words.total} {total}", 14, INK, "end", font_weight="600")


def _card_row(canvas: Canvas, row: Row, y: float) -> float:
    """A line of an area: its name on the left, what is shown on the right; gives its height."""
    canvas.text(14, y + 12, row.caption, 12, FAINT, "start")
    left = max(118.0, 14 + width_of(row.caption, 12) + 10)
    x, top = left, y
    for text in row.texts:
        wide = width_of(text.text, 14) + 10
        if x > left and x + wide > CARD - 8:
            x, top = left, top + LINE
        canvas.text(x, top + 12, text.text, 14, INK, "start", font_weight="600")
        x += wide
    for mark in row.marks:
        wide = mark_share(evolve(mark, count=1)) * 19 + 3
        times = "" if mark.count == 1 else "×?" if mark.count is None else f"×{mark.count}"
        beside = name_beside(row, mark).strip()
        words = " ".join(filter(None, (times, beside)))
        whole = wide + (width_of(words, 13) + 6 if words else 0)
        if x > left and x + whole > CARD - 6:
            x, top = left, top + LINE
        canvas.mark(mark, x + wide / 2, top + 12, 19, counted=False)
        if words:
            canvas.text(x + wide, top + 12, words, 13, INK, "start")
        x += whole
    return top - y + LINE


# ------------------------------------------------------------------------------------------------ the legend


def _legend(scene: Scene, width: float) -> tuple[Canvas, float]:
    """What the shapes on the boards mean."""
    canvas, x, y = Canvas(), 0.0, 12.0
    for text, said in samples(scene):
        first, wide = width_of(text, 13) + 8, 18 + width_of(text, 13) + width_of(said, 12)
        if x and x + wide > width:
            x, y = 0, y + 24
        canvas.text(x + 4, y, text, 13, INK, "start", font_weight="700")
        canvas.text(x + 4 + first, y, said, 12, INK, "start")
        x += wide + 12
    for mark, said in (*_hidden(scene), *meanings(scene)):
        wide = 34 + width_of(said, 12)
        if x and x + wide > width:
            x, y = 0, y + 24
        canvas.sign(mark.sign, x + 10, y, 16)
        canvas.text(x + 24, y, said, 12, INK, "start")
        x += wide
    return canvas, y + 14 if canvas.elements else 0


def _hidden(scene: Scene) -> list[tuple[Mark, str]]:
    mark = hidden_mark(scene)
    return [] if mark is None else [(mark, scene.hidden)]


def meanings(scene: Scene, borders: bool = True) -> Iterable[tuple[Mark, str]]:
    """Every shape on the boards once, with what it stands for: a line's caption, or a member's name."""
    found: dict[tuple[str | None, str | None, str], tuple[Mark, str]] = {}
    for board in scene.boards:
        marks = [m for p in board.places for m in ((p.ground,) if p.ground else ()) + p.marks]
        marks += [m for b in board.borders if borders for m in b.marks]
        for mark in marks:
            said = mark.caption if mark.owner is not None and mark.sign != mark.owner.sign else mark.said
            key = (mark.sign.shape, mark.sign.glyph, said)
            seats = {seat.sign for seat in scene.seats}
            if said == "":
                continue
            if mark.sign.text == "" and not mark.sign.glyph and not mark.sign.shape:
                found.setdefault(key, (evolve(mark, sign=evolve(mark.sign, shape="square")), mark.caption))
            elif mark.sign not in seats and (mark.sign.shape or mark.sign.glyph or mark.sign.text != said):
                found.setdefault(key, (mark, said))
    return found.values()
