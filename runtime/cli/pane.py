"""How a question that answers every key looks: how it came to what is left, the line that is typed, what can be chosen
with one of it marked, and which keys do what. Rows of pieces with a style each; nothing here writes to a screen.
"""

from __future__ import annotations

from typing import Final

from attrs import frozen

from hoyle.dsl.render import display_width
from hoyle.runtime.catalogue import message
from hoyle.runtime.cli.columns import padded, wrapped
from hoyle.runtime.cli.foresight import LISTED, beside
from hoyle.runtime.cli.menu import Menu
from hoyle.runtime.cli.picking import Entry, Picking
from hoyle.runtime.moves import Move

Row = list[tuple[str, str]]  # pieces: style and text

MARKED: Final = "class:marked"
NOTE: Final = "class:note"
TOLD: Final = "class:told"
PLAIN: Final = ""
_FRONT: Final = 6  # columns of a number and the mark before it
_GAP: Final = 2
_MOST: Final = 14  # rows of the list
_LEAST: Final = 6  # that it gets although what stands above then scrolls away; on a low screen fewer
_HEAD: Final = 4
_DETAILS: Final = 3  # rows that tell what the marked move would change; on a low screen one


@frozen
class Room:
    """What there is room for. columns, rows: of the terminal; above: rows that should stay in sight above the question;
    unicode: whether more than ASCII can be shown."""

    columns: int
    rows: int
    above: int = 0
    unicode: bool = True


@frozen
class Pane:
    """The rows above the line that is typed, and those below it."""

    head: list[Row]
    below: list[Row]


def pane(picking: Picking, room: Room) -> Pane:
    """What is to be seen now. It takes all rows but one of the terminal at most."""
    language = picking.menu.language
    head = _head(picking, room.columns - 1)[: max(0, min(_HEAD, room.rows - 5))]
    keys = _cut(message(language, "cli.live.keys"), room.columns - 1)
    spare = room.rows - len(head) - 3  # the line that is typed, the keys, and one that stays free
    least, told = _least(room.rows), 0
    if spare > _LEAST and any(entry.move is not None for entry in picking.entries):
        told = min(_DETAILS, max(1, spare - room.above - max(least, len(picking.entries))))
    count = max(1, min(spare - told, _MOST, max(least, spare - told - room.above)))
    below = [*_listed(picking, room, count), *_told(picking, room, told)]
    if room.rows > _LEAST:
        below = [*below, [(NOTE, keys)]]
    return Pane([[(PLAIN, line)] for line in head], below)


