"""A scene as lines for a terminal: boards, what their signs mean, and a row of each area."""

from __future__ import annotations

import math
from collections.abc import Iterator

from attrs import frozen
from rich.cells import cell_len

from hoyle.runtime.look.names import cut
from hoyle.runtime.look.scene import WAYS, Area, Board, Border, Place, Row, Scene, hidden_mark, name_beside, samples
from hoyle.runtime.look.sheet import Run, Runs, Sheet, Terminal, painted, width_of
from hoyle.runtime.look.svg import meanings
from hoyle.runtime.look.svg_boards import SHORT
from hoyle.runtime.look.terminal_maps import is_numbered, map_lines, points_lines
from hoyle.runtime.look.tokens import (
    INK,
    ground_of,
    ground_sign,
    joined,
    mark_runs,
    packed,
    place_tokens,
    sign_runs,
    tint,
)

LEAST = 3  # columns inside a place
MARGIN = 4


def board_lines(board: Board, terminal: Terminal) -> list[str]:
    """One board as lines of the terminal's width."""
    if not board.places:
        return []
    match board.layout:
        case "points" if any(cell_len(p.name) > SHORT and not is_numbered(p) for p in board.places):
            return map_lines(board, terminal)
        case "regions":
            return map_lines(board, terminal)
        case "points":
            lines = points_lines(board, terminal)
        case "hexes":
            lines = _hexes(board, terminal)
        case "squares":
            lines = _dense(board, terminal) if terminal.dense else _squares(board, terminal)
        case _:
            lines = _row(board, terminal)
    return [*lines, *_border_lines(board, terminal)]


def _border_lines(board: Board, terminal: Terminal) -> list[str]:
    """What lies on borders, each kind with the names of those on which it is not drawn."""
    by_sign: dict[str, tuple[Runs, list[str]]] = {}
    for border in board.borders:
        for mark in border.marks:
            if board.layout == "points" and mark.sign.shape in WAYS:
                continue  # drawn as a line
            _, names = by_sign.setdefault(mark.said, (mark_runs(mark, terminal), []))
            if board.layout != "squares" or terminal.dense or _side(board, border) is None:
                names.append(border.name)
    tokens: list[Runs] = []
    for said, (sign, names) in by_sign.items():
        tokens.append((*sign, Run(f" {said}:" if names else f" {said}  ")))
        tokens += [(Run(f"{name};" if i < len(names) else f"{name}  "),) for i, name in enumerate(names, 1)]
    return [painted(line, terminal).rstrip() for line in packed(tokens, terminal.width)] if tokens else []


def legend(scene: Scene, terminal: Terminal) -> list[str]:
    """What the signs mean, in lines."""
    tokens: list[Runs] = [(Run(text, None, None, True), Run(f" {said}")) for text, said in samples(scene)]
    hidden = hidden_mark(scene)
    if hidden is not None:
        tokens.append((*sign_runs(hidden.sign, terminal), Run(f" {scene.hidden}")))
    for mark, said in meanings(scene, borders=False):  # what lies on borders is told by the boards
        sign = sign_runs(mark.sign, terminal)
        if mark.sign.shape == "square" and not mark.sign.text:  # a colour alone
            if terminal.colour:
                tokens.append((Run(""), Run("  ", None, tint(mark.sign)), Run(f" {said}")))
            continue
        if _is_ground(scene, mark.line):
            sign = (Run(ground_sign(mark, terminal), sign[0].colour, None, True),)
        tokens.append((*sign, Run(f" {said}")))
    if not tokens:
        return []
    spaced = [(*token, Run("  ")) for token in tokens]
    return [painted(line, terminal).rstrip() for line in packed(spaced, terminal.width)]


def _is_ground(scene: Scene, line: str) -> bool:
    return any(p.ground is not None and p.ground.line == line for b in scene.boards for p in b.places)


def row_runs(row: Row, terminal: Terminal) -> list[Runs]:
    """What is shown in a row of an area, piece by piece."""
    texts: list[Runs] = [(Run(text.text),) for text in row.texts]
    return texts + [(*mark_runs(mark, terminal), Run(name_beside(row, mark))) for mark in row.marks]


def area_rows(areas: list[Area], terminal: Terminal) -> Iterator[tuple[str, list[str]]]:
    """The rows of areas of one kind side by side: the name of the row, and a cell for each area; empty rows are left
    out."""
    for rows in zip(*(area.rows for area in areas), strict=True):
        cells = [painted(joined(row_runs(row, terminal)), terminal) for row in rows]
        if any(cells):
            yield rows[0].caption, [cell or "-" for cell in cells]


