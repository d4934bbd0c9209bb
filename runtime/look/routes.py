"""Ways between blocks of text on a sheet of characters: few turns, around what is written, at right angles."""

from __future__ import annotations

import heapq
from collections.abc import Collection
from typing import Final

from attrs import field, frozen

Cell = tuple[int, int]  # row, column
At = tuple[Cell, int]  # a cell, and the number of the step that led there
STEPS: Final[tuple[Cell, ...]] = ((0, 1), (1, 0), (0, -1), (-1, 0))
_TURN: Final = 3
_CROSSING: Final = 12
_BESIDE: Final = 1  # for each side on which a way runs along a text: it is read less well
_DETOUR: Final = 1.6  # how much longer than the straight line a way may be
_SLACK: Final = 10


def after(cell: Cell, step: Cell) -> Cell:
    return cell[0] + step[0], cell[1] + step[1]


@frozen(eq=False)
class Ground:
    """What ways run over: so many rows and columns. taken: cells that are written; crossed: cells of other ways, more
    with each."""

    rows: int
    columns: int
    taken: Collection[Cell]
    crossed: set[Cell] = field(factory=set)
    _costs: dict[Cell, int] = field(factory=dict, init=False)

    def is_free(self, cell: Cell) -> bool:
        return 0 <= cell[0] < self.rows and 0 <= cell[1] < self.columns and cell not in self.taken

    def cost(self, cell: Cell) -> int:
        """What going to a free cell costs besides the distance."""
        if cell not in self._costs:
            self._costs[cell] = _BESIDE * sum(after(cell, step) in self.taken for step in STEPS)
        return self._costs[cell] + (_CROSSING if cell in self.crossed else 0)


@frozen
class _Box:
    """The rectangle around some cells."""

    top: int
    left: int
    bottom: int
    right: int

    def distance(self, cell: Cell) -> int:
        """The least cost of getting there: a row is as far as two columns."""
        down = max(self.top - cell[0], cell[0] - self.bottom, 0)
        return 2 * down + max(self.left - cell[1], cell[1] - self.right, 0)


def _box(cells: Collection[Cell]) -> _Box:
    rows, columns = [cell[0] for cell in cells], [cell[1] for cell in cells]
    return _Box(min(rows), min(columns), max(rows), max(columns))


def route(start: Collection[Cell], goal: Collection[Cell], ground: Ground) -> list[Cell] | None:
    """The cells of the best way from the cells of one block to those of another, the last of the one and the first of
    the other included; None if there is none without a great detour."""
    goals, box = frozenset(goal), _box(goal)
    most = _DETOUR * min(box.distance(cell) for cell in start) + _SLACK
    queue: list[tuple[int, int, Cell, int, At]] = []

    def reach(spent: int, cell: Cell, number: int, came: At) -> None:
        step = STEPS[number]
        there = after(cell, step)
        if ground.is_free(there):
            cost = spent + (2 if step[0] else 1) + ground.cost(there)
            if cost + box.distance(there) <= most:
                heapq.heappush(queue, (cost + box.distance(there), cost, there, number, came))

    for cell in sorted(start):
        for number in range(len(STEPS)):
            reach(0, cell, number, (cell, -1))
    before: dict[At, At] = {}
    while queue:
        _, cost, cell, number, came = heapq.heappop(queue)
        if (cell, number) in before:
            continue
        before[cell, number] = came
        if after(cell, STEPS[number]) in goals:
            return [*_back(before, (cell, number)), after(cell, STEPS[number])]
        for turned in range(len(STEPS)):
            if abs(turned - number) != 2:
                reach(cost + (_TURN if turned != number else 0), cell, turned, (cell, number))
    return None


def _back(before: dict[At, At], at: At) -> list[Cell]:
    cells = [at[0]]
    while at in before:
        at = before[at]
        cells.append(at[0])
    return cells[::-1]