def _least(rows: int) -> int:
    return max(2, min(_LEAST, rows // 5))


def least_rows(menu: Menu, rows: int | None) -> int:
    """How many rows of so many (None: any number) a question of this menu needs at least."""
    listed = min(len(menu.options), _LEAST if rows is None else _least(rows))
    return min(_HEAD, len(menu.path()) + len(menu.question())) + listed + 4


def _head(picking: Picking, width: int) -> list[str]:
    """What is left of the moves, and what is asked."""
    lines = [*picking.menu.path(), *picking.looked.question()]
    return [part for line in lines for part in wrapped(line, width)]


def _listed(picking: Picking, room: Room, count: int) -> list[Row]:
    """The list in at most so many rows; of a longer one the page on which the mark is."""
    entries = picking.entries
    if not entries:
        return [[(NOTE, _cut(_nothing(picking), room.columns - 1))]]
    briefs = _briefs(picking, room)
    if any(briefs) and len(entries) <= count:
        widest = max(display_width(entry.name) for entry in entries)
        told = [_entry(picking, at, _FRONT + widest + _GAP, room) for at in range(len(entries))]
        return [[*row, (TOLD, brief)] for row, brief in zip(told, briefs, strict=True)]
    side_by_side = _columns(picking, room, count)
    if side_by_side == 1:
        wrapped_rows = _wrapped(picking, room)
        if len(wrapped_rows) <= count:
            return wrapped_rows
    height = count if len(entries) <= count * side_by_side else max(1, count - 1)
    size = height * side_by_side
    page = (picking.marked or 0) // size
    shown = range(page * size, min((page + 1) * size, len(entries)))
    height = min(height, -(-len(shown) // side_by_side))
    width = (room.columns - 1) // side_by_side
    rows = [[shown[at] for at in range(row, len(shown), height)] for row in range(height)]
    lines = [[piece for at in row for piece in _entry(picking, at, width, room)] for row in rows]
    if len(shown) < len(entries):
        said = message(
            picking.menu.language, "cli.live.page", first=shown[0] + 1, last=shown[-1] + 1, count=len(entries)
        )
        said += _declining(entries, shown)
        lines.append([(NOTE, _cut(" " * _FRONT + said, room.columns - 1))])
    return lines


def _declining(entries: list[Entry], shown: range) -> str:
    """How to decline, where that is on another page."""
    found = [e for at, e in enumerate(entries) if at not in shown and e.option is not None and e.option.declines]
    return "".join(f"   {entry.front}  {entry.name}" for entry in found)


def _told(picking: Picking, room: Room, most: int) -> list[Row]:
    """What the marked move would change."""
    move = None if picking.marked is None else picking.entries[picking.marked].move
    foresight = picking.menu.foresight
    if move is None or foresight is None or not most or not foresight.has(move):
        return []
    found = foresight.of(move)
    sign = message(picking.menu.language, "cli.foresee.beside", what="")
    lines = [] if found is None else found.lines(room.columns - 1 - _FRONT - display_width(sign), most)
    gap = " " * display_width(sign)
    return [[(TOLD, " " * _FRONT + (gap if at else sign) + line)] for at, line in enumerate(lines)]


def _briefs(picking: Picking, room: Room) -> list[str]:
    """What each of few moves would change, where there is room for it and it is known."""
    moves, foresight = foretold(picking), picking.menu.foresight
    if not moves or foresight is None or not all(map(foresight.has, moves)):
        return [""] * len(picking.entries)
    widest = max(display_width(entry.name) for entry in picking.entries)
    names = [entry.name for entry in picking.entries]
    return beside(names, [foresight.of(move) for move in moves], room.columns - 1 - _FRONT - widest - _GAP)


def foretold(picking: Picking) -> list[Move]:
    """The moves that are listed with what they would change: few, and nothing else."""
    moves = [entry.move for entry in picking.entries if entry.move is not None]
    return moves if 1 < len(moves) <= LISTED and len(moves) == len(picking.entries) else []


def _nothing(picking: Picking) -> str:
    key = "cli.live.why" if picking.text.lstrip().startswith(("?", "？")) else "cli.live.nothing"
    return message(picking.menu.language, key)


def _columns(picking: Picking, room: Room, count: int) -> int:
    """How many entries stand side by side: one, unless there are more than rows."""
    if len(picking.entries) <= count:
        return 1
    widest = max(display_width(_said(picking, entry)) for entry in picking.entries)
    return max(1, (room.columns - 1) // (widest + _FRONT + _GAP))


def _said(picking: Picking, entry: Entry) -> str:
    count = "" if entry.option is None else picking.menu.count_of(entry.option)
    return f"{entry.name}  {count}" if count else entry.name


def _front(picking: Picking, at: int, room: Room) -> str:
    """The mark and the number before an entry."""
    entry = picking.entries[at]
    mark = ("›" if room.unicode else ">") if at == picking.marked else " "
    return f"{mark}{'' if entry.front == entry.name else entry.front:>3}  "


def _entry(picking: Picking, at: int, width: int, room: Room) -> Row:
    """An entry in one line of a width."""
    text = _front(picking, at, room) + _said(picking, picking.entries[at])
    return [(MARKED if at == picking.marked else PLAIN, padded(_cut(text, width - _GAP), width - _GAP)), (PLAIN, "  ")]


def _wrapped(picking: Picking, room: Room) -> list[Row]:
    """All entries one below the other, each in as many lines as it needs."""
    rows: list[Row] = []
    for at, entry in enumerate(picking.entries):
        style = MARKED if at == picking.marked else PLAIN
        first, *rest = wrapped(_said(picking, entry), max(2, room.columns - 1 - _FRONT))
        rows.append([(style, _front(picking, at, room) + first)])
        rows += [[(style, " " * _FRONT + line)] for line in rest]
    return rows


def _cut(text: str, width: int) -> str:
    """A text of at most so many columns, with a sign where something is missing."""
    if display_width(text) <= width:
        return text
    kept = ""
    for letter in text:
        if display_width(kept + letter) >= width:
            break
        kept += letter
    return f"{kept}…"
