"""The legal moves as a numbered list that gets shorter with every word typed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from attrs import define, field

from hoyle.dsl.render import display_width
from hoyle.runtime.catalogue import message
from hoyle.runtime.cli.columns import WIDTH, padded, paragraph
from hoyle.runtime.moves import Move
from hoyle.runtime.sentences import display
from hoyle.runtime.state import State
from hoyle.runtime.values import Value

_NUMBER = re.compile(r"-?\d+")
LISTED: Final = 24  # moves that are shown one by one
GROUPS: Final = 24

Numbered = tuple[int, Move]


@define
class Menu:
    """moves: all of them, numbered from 1; shown: those that are left. Numbers stay with their moves."""

    state: State
    language: str
    moves: list[Move] = field(init=False)
    shown: list[Numbered] = field(init=False)
    _texts: list[str] = field(init=False)

    def __attrs_post_init__(self) -> None:
        pairs = [(move, move.sentence(self.language)) for move in self.state.legal_moves()]
        pairs = _in_number_order(pairs)
        self.moves = [move for move, _ in pairs]
        self._texts = [text for _, text in pairs]
        self.reset()

    def reset(self) -> None:
        self.shown = list(enumerate(self.moves, 1))

    @property
    def is_filtered(self) -> bool:
        return len(self.shown) < len(self.moves)

    # -------------------------------------------------------------------------------------------- words

    def said(self, text: str) -> Move | None:
        """The one move whose sentence is exactly the text."""
        found = [m for m, said in zip(self.moves, self._texts, strict=True) if _squeezed(said) == _squeezed(text)]
        return found[0] if len(found) == 1 else None

    def filter(self, text: str) -> bool:
        """Keep the moves that hold every word, of those shown, else of all; False, and all stays, if none does.

        What their sentences hold goes before what their notation holds: a number means what people read.
        """
        for among in (self.shown, list(enumerate(self.moves, 1))):
            for holds in (self._says, self._holds):
                found = [(number, move) for number, move in among if holds(number, move, text)]
                if found:
                    self.shown = found
                    return True
        return False

    def _says(self, number: int, _: Move, text: str) -> bool:
        whole = _squeezed(text)
        return bool(whole) and whole in _squeezed(self._texts[number - 1])

    def _holds(self, number: int, move: Move, text: str) -> bool:
        held = _squeezed(f"{move.notation}|{self._texts[number - 1]}")
        whole = _squeezed(text).rstrip(")")
        return bool(whole) and (whole in held or all(_squeezed(word) in held for word in text.split()))

    # -------------------------------------------------------------------------------------------- lines

    def lines(self) -> list[str]:
        """The moves that are left: one by one, or if they are too many, by what distinguishes them."""
        if len(self.shown) <= LISTED:
            lines = self._listed()
        else:
            lines = [message(self.language, "cli.play.many", count=len(self.shown)), *self._grouped()]
        if len(self.shown) == 1 and self.is_filtered:
            lines.append(message(self.language, "cli.play.enter"))
        elif self.is_filtered:
            lines.append(message(self.language, "cli.play.filtered", count=len(self.shown), all=len(self.moves)))
        return lines

    def all_lines(self) -> list[str]:
        """Every move."""
        self.reset()
        return self._listed()

    def _listed(self) -> list[str]:
        items = [f"{number:>4}  {self._texts[number - 1]}" for number, _ in self.shown]
        if len(items) > LISTED // 2:
            width = max(map(display_width, items)) + 2
            if width * 2 <= WIDTH + 2:
                return _in_columns(items, width)
        return [line for item in items for line in paragraph(item, hanging=6)]

    def _grouped(self) -> list[str]:
        """The first argument in which the moves differ, with the number of moves for each of its values."""
        groups: dict[tuple[str, str], int] = {}
        place = self._distinguishing()
        for _, move in self.shown:
            key = self._key(move, place)
            groups[key] = groups.get(key, 0) + 1
        lines = _group_lines(_in_order(groups))
        more = len(lines) - GROUPS
        return lines if more <= 0 else [*lines[:GROUPS], message(self.language, "cli.play.more", count=more)]

    def _distinguishing(self) -> int:
        """The position of the first argument in which moves of one verb differ."""
        most = max(len(move.arguments) for _, move in self.shown)
        for place in range(most):
            values = {(move.label, _value(move, place)) for _, move in self.shown}
            if len(values) > len({label for label, _ in values}):
                return place
        return 0

    def _key(self, move: Move, place: int) -> tuple[str, str]:
        """What is typed to get the moves of a group, and how people call it."""
        if place >= len(move.arguments):
            return move.notation, self._texts[self.moves.index(move)]
        number, values = move.position.module.decode(move.code)
        kind = move.position.rules.actions[number].params[place][1]
        return (
            move.position.values.notation(move.position.s, values[place], kind),
            display(move.position, values[place], kind, self.language),
        )


def _in_number_order(pairs: list[tuple[Move, str]]) -> list[tuple[Move, str]]:
    """Moves whose sentences differ in one number only stand in its order, others as the game lists them."""
    forms = {_NUMBER.sub("0", text) for _, text in pairs}
    numbers = [_NUMBER.findall(text) for _, text in pairs]
    if len(forms) > 1 or any(len(found) != 1 for found in numbers):
        return pairs
    return sorted(pairs, key=lambda pair: int(_NUMBER.findall(pair[1])[0]))


def _in_order(groups: dict[tuple[str, str], int]) -> dict[tuple[str, str], int]:
    """Groups that differ in numbers only, such as places of a board, in the order of these numbers."""
    if len({_NUMBER.sub("0", typed) for typed, _ in groups}) > 1:
        return groups
    return dict(sorted(groups.items(), key=lambda item: [int(n) for n in _NUMBER.findall(item[0][0])]))


def _value(move: Move, place: int) -> Value:
    return move.arguments[place][1] if place < len(move.arguments) else None


def _group_lines(groups: dict[tuple[str, str], int]) -> list[str]:
    notation = max(display_width(typed) for typed, _ in groups)
    name = max(display_width(said) for _, said in groups)
    items = []
    for (typed, said), count in groups.items():
        front = f"{padded(typed, notation)}  {padded(said, name)}" if any(a != b for a, b in groups) else typed
        items.append(f"    {front}  {count:>4}")
    width = max(map(display_width, items)) + 2
    return _in_columns(items, width) if len(items) > 8 and width * 2 <= WIDTH else items


def _in_columns(items: Sequence[str], width: int) -> list[str]:
    """Items in as many columns as fit, to be read downwards."""
    count = max(1, WIDTH // width)
    height = -(-len(items) // count)
    rows = [items[i::height] for i in range(height)]
    return ["".join(padded(item, width) for item in row).rstrip() for row in rows]


def _squeezed(text: str) -> str:
    return "".join(text.split()).casefold()
