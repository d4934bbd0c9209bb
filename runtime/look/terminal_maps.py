"""Maps and nets of points as lines for a terminal: places where they lie, and what lies between them on its way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from attrs import define, field, frozen
from rich.cells import cell_len

from hoyle.runtime.look.names import cut, told_apart
from hoyle.runtime.look.routes import Cell, Ground, route
from hoyle.runtime.look.scene import WAYS, Board, Border, Place
from hoyle.runtime.look.sheet import Run, Runs, Sheet, Terminal, painted, width_of
from hoyle.runtime.look.svg_boards import SHORT, typical_length
from hoyle.runtime.look.tokens import INK, ground_of, mark_runs, packed, place_tokens

MARGIN: Final = 4
BLOCK: Final = 13  # columns that a place takes at most
# Where lines are dear: how many columns a name may take, and how many it may lie aside from where it belongs.
SHORTENED: Final = (((BLOCK, 10, 8, 7, 6), 9), ((8, 7, 6, 5), 16), ((6, 5, 4), 24))
MOST_LISTED: Final = 6  # lines below a map
MOST_UP: Final = 2  # lines that a place may lie above or below where it lies
FLAT: Final = 4.6  # lines between neighbours, where there are enough


# ------------------------------------------------------------------------------------------------ points on a net


def points_lines(board: Board, terminal: Terminal) -> list[str]:
    """Points on a net: lines between neighbours, dotted if they are slanting."""
    unit = typical_length(board, 0)
    across, down = 5 / unit, 2.4 / unit
    left, top = min(p.point[0] for p in board.places), min(p.point[1] for p in board.places)
    numbered = all(map(is_numbered, board.places))
    first = (1, MARGIN) if numbered else (0, 2)
    at = {
        p.number: (first[0] + round((p.point[1] - top) * down), first[1] + round((p.point[0] - left) * across))
        for p in board.places
    }
    sheet = Sheet(terminal)
    for a, b in _net(board):
        if a in at and b in at:
            _net_line(sheet, at[a], at[b])
    for place in board.places:
        tokens = place_tokens(place, terminal, None)
        named = place.name if cell_len(place.name) <= SHORT else "·" if terminal.unicode else "."
        runs = tokens[-1] if tokens else (Run(named),)
        row, column = at[place.number]
        sheet.write(row, column - (width_of(runs) - 1) // 2, runs)
        if numbered:
            sheet.write(0, column, (Run(f"{place.point[0]:g}"),))
            sheet.write(row, 0, (Run(f"{place.point[1]:g}"),))
    return sheet.lines()


def is_numbered(place: Place) -> bool:
    """Whether a place is called by its coordinates."""
    return place.name.endswith(")")


def _net(board: Board) -> Iterator[tuple[int, int]]:
    """What lines are drawn between: all neighbours, or if there are ways, those between which one runs."""
    if board.has_net:
        yield from ((a, b) for a, near in (board.beside or {}).items() for b in near if a < b)
    for border in board.borders:
        if any(mark.sign.shape in WAYS for mark in border.marks):
            yield border.ends


def _net_line(sheet: Sheet, a: Cell, b: Cell) -> None:
    if a[0] == b[0]:
        sheet.across(a[0], min(a[1], b[1]), max(a[1], b[1]))
    elif a[1] == b[1]:
        sheet.down(a[1], min(a[0], b[0]), max(a[0], b[0]))
    else:
        steps = max(abs(a[0] - b[0]), abs(a[1] - b[1]) // 2)
        for i in range(1, steps):
            row, column = (round(a[k] + (b[k] - a[k]) * i / steps) for k in (0, 1))
            sheet.write(row, column, (Run("·" if sheet.terminal.unicode else "."),))


# ------------------------------------------------------------------------------------------------ maps


@frozen
class _Block:
    """What is written of a place: its name, and what lies there."""

    number: int
    lines: list[Runs]

    @property
    def width(self) -> int:
        return max(map(width_of, self.lines))


@define
class _Plan:
    """Where the blocks of a map lie; no two touch."""

    blocks: dict[int, tuple[Cell, _Block]] = field(factory=dict)
    taken: dict[Cell, int] = field(factory=dict)

    def is_free(self, block: _Block, row: int, column: int) -> bool:
        cells = ((row + i, column + j) for i, line in enumerate(block.lines) for j in range(-1, width_of(line) + 1))
        return all(cell not in self.taken for cell in cells)

    def put(self, block: _Block, row: int, column: int) -> None:
        self.blocks[block.number] = (row, column), block
        for i, line in enumerate(block.lines):
            self.taken.update(dict.fromkeys(((row + i, column + j) for j in range(width_of(line))), block.number))


def map_lines(board: Board, terminal: Terminal) -> list[str]:
    """Places by name where they lie, with what lies there; between them what lies on their borders, and what finds no
    room there in a list below. Where lines are dear, in as many as there are, if that can be."""
    if not terminal.tight:
        return _drawn(board, *_wide_plan(board, terminal), terminal)
    height = terminal.height or len(board.places)
    lines: list[str] = []
    for rows in range(height, max(1, height - MOST_LISTED), -1):
        found = _tight_plan(board, terminal, rows)
        if found is None:
            break
        lines = _drawn(board, *found, terminal)
        if len(lines) <= height:
            return lines
    if not lines:
        lines = _drawn(
            board, *(_tight_plan(board, terminal, height, anywhere=True) or _wide_plan(board, terminal)), terminal
        )
    return lines


def _drawn(board: Board, names: dict[int, str], plan: _Plan, terminal: Terminal) -> list[str]:
    sheet = Sheet(terminal)
    left = _draw_borders(sheet, plan, board.borders)
    for (row, column), block in plan.blocks.values():
        for i, line in enumerate(block.lines):
            sheet.write(row + i, column, line)
    return [*sheet.lines(), *_legend(board, left, names, terminal)]


def _block(place: Place, name: str, terminal: Terminal, gap: str = "") -> _Block:
    tokens = place_tokens(place, terminal, None)
    ground = ground_of(place) if terminal.colour else None
    title = (Run(name, INK if ground else None, ground, True),)
    if terminal.tight:
        if tokens and tokens[0][0].text[:1].isascii():
            gap = " "
        return _Block(place.number, [(*title, *((Run(gap), *tokens[0]) if tokens else ()))])
    return _Block(place.number, [title, *(packed(tokens, BLOCK) if tokens else [])])


def _wide_plan(board: Board, terminal: Terminal) -> tuple[dict[int, str], _Plan]:
    """The names that are written, and each block where it lies, or if that is taken, below."""
    names = {place.number: cut(place.name, BLOCK) for place in board.places}
    blocks = [_block(place, names[place.number], terminal) for place in board.places]
    left, top, across, down = _scale(board, terminal.width - BLOCK - 1, None)
    plan, at = _Plan(), {p.number: p.point for p in board.places}
    for block in sorted(blocks, key=lambda b: (at[b.number][1], at[b.number][0])):
        x, y = at[block.number]
        column, row = int((x - left) * across), int((y - top) * down)
        while not plan.is_free(block, row, column):
            row += 1
        plan.put(block, row, column)
    return names, plan


def _tight_plan(
    board: Board, terminal: Terminal, rows: int, *, anywhere: bool = False
) -> tuple[dict[int, str], _Plan] | None:
    """The names that are written, as long as may be, and each block as near to where it lies as it can; None if so few
    lines do not suffice. anywhere: however far from there."""
    tries = [(gap, width, aside) for widths, aside in SHORTENED for gap in (" ", "") for width in widths]
    for gap, width, aside in [("", SHORTENED[-1][0][-1], terminal.width)] if anywhere else tries:
        short = told_apart(tuple(place.name for place in board.places), width)
        names = dict(zip((place.number for place in board.places), short, strict=True))
        blocks = [_block(place, names[place.number], terminal, gap) for place in board.places]
        plan = _squeezed(board, blocks, rows, terminal.width, aside)
        if plan is not None:
            return names, plan
    return None


def _squeezed(board: Board, blocks: list[_Block], rows: int, width: int, aside: int) -> _Plan | None:
    """Blocks of one line in so many lines of so many columns. aside: how many a block may lie from where it belongs; if
    that is the whole width, it may also lie in any line."""
    columns = width - max(block.width for block in blocks)
    if columns < 1 or sum(block.width + 1 for block in blocks) > rows * width:
        return None
    left, top, across, down = _scale(board, columns, rows - 1)
    plan, at = _Plan(), {p.number: p.point for p in board.places}
    filled: list[list[tuple[int, int]]] = [[] for _ in range(rows)]
    bottom = max(y for _, y in at.values())
    # Those at the edges first: they have less room to give way.
    for block in sorted(blocks, key=lambda b: (min(at[b.number][1] - top, bottom - at[b.number][1]), at[b.number])):
        x, y = at[block.number]
        wanted = round((y - top) * down), round((x - left) * across)
        spots = [
            (5 * abs(row - wanted[0]) + abs(column - wanted[1]), row, column)
            for row in range(rows)
            if aside == width or abs(row - wanted[0]) <= MOST_UP
            for column in _gaps(filled[row], wanted[1], block.width, width)
            if abs(column - wanted[1]) <= aside
        ]
        if not spots:
            return None
        _, row, column = min(spots)
        filled[row].append((column, column + block.width))
        plan.put(block, row, column)
    return plan


def _gaps(filled: list[tuple[int, int]], wanted: int, width: int, end: int) -> Iterator[int]:
    """The columns nearest to the one that is wanted where so many are free, one in each gap between blocks."""
    start = 0
    for first, last in [*sorted(filled), (end + 1, end + 1)]:
        if first - 1 - width >= start:
            yield min(max(wanted, start), first - 1 - width)
        start = last + 1


def _scale(board: Board, columns: int, rows: int | None) -> tuple[float, float, float, float]:
    """Where a board begins, and how many columns and rows a unit takes. rows: None: as many as it needs."""
    xs, ys = [p.point[0] for p in board.places], [p.point[1] for p in board.places]
    down = FLAT / typical_length(board) if rows is None else rows / max(1, max(ys) - min(ys))
    return min(xs), min(ys), columns / max(1, max(xs) - min(xs)), down


# ------------------------------------------------------------------------------------------------ between places


def _draw_borders(sheet: Sheet, plan: _Plan, borders: Iterable[Border]) -> list[Border]:
    """What lies between two places, drawn on a way from one to the other, and those that found none.

    A way is drawn as such; of anything else its sign lies in the middle of a dotted one."""
    rows = max((row for row, _ in plan.taken), default=0) + 1
    ground = Ground(rows, sheet.terminal.width, plan.taken)
    left = []
    for border in sorted(borders, key=lambda border: _is_way(border), reverse=True):
        way = _route(plan, border, ground)
        if way is None or not _draw(sheet, border, way):
            left.append(border)
        else:
            ground.crossed.update(way)
    return left


def _is_way(border: Border) -> bool:
    return any(mark.sign.shape in WAYS for mark in border.marks)


def _route(plan: _Plan, border: Border, ground: Ground) -> list[Cell] | None:
    a, b = ([cell for cell, number in plan.taken.items() if number == end] for end in border.ends)
    return route(a, b, ground)


def _draw(sheet: Sheet, border: Border, way: list[Cell]) -> bool:
    """False if there is no room for all of it."""
    signs = [mark_runs(mark, sheet.terminal) for mark in border.marks if mark.sign.shape not in WAYS]
    runs = tuple(run for sign in signs for run in sign)
    inner = way[1:-1]
    row, column = inner[len(inner) // 2]
    spots = [(row, column + j) for j in range(width_of(runs))]
    if width_of(runs) > 1 and not all(spot in inner for spot in spots):
        return False
    if _is_way(border):
        road = next(mark for mark in border.marks if mark.sign.shape in WAYS)
        sheet.way(way, mark_runs(road, sheet.terminal)[0].colour)
    else:
        dot = Run("·" if sheet.terminal.unicode else ".", runs[0].colour)
        for cell in inner:
            sheet.write(*cell, (dot,))
    sheet.write(row, column, runs)
    return True


def _legend(board: Board, left: Iterable[Border], names: dict[int, str], terminal: Terminal) -> list[str]:
    """What the signs on borders mean, and between which places those lie that are not drawn."""
    listed: dict[str, tuple[Runs, list[str]]] = {}
    for border in board.borders:
        for mark in border.marks:
            listed.setdefault(mark.said, (mark_runs(mark, terminal), []))
    for border in left:
        for mark in border.marks:
            listed[mark.said][1].append(_between(border, names, terminal))
    tokens: list[Runs] = []
    for said, (sign, places) in listed.items():
        tokens.append((*sign, Run(f" {said}:" if places else f" {said}  ")))
        tokens += [(Run(f"{place};" if i < len(places) else f"{place}  "),) for i, place in enumerate(places, 1)]
    return [painted(line, terminal).rstrip() for line in packed(tokens, terminal.width)] if tokens else []


def _between(border: Border, names: dict[int, str], terminal: Terminal) -> str:
    return "-".join(names[end] for end in border.ends) if terminal.tight else border.name
