"""A position drawn as its game's look says, for the terminal at hand. What no look draws is left to the panel."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import groupby
from typing import Final, TextIO

from attrs import frozen
from rich.cells import cell_len

from hoyle.runtime.look.automatic import automatic_look
from hoyle.runtime.look.description import LookInfo, look_of
from hoyle.runtime.look.drawing import scene
from hoyle.runtime.look.scene import Area, Scene, Seat
from hoyle.runtime.look.sheet import Run, Terminal, painted
from hoyle.runtime.look.terminal import area_rows, board_lines, legend, row_runs
from hoyle.runtime.look.tokens import packed, sign_runs
from hoyle.runtime.look.view import View
from hoyle.runtime.rules import Position
from hoyle.runtime.views import Plain

LEAST: Final = 80  # columns that every terminal is taken to have
MOST: Final = 120
LOWEST: Final = 20  # lines that every terminal is taken to have


@frozen
class Drawing:
    """What a look draws of a position. parts: its boards, their legend, what belongs to nobody; rows: of the table of
    players, a name and a cell for each; players: their signs and names; shown: keys of fields that need not be told
    again."""

    parts: list[list[str]]
    rows: list[list[str]]
    players: list[str]
    shown: frozenset[str]


_SUPPOSED: ContextVar[Terminal | None] = ContextVar("supposed", default=None)


@contextmanager
def supposing(terminal: Terminal) -> Iterator[None]:
    """Within it all is drawn as for this terminal, whatever there is."""
    token = _SUPPOSED.set(terminal)
    try:
        yield
    finally:
        _SUPPOSED.reset(token)


def is_supposed() -> bool:
    """Whether what is drawn is for another terminal than there is."""
    return _SUPPOSED.get() is not None


def terminal_of(stream: TextIO | None = None) -> Terminal:
    """What the terminal behind a stream can show: its width and height, colours (not with NO_COLOR, nor if it is dumb
    or no terminal), Unicode (not if its encoding lacks it). What is no terminal has any height."""
    supposed = _SUPPOSED.get()
    if supposed is not None:
        return supposed
    stream = stream or sys.stdout
    is_terminal = stream.isatty()
    size = shutil.get_terminal_size((LEAST, 24))
    width = size.columns if is_terminal else LEAST
    dumb = os.environ.get("TERM") == "dumb"
    colour = is_terminal and not dumb and not os.environ.get("NO_COLOR")
    height = max(LOWEST, size.lines) if is_terminal else None
    return Terminal(min(MOST, max(LEAST, width)), colour, _has_unicode(stream), height)


def _has_unicode(stream: TextIO) -> bool:
    try:
        "♜│●≈".encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return os.environ.get("TERM") not in ("dumb", "linux")


def look_at(position: Position) -> LookInfo | None:
    """The look of a game, if it has one."""
    return look_of(position.rules.info.look)


def scene_of(position: Position, seen: dict[str, Plain], language: str) -> Scene:
    """An observation as the game's look shows it, or if it has none, field by field."""
    look = look_at(position) or automatic_look(position.rules)
    return scene(look, View(position.rules, seen, position.you), language)


def draw(position: Position, seen: dict[str, Plain], language: str, terminal: Terminal) -> Drawing | None:
    """An observation as lines for a terminal; None if the game has no look."""
    look = look_at(position)
    if look is None:
        return None
    view = View(position.rules, seen, position.you)
    drawn = scene(look, view, language)
    parts = []
    for board in drawn.boards:
        lines = board_lines(board, terminal)
        parts.append([board.title, *lines] if len(drawn.boards) > 1 and lines else lines)
    parts.append(legend(drawn, terminal))
    rows: list[list[str]] = []
    for _, group in groupby(drawn.areas, key=lambda area: area.name):
        areas = list(group)
        if [area.seat for area in areas] == list(drawn.seats):
            rows += [[caption, *cells] for caption, cells in area_rows(areas, terminal)]
        else:
            parts += [list(_listed(area, terminal)) for area in areas]
    players = [_signed(seat, terminal) for seat in drawn.seats]
    return Drawing(parts, rows, players, look.read | look.left_out)


def _signed(seat: Seat, terminal: Terminal) -> str:
    """`>● Player 1`: who is to move is marked. Wide letters need no blank in front."""
    name = seat.name if cell_len(seat.name) > len(seat.name) else f" {seat.name}"
    runs = (Run(">" if seat.to_move else " "), *sign_runs(seat.sign, terminal), Run(name, None, None, seat.to_move))
    return painted(runs, terminal)


def _listed(area: Area, terminal: Terminal) -> Iterator[str]:
    """An area that is not every player's: its rows one after the other."""
    title = area.title if area.seat is None else area.seat.name
    tokens = []
    for row in area.rows:
        things = row_runs(row, terminal)
        if things:
            first = (Run(f"{row.caption} "), *things[0])
            tokens += [first, *things[1:-1], (*things[-1], Run("  "))] if len(things) > 1 else [(*first, Run("  "))]
    lines = [painted(line, terminal).rstrip() for line in packed(tokens, terminal.width - 2)] if tokens else []
    if lines:
        yield f"{title}:"
        yield from (f"  {line}" for line in lines)
