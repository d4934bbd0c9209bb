"""What a move would change, told before it is made, as far as its player can know.

It is worked out on positions that could lie behind what the player sees (`bots/sight.py`), never on the one that is
played: only what is alike in all of them is told, so nothing hidden can show. At chance it stops.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from typing import Any, Final

from attrs import evolve, frozen

from hoyle.dsl.render import display_width
from hoyle.runtime.bots.habits import unlearned
from hoyle.runtime.bots.sight import Sight, sight, unlearned_sight
from hoyle.runtime.catalogue import message
from hoyle.runtime.cli.changes import Change, field_changes, joined, score_changes
from hoyle.runtime.cli.columns import wrapped
from hoyle.runtime.cli.naming import Speaker
from hoyle.runtime.cli.telling import names
from hoyle.runtime.compiled import Vector, copied
from hoyle.runtime.errors import RuleError
from hoyle.runtime.moves import Move
from hoyle.runtime.rules import Position, Rules
from hoyle.runtime.sentences import component_name, seat_name
from hoyle.runtime.state import State
from hoyle.runtime.views import UNKNOWN, Plain, observation

MOST: Final = 48  # positions that a move is tried in
LISTED: Final = 12  # moves that are told of beside each other
LEAST: Final = 16  # columns that are worth it
_WORD: Final = re.compile(r"\w+")


@frozen
class Foreseen:
    """What one move would change. points: the player's own, "" if none; parts: the same with what they are for; end: of
    the game; changes: what else; after: what chance does then, and whether more depends on what is hidden."""

    points: str
    parts: str
    end: tuple[str, ...]
    changes: tuple[Change, ...]
    after: tuple[str, ...]
    language: str

    def brief(self, width: int) -> str:
        """As much of it as fits into so many columns, the most important first."""
        text = ""
        for count in range(len(self.changes) + 1):
            longer = self._text(self.changes[:count], is_cut=count < len(self.changes), briefly=True)
            if display_width(longer) > width:
                break
            text = longer
        whole = self._text(self.changes, is_cut=False)
        if display_width(whole) <= width:
            return whole
        return "" if text == joined((), True, self.language) else text

    def beside(self, width: int) -> str:
        """The same with a sign before it, "" if that is nothing."""
        sign = message(self.language, "cli.foresee.beside", what="")
        text = self.brief(width - display_width(sign))
        return f"{sign}{text}" if text else ""

    def lines(self, width: int, most: int) -> list[str]:
        """All of it, in at most so many lines."""
        found: list[str] = []
        for count in range(len(self.changes) + 1):
            is_cut = count < len(self.changes)
            longer = wrapped(self._text(self.changes[:count], is_cut=is_cut), width)
            if len(longer) > most:
                return found or longer[:most]
            found = longer
        return found

    def _text(self, changes: Sequence[Change], *, is_cut: bool, briefly: bool = False) -> str:
        told = joined(changes, is_cut, self.language) if changes or is_cut else ""
        points = self.points if briefly else self.parts
        parts = [*([points] if points else []), *self.end, *([told] if told else []), *(() if briefly else self.after)]
        if not parts and not briefly:
            return message(self.language, "cli.foresee.nothing")
        return message(self.language, "cli.change.joint").join(parts)


@frozen(eq=False)
class Tables:
    """Positions that look alike to a seat. differ_hidden: whether they differ in nothing but hidden places."""

    rules: Rules
    seat: int
    vectors: tuple[Vector, ...]
    differ_hidden: bool

    @classmethod
    def of(cls, sight: Sight) -> Tables:
        return cls(sight.rules, sight.seat, tuple(sight.spread(MOST)), sight.is_of_now)

    def after(self, code: int) -> list[Position]:
        """Where a move leads, once of those places that must look alike. [] if the rules cannot go on from a table."""
        found: dict[object, Position] = {}
        for vector in self.vectors:
            s = copied(vector)
            try:
                self.rules.module.step(s, code)
            except RuleError:
                return []
            found.setdefault(self._sign(vector, s), Position(self.rules, s))
        return list(found.values())

    def _sign(self, before: Vector, s: Vector) -> object:
        """What suffices to tell what is seen after a move: what has changed, what is seen of places that may be hidden,
        and who has won."""
        end, position = self.rules.module.DERIVED, Position(self.rules, s)
        if not self.differ_hidden or position.is_over:
            return tuple(s[:end])
        changed = tuple(
            (at, new) for at, (old, new) in enumerate(zip(before[:end], s[:end], strict=True)) if old != new
        )
        view, places = self.rules.module.view_field, unlearned(self.rules)
        seen = [view(s, info.number, place, self.seat) for info, place in (*places.zones, *places.others)]
        return changed, repr(seen)

    def seen(self, after: Sequence[Position]) -> tuple[dict[str, Plain], dict[str, Plain], bool]:
        """What the seat sees; what it sees at all positions after it alike, with what it saw before where they differ;
        and whether they are alike."""
        old = observation(Position(self.rules, self.vectors[0]), self.seat)
        new, is_sure = _common(old, [_view(position, self.seat) for position in after])
        return old, new, is_sure


class Foresight:
    """The moves of one decision, looked ahead. state: where it is to be decided, as it stands while that is asked."""

    def __init__(self, state: State, language: str) -> None:
        self._state, self._language = state, language
        self._found: dict[int, Foreseen | None] = {}

    @cached_property
    def _tables(self) -> Tables:
        return Tables.of(unlearned_sight(self._state) or sight(self._state))

    def has(self, move: Move) -> bool:
        """Whether it is known already."""
        return move.code in self._found

    def of(self, move: Move) -> Foreseen | None:
        """What a move would change; None if that cannot be told."""
        if move.code not in self._found:
            self._found[move.code] = foreseen(self._tables, move.code, self._language)
        return self._found[move.code]


def beside(named: Sequence[str], foreseen: Sequence[Foreseen | None], width: int) -> list[str]:
    """Of some moves, called so, what each would change, in so many columns; "" of all if they do not differ in it but
    for what their names say."""
    briefs = ["" if each is None else each.beside(width) for each in foreseen]
    if width < LEAST or len({_unsaid(name, brief) for name, brief in zip(named, briefs, strict=True)}) < 2:
        return [""] * len(briefs)
    return briefs


def _unsaid(name: str, brief: str) -> tuple[str, ...]:
    """The words that a name does not hold."""
    said = name.casefold()
    return tuple(word for word in _WORD.findall(brief.casefold()) if word not in said)


def foreseen(tables: Tables, code: int, language: str) -> Foreseen | None:
    """What a move changes at all tables alike. None if there are none, or if the rules cannot go on at one of them."""
    after = tables.after(code)
    if not after:
        return None
    rules, name = tables.rules, tables.rules.seat_name[tables.seat]
    old, new, is_sure = tables.seen(after)
    speaker = Speaker(after[0], language)
    points, parts = _points(speaker, old["scores"][name], new["scores"][name])
    others = {who: scores for who, scores in new["scores"].items() if who != name}
    changes = [*score_changes(speaker, old["scores"], others, in_parts=False), *field_changes(speaker, old, new)]
    own = seat_name(rules, name, language)
    ranked = sorted((_of_own(change, own) for change in changes), key=lambda change: change.rank)
    end = _end(rules, new.get("over"), language)
    return Foreseen(points, parts, end, tuple(ranked), _then(after, is_sure, language), language)


def _then(after: Sequence[Position], is_sure: bool, language: str) -> tuple[str, ...]:
    """What chance does next, and that more depends on what is hidden."""
    verbs = {"" if position.chance is None else position.chance.verb for position in after}
    told = [message(language, f"cli.foresee.{verb}") for verb in verbs if verb and len(verbs) == 1]
    return (*told, *(() if is_sure and len(verbs) == 1 else (message(language, "cli.foresee.hidden"),)))


def _view(position: Position, seat: int) -> dict[str, Plain]:
    """What a seat sees, but for who decides next."""
    return {key: value for key, value in observation(position, seat).items() if key != "decision"}


def _common(old: Plain, views: Sequence[Plain]) -> tuple[Any, bool]:
    """What all views have in common, else what was seen before; and whether they are alike."""
    first = views[0]
    if all(view == first for view in views[1:]):
        return first, True
    if not isinstance(old, dict) or any(not isinstance(view, dict) or view.keys() != first.keys() for view in views):
        return old, False
    return {key: _common(old.get(key), [view[key] for view in views])[0] for key in first}, False


def _points(speaker: Speaker, old: dict[str, Plain], new: dict[str, Plain]) -> tuple[str, str]:
    """The player's own points, and the same with the parts of the score that they are for."""
    moved = {
        name: points - old[name]
        for name, points in new.items()
        if UNKNOWN not in (points, old.get(name, UNKNOWN)) and points != old[name]
    }
    if not moved:
        return "", ""
    whole = sum(moved.values())
    total = speaker.say("cli.foresee.point" if abs(whole) == 1 else "cli.foresee.points", points=f"{whole:+d}")
    if len(speaker.position.rules.components) < 2:
        return total, total
    each = [
        f"{component_name(speaker.position.rules, name, speaker.language)} {step:+d}" for name, step in moved.items()
    ]
    return total, speaker.say("cli.foresee.parts", points=total, parts=speaker.say("list").join(each))


def _of_own(change: Change, name: str) -> Change:
    """A change of what is the player's own does not name the player."""
    return evolve(change, of="") if change.of == name else change


def _end(rules: Rules, over: Plain, language: str) -> tuple[str, ...]:
    """That the game is over, and who has won."""
    if over is None:
        return ()
    winners = over["winners"]
    key = "cli.over.winner" if len(winners) == 1 else "cli.over.shared" if winners else "cli.over.nobody"
    won = message(language, key, names=names(rules, winners, language)).rstrip(".。")
    return (message(language, "cli.foresee.over", won=won),)