# ------------------------------------------------------------------------------------------------ squares


@frozen
class _Cell:
    """The lines in a place, on its ground."""

    lines: list[Runs]
    ground: str | None


def _cells(board: Board, width: int, terminal: Terminal) -> dict[int, _Cell]:
    found = {}
    for place in board.places:
        ground = ground_of(place) if terminal.colour else None
        found[place.number] = _Cell(packed(place_tokens(place, terminal, ground, _apart(board), width), width), ground)
    return found


def _apart(board: Board) -> bool:
    """Hexes lie so that two lines in each are better than width."""
    return board.layout == "hexes"


def _widths(board: Board, terminal: Terminal) -> tuple[int, int]:
    """The width of the widest token, and of all that lies in the fullest place, in one line."""
    tokens = [place_tokens(place, terminal, None, _apart(board)) for place in board.places]
    widest = max((width_of(token) for found in tokens for token in found), default=1)
    whole = max((sum(map(width_of, found)) + len(found) - 1 for found in tokens), default=1)
    return max(LEAST, widest), max(LEAST, whole)


def _inner_width(board: Board, across: int, room: int, terminal: Terminal) -> int:
    """The columns inside a place: as many as all that lies there needs, or as there is room for."""
    least, most = _widths(board, terminal)
    fits = room // across - 1 - 2 * terminal.pad
    return max(least, min(most, fits, 3 * least if most > 14 else most))


def _write_cell(sheet: Sheet, cell: _Cell, row: int, column: int, width: int, height: int) -> None:
    for i in range(height):
        sheet.fill(row + i, column, width + 2 * sheet.terminal.pad, cell.ground)
        if i < len(cell.lines):
            left = (width - width_of(cell.lines[i])) // 2
            sheet.write(row + i, column + sheet.terminal.pad + left, cell.lines[i])


