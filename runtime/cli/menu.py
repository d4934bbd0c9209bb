"""The legal moves, chosen in steps: few are listed one by one; of many the next thing to choose is asked (which action,
then its parameters in order), with the values that still lead to a legal move. Words narrow the list down at any time.

A number always means what is listed with it on the screen.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from copy import copy
from typing import Final

from attrs import define, field, frozen

from hoyle.dsl.render import display_width
from hoyle.runtime.catalogue import message
from hoyle.runtime.cli.columns import WIDTH, padded, paragraph
from hoyle.runtime.cli.foresight import LISTED as MOST_FORESEEN
from hoyle.runtime.cli.foresight import Foresight, beside
from hoyle.runtime.cli.typed import coordinates, squeezed
from hoyle.runtime.compiled import PASS
from hoyle.runtime.moves import Move
from hoyle.runtime.sentences import action_name, display, gapped, parameter_name, word
from hoyle.runtime.state import State

LISTED: Final = 24  # moves that are shown one by one
ROWS: Final = 14  # lines that a list takes at most
MOST_PLACES: Final = 40  # of more places of a board the first coordinate is asked first
LONGEST: Final = 40  # characters of what was typed that are shown again
_FRONT: Final = 6  # columns of a number before a move
_FORESEEN: Final = 4  # lines of what a move would change
_NUMBER: Final = re.compile(r"-?\d+")


@frozen
class Option:
    """Something that can be chosen next: what people read, what else may be typed for it, and the moves it leaves."""

    name: str
    words: tuple[str, ...]
    moves: tuple[Move, ...]

    @property
    def declines(self) -> bool:
        return len(self.moves) == 1 and self.moves[0].is_pass


@frozen
class Step:
    """Some of the moves, and how they came to be left: what was chosen or typed."""

    said: str
    moves: tuple[Move, ...]


@define
class Menu:
    """moves: all of them; what is left of them is in the last of the steps taken; rows: lines that may be taken, None:
    as many as needed; foresight: tells what moves would change, if that is to be told."""

    state: State
    language: str
    foresight: Foresight | None = None
    moves: tuple[Move, ...] = field(init=False)
    options: list[Option] = field(init=False, factory=list)
    rows: int | None = field(init=False, default=None)
    steps: list[Step] = field(init=False, factory=list)
    _texts: dict[int, str] = field(init=False)
    _held: dict[int, str] = field(init=False, factory=dict)

    def __attrs_post_init__(self) -> None:
        pairs = [(move, move.sentence(self.language)) for move in self.state.legal_moves()]
        self._texts = {move.code: text for move, text in pairs}
        self.moves = tuple(move for move, _ in _in_number_order(pairs))
        self._show()

    @property
    def left(self) -> tuple[Move, ...]:
        """The moves that are left."""
        return self.steps[-1].moves if self.steps else self.moves

    @property
    def is_narrowed(self) -> bool:
        return bool(self.steps)

    def reset(self) -> None:
        self.steps.clear()
        self._show()

    def back(self) -> bool:
        """One step back; False if none was taken."""
        if not self.steps:
            return False
        self.steps.pop()
        self._show()
        return True

    def _narrow(self, said: str, moves: Sequence[Move]) -> None:
        self.steps.append(Step(said, tuple(moves)))
        self._show()

    def _show(self) -> None:
        self.options = self._singly(self.left) if len(self.left) <= LISTED else self._asked()
        if self.rows is not None and len(self.lines(cut=False)) > self.rows:
            asked = self._asked()
            self.options = asked if len(asked) < len(self.options) else self.options

    def fit(self, rows: int | None) -> None:
        """Take so many lines, if it can be."""
        if rows != self.rows:
            everything = len(self.options) == len(self.left) > LISTED
            self.rows = rows
            if not everything:
                self._show()

    def list_all(self) -> None:
        """Show all moves one by one, however many."""
        self.steps.clear()
        self.options = self._singly(self.left)

    def _singly(self, moves: Iterable[Move]) -> list[Option]:
        listed = list(moves)
        numbers = _own_numbers([self._texts[move.code] for move in listed])
        words = (
            [(move.notation,) for move in listed]
            if numbers is None
            else [(number, move.notation) for number, move in zip(numbers, listed, strict=True)]
        )
        return [Option(self._texts[m.code], said, (m,)) for m, said in zip(listed, words, strict=True)]

    # -------------------------------------------------------------------------------------------- choosing

    def pick(self, option: Option) -> Move | None:
        """Choose an option: the move it is, or None after a step towards one."""
        if len(option.moves) == 1:
            return option.moves[0]
        self._narrow(option.name, option.moves)
        return None

    def numbered(self, number: int) -> Option | None:
        """What a number means on the screen."""
        if self._are_numbers:
            return next((option for option in self.options if option.words[0] == str(number)), None)
        return self.options[number - 1] if 1 <= number <= len(self.options) else None

    @property
    def numbers(self) -> str:
        """The numbers that mean something now, for people."""
        if not self._are_numbers:
            return f"1 - {len(self.options)}" if len(self.options) > 1 else "1"
        return ", ".join(option.words[0] for option in self.options if _NUMBER.fullmatch(option.words[0]))

    @property
    def fronts(self) -> list[str]:
        """The number that is typed for each option, "" where there is none."""
        if not self._are_numbers:
            return [str(number) for number in range(1, len(self.options) + 1)]
        return [option.words[0] if _NUMBER.fullmatch(option.words[0]) else "" for option in self.options]

    def count_of(self, option: Option) -> str:
        """How many moves an option leaves, in words; "" of a move."""
        count = len(option.moves)
        return message(self.language, "cli.play.moves", count=count) if count > 1 else ""

    @property
    def _are_numbers(self) -> bool:
        """Whether what is listed are numbers themselves, or differ in one: then these are what is typed."""
        return any(_NUMBER.fullmatch(option.words[0]) for option in self.options)

    def named(self, text: str) -> Option | None:
        """The one option that is called exactly so, or move that says exactly so."""
        wanted = squeezed(text)
        found = [o for o in self.options if wanted in {squeezed(o.name), *map(squeezed, o.words)}]
        found = found or [o for o in self._singly(self.moves) if wanted == squeezed(o.name)]
        return found[0] if len(found) == 1 else self._placed(text)

    def _placed(self, text: str) -> Option | None:
        """The place of a board whose coordinates are typed, such as `3,2` or `3 2`."""
        if not re.fullmatch(r"\(?\s*-?\d+(\s*,\s*|\s+)-?\d+((\s*,\s*|\s+)-?\d+)?\s*\)?", text):
            return None
        numbers = tuple(map(int, _NUMBER.findall(text)))
        found = [o for o in self.options for word in o.words if coordinates(word) == numbers]
        if not found:
            found = [o for o in self._asked(whole=True) for word in o.words if coordinates(word) == numbers]
        return found[0] if len(found) == 1 else None

    def filter(self, text: str) -> bool:
        """Keep the moves that hold every word, of those left, else of all; False, and all stays, if none does.

        What their sentences hold goes before what their notation holds: a number means what people read.
        """
        for among in (self.left, self.moves):
            for holds in (self._says, self._holds):
                found = [move for move in among if holds(move, text)]
                if found:
                    if among is not self.left:
                        self.steps.clear()
                    if len(found) < len(self.left):
                        self._narrow(message(self.language, "cli.play.typed", text=text[:LONGEST]), found)
                    return True
        return False

    def sifted(self, text: str) -> Menu | None:
        """This menu as `filter` would leave it; None if no move holds the words."""
        other = copy(self)
        other.steps = list(self.steps)
        return other if other.filter(text) else None

    def _says(self, move: Move, text: str) -> bool:
        whole = squeezed(text)
        return bool(whole) and _holds(squeezed(self._texts[move.code]), whole)

    def _holds(self, move: Move, text: str) -> bool:
        held = self._held.get(move.code)
        if held is None:
            names = "|".join(self._name(move, place) for place in range(len(move.arguments)))
            held = squeezed(f"{move.notation}|{self._texts[move.code]}|{names}")
            self._held[move.code] = held
        whole = squeezed(text).rstrip(")")
        return bool(whole) and (_holds(held, whole) or all(_holds(held, squeezed(word)) for word in text.split()))

    # -------------------------------------------------------------------------------------------- what is asked next

    def _asked(self, *, whole: bool = False) -> list[Option]:
        """The options of the next thing to choose. whole: places of a board with all their coordinates."""
        kinds = _grouped(self.left, lambda move: move.label)
        if len(kinds) > 1:
            return [self._action(moves) for moves in kinds.values()]
        place = self._differing()
        if place is None:
            return self._singly(self.left)
        groups = _in_order(_grouped(self.left, lambda move: _notation(move, place)))
        if len(groups) > MOST_PLACES and not whole and all(coordinates(label) for label in groups):
            return _by_first_coordinate(groups, self.language)
        return [Option(self._name(moves[0], place), (label,), moves) for label, moves in groups.items()]

    def _action(self, moves: tuple[Move, ...]) -> Option:
        first = moves[0]
        if len(moves) == 1:
            return Option(self._texts[first.code], (first.notation,), moves)
        number, _ = first.position.module.decode(first.code)
        name = action_name(first.position.rules, first.position.rules.actions[number], self.language)
        return Option(self._gapped(moves) or name, (first.verb, name), moves)

    def _differing(self) -> int | None:
        """The first parameter in which the moves that are left differ."""
        most = max(len(move.arguments) for move in self.left)
        for place in range(most):
            if len({_notation(move, place) for move in self.left}) > 1:
                return place
        return None

    def _name(self, move: Move, place: int) -> str:
        """An argument as people call it."""
        number, values = move.position.module.decode(move.code)
        kind = move.position.rules.actions[number].params[place][1]
        return display(move.position, values[place], kind, self.language)

    def _gapped(self, moves: Sequence[Move]) -> str | None:
        """What is known of the sentence of some moves of one action."""
        pairs = [move.position.module.decode(move.code) for move in moves]
        action = moves[0].position.rules.actions[pairs[0][0]]
        return gapped(moves[0].position, action, [values for _, values in pairs], self.language)

    # -------------------------------------------------------------------------------------------- lines

    def lines(self, *, cut: bool = True) -> list[str]:
        """What can be chosen now, and how it came to that. cut: no more than may be taken."""
        front, back = [*self.path(), *self.question()], []
        if len(self.left) == 1 and self.is_narrowed:
            back = [*self._foreseen(self.left[0]), message(self.language, "cli.play.enter")]
        room = None if self.rows is None or not cut else max(2, self.rows - len(front) - len(back))
        return [*front, *self._listed(room), *back]

    def _foreseen(self, move: Move) -> list[str]:
        """What the only move that is left would change."""
        found = None if self.foresight is None else self.foresight.of(move)
        if found is None:
            return []
        sign = message(self.language, "cli.foresee.beside", what="")
        first, *rest = found.lines(WIDTH - _FRONT - display_width(sign), _FORESEEN)
        return [" " * _FRONT + sign + first, *(" " * (_FRONT + display_width(sign)) + line for line in rest)]

    def path(self) -> list[str]:
        """How it came to what is left."""
        if not self.steps:
            return []
        path = message(self.language, "cli.play.path").join(step.said for step in self.steps)
        counts = {"count": len(self.left), "all": len(self.moves)}
        return paragraph(message(self.language, "cli.play.so_far", path=path, **counts))

    def question(self) -> list[str]:
        """What is asked next, if not the moves themselves are listed."""
        if all(len(option.moves) == 1 and option.name == self._texts[option.moves[0].code] for option in self.options):
            return []
        count = len(self.left)
        if len({move.label for move in self.left}) > 1:
            return paragraph(message(self.language, "cli.play.which", count=count))
        place, first = self._differing(), self.left[0]
        number, _ = first.position.module.decode(first.code)
        action = first.position.rules.actions[number]
        assert place is not None
        name = parameter_name(first.position.rules, action, place, self.language)
        text = message(self.language, "cli.play.which_value", name=name, count=count)
        said = self._gapped(self.left) if action.verb != "choose" else None
        return [*(paragraph(said) if said else []), *paragraph(text)]

    def _listed(self, room: int | None) -> list[str]:
        width = max((display_width(option.name) for option in self.options), default=0)
        items = []
        briefs = [""] * len(self.options) if room is not None and room < len(self.options) else self._briefs(width)
        for number, option, brief in zip(self.fronts, self.options, briefs, strict=True):
            front = f"{'' if number == option.name else number:>4}  "
            count = self.count_of(option)
            count = f"  {count or brief}" if count or brief else ""
            to = width if brief else min(width, WIDTH // 2)
            items.append(f"{front}{padded(option.name, to) if count else option.name}{count}")
        declining = next((item for item, option in zip(items, self.options, strict=True) if option.declines), None)
        return _arranged(items, self.language, room, declining, everything=len(self.options) == len(self.left) > LISTED)

    def _briefs(self, width: int) -> list[str]:
        """What each of few moves would change, where there is room for it beside them."""
        moves = [option.moves[0] for option in self.options if len(option.moves) == 1]
        if self.foresight is None or not 1 < len(moves) <= MOST_FORESEEN or len(moves) < len(self.options):
            return [""] * len(self.options)
        names = [option.name for option in self.options]
        return beside(names, [self.foresight.of(move) for move in moves], WIDTH - 2 * _FRONT - width - 2)


def _arranged(
    items: list[str], language: str, room: int | None, declining: str | None, *, everything: bool
) -> list[str]:
    """Items in columns if they are many. room: lines that they may take; declining: the one that is shown in any case,
    if there is one; everything: all of them are wanted, however long that gets."""
    width = max(map(display_width, items)) + 2
    if len(items) > (LISTED // 2 if room is None else room) and width * 2 <= WIDTH + 2:
        lines = _in_columns(items, width)
    else:
        lines = [line for item in items for line in paragraph(item, hanging=6)]
    if everything or len(lines) <= (room or max(ROWS, LISTED)):
        return lines
    rows = ROWS if room is None else room - 1
    shown = lines[:rows]
    if declining is not None and rows > 1 and not any(declining.strip() in line for line in shown):
        shown[-1] = paragraph(declining, hanging=6)[0]
    return [*shown, message(language, "cli.play.more", count=len(lines) - rows)]


def _grouped(moves: Iterable[Move], key: Callable[[Move], str]) -> dict[str, tuple[Move, ...]]:
    groups: dict[str, tuple[Move, ...]] = {}
    for move in moves:
        groups[key(move)] = (*groups.get(key(move), ()), move)
    return groups


def _notation(move: Move, place: int) -> str:
    """An argument in notation, "" if there is none."""
    if move.code == PASS or place >= len(move.arguments):
        return ""
    number, values = move.position.module.decode(move.code)
    kind = move.position.rules.actions[number].params[place][1]
    return move.position.values.notation(move.position.s, values[place], kind)


def _by_first_coordinate(groups: dict[str, tuple[Move, ...]], language: str) -> list[Option]:
    """Places of a board by their first coordinate, which is what is typed."""
    found: dict[int, tuple[Move, ...]] = {}
    for label, moves in groups.items():
        numbers = coordinates(label)
        assert numbers is not None
        found[numbers[0]] = (*found.get(numbers[0], ()), *moves)
    label, moves = next(iter(groups.items()))
    name = label.partition("(")[0]
    name = word(moves[0].position.rules, name, language) or name
    return [Option(f"{name}({first}, …)", (str(first),), moves) for first, moves in sorted(found.items())]


def _holds(held: str, wanted: str) -> bool:
    """Whether a text is part of another; a number is not part of a longer one."""
    front = r"(?<!\d)" if wanted[:1].isdigit() else ""
    back = r"(?!\d)" if wanted[-1:].isdigit() else ""
    return re.search(front + re.escape(wanted) + back, held) is not None


def _own_numbers(texts: list[str]) -> list[str] | None:
    """Of sentences that differ in one number only, that number of each; None of others, and of a single one."""
    if len(texts) < 2 or len({_NUMBER.sub("0", text) for text in texts}) > 1:
        return None
    numbers = [_NUMBER.findall(text) for text in texts]
    if any(len(found) != 1 for found in numbers) or len({found[0] for found in numbers}) < len(texts):
        return None
    return [found[0] for found in numbers]


def _in_number_order(pairs: list[tuple[Move, str]]) -> list[tuple[Move, str]]:
    """Moves whose sentences differ in one number only stand in its order, others as the game lists them."""
    forms = {_NUMBER.sub("0", text) for _, text in pairs}
    numbers = [_NUMBER.findall(text) for _, text in pairs]
    if len(forms) > 1 or any(len(found) != 1 for found in numbers):
        return pairs
    return sorted(pairs, key=lambda pair: int(_NUMBER.findall(pair[1])[0]))


def _in_order(groups: dict[str, tuple[Move, ...]]) -> dict[str, tuple[Move, ...]]:
    """Groups that differ in numbers only, such as places of a board, in the order of these numbers."""
    if len({_NUMBER.sub("0", label) for label in groups}) > 1:
        return groups
    return dict(sorted(groups.items(), key=lambda item: [int(n) for n in _NUMBER.findall(item[0])]))


def _in_columns(items: Sequence[str], width: int) -> list[str]:
    """Items in as many columns as fit, to be read downwards."""
    count = max(1, (WIDTH + 2) // width)
    height = -(-len(items) // count)
    rows = [items[i::height] for i in range(height)]
    return ["".join(padded(item, width) for item in row).rstrip() for row in rows]
