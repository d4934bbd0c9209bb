"""Playing a game under watch: what is promised, and what holds of every game, is looked at after every step."""

from __future__ import annotations

import random
import zlib
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, Literal

from attrs import define, field, frozen

from hoyle.runtime.catalogue import message
from hoyle.runtime.chance import generator
from hoyle.runtime.compiled import copied
from hoyle.runtime.description import PromiseInfo
from hoyle.runtime.errors import RuleError
from hoyle.runtime.game import Game
from hoyle.runtime.moves import Move, Outcome
from hoyle.runtime.problems import tell_rule_error
from hoyle.runtime.records import header, read_record, replayed
from hoyle.runtime.rules import Position
from hoyle.runtime.sentences import seat_name, shown
from hoyle.runtime.state import State
from hoyle.runtime.values import Value
from hoyle.runtime.verification.laws import LAWS, LawBroken, NamedLaw, choices_of

STEP_LIMIT: Final = 20_000
_OTHERS: Final = 100  # random playthroughs that are tried to find a shorter one
Kind = Literal["promise", "law", "rules", "end"]
Line = tuple[str | None, str]  # who (None: chance) and the notation of what happened


@frozen
class Failure:
    """Something that does not hold, and a playthrough that shows it.

    kind: a promise of the rules, a law of every game, the rules cannot go on (`rules`), or the game does not end.
    source: the text of the promise; what: how a law is broken, or why the rules cannot go on; values: what the promise
    read, by source text; before, after: the positions whose difference the promise is about; lines and said: the moves,
    in notation and in words.
    """

    kind: Kind
    name: str
    text: str = ""
    cites: tuple[str, ...] = ()
    file: str = ""
    line: int = 0
    source: str = ""
    what: str = ""
    values: tuple[tuple[str, str], ...] = ()
    before: Position | None = field(default=None, eq=False, repr=False)
    after: Position | None = field(default=None, eq=False, repr=False)
    lines: tuple[Line, ...] = ()
    said: tuple[str, ...] = ()

    @property
    def key(self) -> tuple[str, str]:
        """The same for whatever shows the same fault."""
        return self.kind, self.name

    def record(self, game: Game) -> str:
        """The text of a record of the playthrough."""
        return "\n".join([*header(game.info), *(f"{who or '*'} {notation}" for who, notation in self.lines), ""])

    def changes(self, language: str = "en") -> list[tuple[str, Value, Value]]:
        """The fields that differ: name and index, before, after."""
        if self.before is None or self.after is None:
            return []
        before, after = _flat(self.before, language), _flat(self.after, language)
        return [(name, before[name], value) for name, value in after.items() if before[name] != value]