def _squares(board: Board, terminal: Terminal) -> list[str]:
    xs = sorted({int(place.point[0]) for place in board.places})
    inner = _inner_width(board, len(xs), terminal.width - MARGIN - 1, terminal)
    cells = _cells(board, inner, terminal)
    each = max(1, (terminal.width - MARGIN - 1) // (inner + 1 + 2 * terminal.pad))
    lines: list[str] = []
    for start in range(xs[0], xs[-1] + 1, each):
        part = [p for p in board.places if start <= p.point[0] < start + each]
        if part:
            sides = [(*side, border) for border in board.borders if (side := _side(board, border)) is not None]
            lines += _strip(part, cells, inner, start, terminal, sides)
    return lines


def _side(board: Board, border: Border) -> tuple[Place, tuple[int, int]] | None:
    """The place to the right of a border or below it, and which way one goes to it; None if the two places share no
    side."""
    ends = [place for place in board.places if place.number in border.ends]
    if len(ends) != 2:
        return None
    first, second = sorted(ends, key=lambda place: place.point)
    step = _step(first, second)
    return (second, step) if step in ((1, 0), (0, 1)) else None


def _on_side(border: Border, step: tuple[int, int], length: int, terminal: Terminal) -> Iterator[tuple[int, Runs]]:
    """What is drawn on the side that two places share, and at which of its `length` characters: a wall or a wave along
    all of it, anything else in its middle."""
    along = {
        "wall": ("┃", "━") if terminal.unicode else ("#", "#"),
        "wave": ("≈", "≈") if terminal.unicode else ("~", "~"),
    }
    for mark in border.marks:
        runs = mark_runs(mark, terminal)
        if mark.sign.shape in along:
            sign = along[mark.sign.shape][step == (0, 1)]
            yield from ((i, (Run(sign, runs[0].colour),)) for i in range(length))
        else:
            yield max(0, (length - width_of(runs)) // 2), runs


def _strip(
    places: list[Place],
    cells: dict[int, _Cell],
    inner: int,
    start: int,
    terminal: Terminal,
    sides: list[tuple[Place, tuple[int, int], Border]],
) -> list[str]:
    """Columns that fit side by side."""
    sheet, wide = Sheet(terminal), inner + 1 + 2 * terminal.pad
    height = max(len(cells[p.number].lines) for p in places)
    top = min(int(p.point[1]) for p in places)
    numbered = {place.number: place for place in places}
    for place in places:
        x, y = int(place.point[0]), int(place.point[1])
        row, column = 1 + (y - top) * (height + 1), MARGIN + (x - start) * wide
        other = numbered.get(place.joined) if place.joined is not None else None
        step = None if other is None or other.joined != place.number else _step(place, other)
        _frame(sheet, row, column, wide, height + 1, step)
        _write_cell(sheet, cells[place.number], row + 1, column + 1, inner, height)
        if step == (1, 0):
            for i in range(height):
                sheet.fill(row + 1 + i, column + wide, 1, cells[place.number].ground)
        elif step == (0, 1):
            sheet.fill(row + height + 1, column + 1, wide - 1, cells[place.number].ground)
        sheet.write(row + 1, 0, (Run(str(y)),))
        sheet.write(0, column + wide // 2 - (len(str(x)) - 1) // 2, (Run(str(x)),))
    for place, step, border in sides:
        if place.number not in numbered:
            continue
        row, column = 1 + (int(place.point[1]) - top) * (height + 1), MARGIN + (int(place.point[0]) - start) * wide
        for i, runs in _on_side(border, step, height if step == (1, 0) else wide - 1, terminal):
            sheet.write(*((row + 1 + i, column) if step == (1, 0) else (row, column + 1 + i)), runs)
    sheet.write(0, 0, (Run("y\\x" if len({p.point[1] for p in places}) > 1 else "x"),))
    return sheet.lines()


def _dense(board: Board, terminal: Terminal) -> list[str]:
    """Squares without lines around them, if they fit: halves of one thing are joined by a stroke."""
    grounds = {p.number: ground_of(p) if terminal.colour else None for p in board.places}
    tokens = {p.number: joined(place_tokens(p, terminal, grounds[p.number]), "") for p in board.places}
    wide = max(LEAST, *map(width_of, tokens.values())) + 2
    xs, top = sorted({int(p.point[0]) for p in board.places}), min(int(p.point[1]) for p in board.places)
    if MARGIN + wide * (xs[-1] - xs[0] + 1) > terminal.width:
        return _squares(board, terminal)
    sheet, numbered = Sheet(terminal), {place.number: place for place in board.places}
    for place in board.places:
        row, column = 1 + int(place.point[1]) - top, MARGIN + (int(place.point[0]) - xs[0]) * wide
        empty = (Run("·" if terminal.unicode else "."),)
        sheet.fill(row, column, wide - 1, grounds[place.number])
        sheet.write(row, column, tokens[place.number] or empty)
        other = numbered.get(place.joined) if place.joined is not None else None
        if other is not None and other.joined == place.number:
            after = column + width_of(tokens[place.number])
            stroke = _stroke(_step(place, other), column + wide - after, terminal)
            sheet.write(row, after, (Run(stroke, INK if grounds[place.number] else None, grounds[place.number]),))
        sheet.write(row, 0, (Run(str(int(place.point[1]))),))
        sheet.write(0, column, (Run(str(int(place.point[0]))),))
    return sheet.lines()


def _stroke(step: tuple[int, int], room: int, terminal: Terminal) -> str:
    """What leads from a square to the one it is joined to: to the right all the way, up or down a sign."""
    signs = {(1, 0): "─" * room, (0, 1): "╷", (0, -1): "╵"}
    plain = {(1, 0): "-" * room, (0, 1): ",", (0, -1): "'"}
    return (signs if terminal.unicode else plain).get(step, "")


def _step(place: Place, other: Place) -> tuple[int, int]:
    return int(other.point[0] - place.point[0]), int(other.point[1] - place.point[1])


def _frame(sheet: Sheet, row: int, column: int, width: int, height: int, open_to: tuple[int, int] | None) -> None:
    """The lines around a place, but for the side to the place it is joined to."""
    if open_to != (0, -1):
        sheet.across(row, column, column + width)
    if open_to != (0, 1):
        sheet.across(row + height, column, column + width)
    if open_to != (-1, 0):
        sheet.down(column, row, row + height)
    if open_to != (1, 0):
        sheet.down(column + width, row, row + height)


# ------------------------------------------------------------------------------------------------ hexes


def _hexes(board: Board, terminal: Terminal) -> list[str]:
    if any(place.texts or len(place.marks) > 1 for place in board.places):
        return _bricks(board, terminal)
    return _plain_hexes(board, terminal)


def _bricks(board: Board, terminal: Terminal) -> list[str]:
    """Hexes as bricks, each row half a brick further."""
    left = min(2 * p.point[0] + p.point[1] for p in board.places)
    halves = max(2 * p.point[0] + p.point[1] for p in board.places) - left + 2
    inner = _inner_width(board, math.ceil(halves / 2), terminal.width - 1, terminal)
    edge = 1 + 2 * terminal.pad
    if (inner + edge) % 2:  # half a brick is a whole number of columns
        inner += 1 if (inner + edge + 1) // 2 * halves + 1 <= terminal.width else -1
    if not terminal.tight and (inner + edge) // 2 * halves + 1 > terminal.width:
        return _plain_hexes(board, terminal)
    cells = _cells(board, inner, terminal)
    sheet = Sheet(terminal)
    height = max(len(cell.lines) for cell in cells.values())
    top = min(p.point[1] for p in board.places)
    for place in board.places:
        row = int(place.point[1] - top) * (height + 1)
        column = int(2 * place.point[0] + place.point[1] - left) * ((inner + edge) // 2)
        _frame(sheet, row, column, inner + edge, height + 1, None)
        _write_cell(sheet, cells[place.number], row + 1, column + 1, inner, height)
    return sheet.lines()


def _plain_hexes(board: Board, terminal: Terminal) -> list[str]:
    """Hexes as signs in staggered rows, r in front of each row and q above the first."""
    least, _ = _widths(board, Terminal(terminal.width, False, terminal.unicode))
    wide = max(
        1, least if any(len(p.marks) > 0 and width_of(mark_runs(p.marks[0], terminal)) > 1 for p in board.places) else 1
    )
    half = (wide + 2) // 2
    left = min(2 * p.point[0] + p.point[1] for p in board.places)
    top = min(p.point[1] for p in board.places)
    sheet = Sheet(terminal)
    for place in board.places:
        row = 1 + int(place.point[1] - top)
        column = MARGIN + int(2 * place.point[0] + place.point[1] - left) * half
        tokens = place_tokens(place, terminal, None)
        empty: Runs = (Run("·" if terminal.unicode else "."),)
        sheet.write(row, column, tokens[-1] if tokens else empty)
        if place.point[1] == top:
            sheet.write(0, column, (Run(f"{place.point[0]:g}"),))
    for r in {p.point[1] for p in board.places}:
        first = min(p.point[0] for p in board.places if p.point[1] == r)
        column = MARGIN + int(2 * first + r - left) * half
        said = f"{r:g}"
        sheet.write(1 + int(r - top), max(0, column - len(said) - 2), (Run(said),))
    return sheet.lines()


# ------------------------------------------------------------------------------------------------ rows


def _row(board: Board, terminal: Terminal) -> list[str]:
    """Tracks, rings and rows: the names of the places above what lies there."""
    names = list(map(_row_name, board.places))
    inner = min(_widths(board, terminal)[1], max(_widths(board, terminal)[0], 12))
    inner = max(inner, *(cell_len(name) for name in names)) if max(map(cell_len, names)) <= 8 else max(inner, 8)
    each = max(1, (terminal.width - 1) // (inner + 3))
    cells = _cells(board, inner, terminal)
    lines: list[str] = []
    for start in range(0, len(board.places), each):
        part = board.places[start : start + each]
        sheet = Sheet(terminal)
        height = max(len(cells[p.number].lines) for p in part)
        for i, place in enumerate(part):
            column = i * (inner + 3)
            _frame(sheet, 1, column, inner + 3, height + 1, None)
            _write_cell(sheet, cells[place.number], 2, column + 1, inner, height)
            sheet.write(0, column + 2, (Run(cut(names[start + i], inner)),))
        lines += sheet.lines()
    return lines


def is_row(board: Board) -> bool:
    """Whether its places lie in a row, so that it can be told in a line."""
    return board.layout in ("row", "track", "ring")


def row_tokens(board: Board, terminal: Terminal) -> list[Runs]:
    """A row told in a line: places where something lies or is written, each with its name."""
    found = []
    for place in board.places:
        tokens = place_tokens(place, terminal, None)
        if tokens and (place.marks or place.texts):
            found.append((Run(f"{_row_name(place)} "), *tokens[0]))
    return found


def _row_name(place: Place) -> str:
    """`3` for `Space(3)`."""
    return place.name.rpartition("(")[2].rstrip(")")