def _flat(position: Position, language: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for info in position.rules.info.fields:
        for place in position.rules.places(info):
            value = position.module.read_field(position.s, info.number, place)
            zone = info.kind in ("bag", "pile")
            known = value[0] + value[1] if zone else value
            said = shown(position, position.values.readable(None, known, info.type), info.type, language)
            if zone and value[2]:
                said += message(language, "verify.undrawn", count=value[2])
            found[f"{info.key}{_index(position, info.owner, info.indices, place)}"] = said
    return found


def _index(position: Position, owner: str | None, indices: Sequence[Any], place: tuple[int, ...]) -> str:
    if not place:
        return ""
    domains = ([owner] if owner is not None else []) + [kind.domain for kind in indices]
    labels = (
        str(code) if domain is None else position.values.label(None, domain, code)
        for domain, code in zip(domains, place, strict=True)
    )
    return f"[{', '.join(labels)}]"


@define
class Watch:
    """One playthrough under watch. laws: looked at at one state in `every`, always the same ones (a state is looked at
    or not, whatever led to it). failure: the first thing that does not hold; nothing is played after it."""

    game: Game
    laws: Sequence[NamedLaw] = LAWS
    every: int = 1
    promises: frozenset[str] | None = None  # only these are looked at
    language: str = "en"  # of what is said
    state: State = field(init=False)
    lines: list[Line] = field(factory=list)
    said: list[str] = field(factory=list)
    failure: Failure | None = None
    met: dict[str, Failure] = field(factory=dict)  # promises found broken, the others included

    def __attrs_post_init__(self) -> None:
        try:
            self.state = self.game.new()
        except RuleError as error:
            self.failure = self._rules_fail(error, None)
            return
        self._look(None)

    @property
    def is_over(self) -> bool:
        return self.failure is not None or self.state.kind == "over"

    def step(self, choice: Move | Outcome) -> None:
        """Let it happen, and look."""
        before, player = self.state.position, self.state.player
        self.lines.append((player, choice.notation))
        self.said.append(_told(self.game, player, choice, self.language))
        try:
            self.state.apply(choice)
        except RuleError as error:
            self.failure = self._rules_fail(error, before)
            return
        if len(self.lines) >= STEP_LIMIT and self.state.kind != "over":
            self.failure = self._failure("end", "end", what=message(self.language, "verify.endless", steps=STEP_LIMIT))
            return
        try:
            self.state.standing()  # the rules rank the players when the game is over, and may fail at that
        except RuleError as error:
            self.failure = self._rules_fail(error, before)
            return
        self._look(before)

    def _look(self, before: Position | None) -> None:
        for promise in self.state.broken_promises:
            if promise.name not in self.met:
                self.met[promise.name] = self._promise(promise, before)
        looked_at = [n for n in self.met if self.promises is None or n in self.promises]
        if looked_at:
            self.failure = self.met[looked_at[0]]
        elif self.laws and self._is_looked_at():
            self._look_at_laws(before)

    def _is_looked_at(self) -> bool:
        if self.every <= 1 or len(self.lines) == 0 or self.state.kind == "over":
            return True
        position = self.state.position
        return zlib.crc32(repr(position.s[: position.module.DERIVED]).encode()) % self.every == 0

    def _look_at_laws(self, before: Position | None) -> None:
        rng = law_rng(self.state)
        for law in self.laws:
            try:
                law.check(self.state, rng)
            except LawBroken as broken:
                self.failure = self._failure(
                    "law", law.name, text=law.said(self.language), what=broken.text(self.language), before=before
                )
                return
        if self.state.kind == "over" and not self._is_replayed():
            text = message(self.language, "law.records_replay")
            self.failure = self._failure("law", "records_replay", text=text, before=before)

    def _is_replayed(self) -> bool:
        record = read_record(self._failure("law", "records_replay").record(self.game))
        return replayed(record, self.game) == self.state

    def _failure(self, kind: Kind, name: str, **more: Any) -> Failure:
        more.setdefault("after", None if kind == "rules" else self.state.position)
        return Failure(kind, name, lines=tuple(self.lines), said=tuple(self.said), **more)

    def _rules_fail(self, error: RuleError, before: Position | None) -> Failure:
        place = {"file": error.file or "", "line": error.line}
        return self._failure("rules", error.message, what=tell_rule_error(error, self.language), before=before, **place)

    def _promise(self, promise: PromiseInfo, before: Position | None) -> Failure:
        position = self.state.position
        number = position.rules.info.promises.index(promise)
        kept = getattr(position.s, "kept", {}).get(number)
        args: tuple[Any, ...] = ()
        verb = ""
        if kept is not None:
            verb, old, now, args = kept
            before, position, args = Position(position.rules, old), Position(position.rules, now), (old, *args)
        return self._failure(
            "promise", promise.name, text=promise.text or "", cites=promise.cites, file=promise.file, line=promise.line,
            source=promise.source, values=_values(position, number, verb, args), before=before, after=position,
        )  # fmt: skip


def _values(position: Position, number: int, verb: str, args: tuple[Any, ...]) -> tuple[tuple[str, str], ...]:
    """What a broken promise read, as text; what cannot be said any more is left out."""
    witness = getattr(position.module, "witness", None)
    if witness is None:
        return ()
    try:
        read = witness(copied(position.s), number, verb, *args)
    except RuleError:
        return ()
    return tuple((source, _value(position, value, kind)) for source, kind, value in read)


def _value(position: Position, value: Any, kind: Any) -> str:
    return message("en", "example.no_value") if value is None else position.values.notation(position.s, value, kind)


def _told(game: Game, player: str | None, choice: Move | Outcome, language: str) -> str:
    who = message(language, "cli.chance") if player is None else seat_name(game.rules, player, language)
    return message(language, "cli.event", who=who, what=choice.sentence(language))


def law_rng(state: State) -> random.Random:
    """What laws choose by at a state: always the same, whatever led to it."""
    return generator(0, zlib.crc32(repr(state.position.s[:8]).encode()))


# ------------------------------------------------------------------------------------------------ shorter


def replay_lines(
    game: Game,
    lines: Iterable[Line],
    laws: Sequence[NamedLaw],
    promises: frozenset[str] | None = None,
    language: str = "en",
) -> Failure | None:
    """What fails in a playthrough of these lines, those left out that are impossible where they come; where chance
    decides and the next line is not its, it brings its first outcome."""
    watch = Watch(game, laws, promises=promises, language=language)
    for who, notation in lines:
        while not watch.is_over and who is not None and watch.state.kind == "chance":
            watch.step(watch.state.outcomes()[0][0])
        if watch.is_over:
            break
        if who == watch.state.player:
            choice = next((c for c in choices_of(watch.state) if c.notation == notation), None)
            if choice is not None:
                watch.step(choice)
    return watch.failure


def shortened(
    game: Game, failure: Failure, laws: Sequence[NamedLaw], still: Callable[[], bool], language: str = "en"
) -> Failure:
    """A playthrough that shows the same in fewer lines: parts of it are left out as long as it still does.

    still: whether there is time.
    """
    if failure.kind == "end":
        return failure
    watched = [law for law in laws if failure.kind == "law" and law.name in (failure.name, "")]
    only = frozenset({failure.name}) if failure.kind == "promise" else frozenset[str]()
    size = max(1, len(failure.lines) // 2)
    while size and still():
        place, before = 0, len(failure.lines)
        while place < len(failure.lines) and still():
            rest = failure.lines[:place] + failure.lines[place + size :]
            found = replay_lines(game, rest, watched, only, language)
            if found is not None and found.key == failure.key and len(found.lines) < len(failure.lines):
                failure = found
            else:
                place += size
        size = size // 2 if len(failure.lines) == before or size > 1 else size
    return _other_ways(game, failure, watched, only, still, language)


def _other_ways(
    game: Game,
    failure: Failure,
    laws: Sequence[NamedLaw],
    only: frozenset[str],
    still: Callable[[], bool],
    language: str,
) -> Failure:
    """The shortest of some random playthroughs that show the same."""
    for index in range(_OTHERS):
        watch, rng = Watch(game, laws, promises=only, language=language), generator(0, index)
        while not watch.is_over and len(watch.lines) < len(failure.lines) - 1:
            watch.step(random_choice(watch.state, rng))
        found = watch.failure
        if found is not None and found.key == failure.key and len(found.lines) < len(failure.lines):
            failure = found
        if not still():
            break
    return failure


def random_choice(state: State, rng: random.Random) -> Move | Outcome:
    """A move, all alike likely, or an outcome by its probability."""
    return rng.choice(state.legal_moves()) if state.kind == "decision" else state.sample_chance(rng)
