"""One playthrough at the table: chance and bots answer by themselves, people are asked, everything is recorded.

Chance and bots draw from a generator of their own for each step, made from the seed: the same seed and the same
decisions of people give the same game, also after it was left and gone on with.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import Final, Protocol

from attrs import define, field, frozen

from hoyle.runtime.chance import generator
from hoyle.runtime.errors import RuleError
from hoyle.runtime.game import Game
from hoyle.runtime.moves import Move, Outcome, move_of, outcome_of
from hoyle.runtime.playout import STEP_LIMIT
from hoyle.runtime.problems import RecordError, UserError, tell_rule_error
from hoyle.runtime.records import Line, Record, RecordWriter, replay
from hoyle.runtime.state import State
from hoyle.runtime.views import Event

STEPS: Final = STEP_LIMIT


class Player(Protocol):
    """Whoever sits at a seat."""

    def choose(self, sitting: Sitting) -> Move:
        """A legal move for the player who decides; there are at least two. `Left` if the player leaves the game."""
        ...

    def made(self, sitting: Sitting) -> None:
        """What the player chose has happened."""
        ...

    def took_back(self, sitting: Sitting) -> None:
        """The last events did not happen."""
        ...

    def chooses_again(self, sitting: Sitting, failure: Failure) -> bool:
        """Told that the rules cannot go on from the move chosen, does the player want to choose another?"""
        ...


class Bot(Protocol):
    """A program that plays."""

    def choose(self, state: State) -> Move:
        """A legal move for the player who decides. It must not use what that player does not know."""
        ...


class TakenBack(Exception):  # noqa: N818 - it is no error
    """Choices were taken back: the game stands elsewhere."""


class Left(Exception):  # noqa: N818 - it is no error
    """Somebody has left the table: the game stays as it is."""


@frozen
class Failure:
    """The rules asked for the impossible after a choice; the game stands before it. player None: chance."""

    player: str | None
    choice: Move | Outcome
    error: RuleError


class CannotGoOn(Exception):  # noqa: N818 - it is told, not raised at users
    """The rules cannot go on, and nobody at the table can choose otherwise."""


@frozen
class BotPlayer:
    """A bot at a seat; made anew for each decision, with a seed of that step."""

    seat: str
    make: Callable[[str], Bot]

    def choose(self, sitting: Sitting) -> Move:
        return self.make(f"{sitting.seed}/{self.seat}/{len(sitting.events)}").choose(sitting.state)

    def made(self, _: Sitting) -> None:
        pass

    def took_back(self, _: Sitting) -> None:
        pass

    def chooses_again(self, _: Sitting, __: Failure) -> bool:
        return False


@define
class Sitting:
    """A game that is being played. events: its beginning and all that happened, in order; record: where it is written
    down; trouble: why the last lines are not on the disk; failures: of the rules; can_take_back: whether also secrets,
    outcomes of chance and moves of others may be taken back."""

    game: Game
    seed: str
    players: Mapping[str, Player]
    record: RecordWriter | None = None
    can_take_back: bool = False
    state: State = field(init=False)
    events: list[Event] = field(factory=list)
    trouble: RecordError | None = None
    failures: list[Failure] = field(factory=list)

    def __attrs_post_init__(self) -> None:
        self._begin()

    def _begin(self) -> None:
        self.state = self.game.new(log=True)
        self.events.clear()
        self._note()

    def _note(self) -> None:
        event = self.state.last_event
        assert event is not None
        self.events.append(event)

    def go_on_from(self, record: Record) -> None:
        """Play what was recorded up to its last line, without writing it down. RecordError if it does not fit."""
        for _, choice, _ in walk(record, self.game):
            if choice is not None:
                self.state.apply(choice)
                self._note()

    # -------------------------------------------------------------------------------------------- playing

    def play(self) -> None:
        """Until the game is over, the step limit is reached, somebody leaves (`Left`) or the rules cannot go on
        (`CannotGoOn`)."""
        for _ in self.steps():
            pass

    def steps(self) -> Iterator[None]:
        """After each decision and each outcome of chance."""
        while self.state.kind != "over" and len(self.events) <= STEPS:
            try:
                choice = self._next()
            except TakenBack:
                continue
            player = self.state.player
            try:
                self._happen(choice)
            except RuleError as error:
                self._fail(Failure(player, choice, error))
            else:
                if player is not None:
                    self.players[player].made(self)
            yield

    def _next(self) -> Move | Outcome:
        if self.state.kind == "chance":
            return self.state.sample_chance(generator(self.seed, len(self.events)))
        moves = self.state.legal_moves()
        player = self.state.player
        assert player is not None
        return moves[0] if len(moves) == 1 else self.players[player].choose(self)

    def _happen(self, choice: Move | Outcome) -> None:
        """Make a choice and write it down. If the rules cannot go on from it (RuleError), nothing has happened."""
        player = self.state.player
        self.state.apply(choice)
        self._note()
        if self.record is not None:
            self._keep(player, choice)

    def _keep(self, player: str | None, choice: Move | Outcome) -> None:
        """The game goes on if the disk is full: what could not be written is written as soon as it can."""
        assert self.record is not None
        try:
            self.record.write(player, choice)
            self.trouble = None
        except RecordError as error:
            self.trouble = error

    def _fail(self, failure: Failure) -> None:
        self.failures.append(failure)
        if self.record is not None:
            said = f"{failure.player or '*'} {failure.choice.notation}: {tell_rule_error(failure.error)}"
            with suppress(RecordError):
                self.record.remark(said)
        can_choose = failure.player is not None and len(self.state.legal_moves()) > 1
        if not (can_choose and self.players[str(failure.player)].chooses_again(self, failure)):
            raise CannotGoOn

    # -------------------------------------------------------------------------------------------- keeping

    def write_to(self, record: RecordWriter) -> None:
        """Write down all that happened so far."""
        for event in self.events[1:]:
            player, choice = said(event)
            record.write(player, choice)

    def take_back(self, count: int) -> None:
        """Undo the last `count` events, in the record too. RecordError if that cannot be written; then all stays."""
        if self.record is not None:
            self.record.take_back(count)
        kept = [said(event)[1] for event in self.events[1 : len(self.events) - count]]
        self._begin()
        for choice in kept:
            self.state.apply(choice)
            self._note()
        for player in self.players.values():
            player.took_back(self)


def said(event: Event) -> tuple[str | None, Move | Outcome]:
    """Who decided what at an event; not of the beginning of a game."""
    before = event.before
    assert before is not None
    you = before.you
    if you is None:
        return None, outcome_of(before, event.code)
    return before.rules.seat_name[you], move_of(before, event.code)


def was_chosen(event: Event) -> bool:
    """Whether somebody chose among several moves."""
    before = event.before
    return before is not None and before.decision is not None and len(before.module.moves(before.s)) > 1


def walk(record: Record, game: Game) -> Iterator[tuple[Line | None, Move | Outcome | None, State]]:
    """The beginning of a recorded playthrough, then each line, what it says and where it led (one state that moves on).

    RecordError if a line does not fit.
    """
    done: tuple[Line | None, Move | Outcome | None] = (None, None)
    for state, line in replay(record, game, log=True):
        yield *done, state
        if line is not None:
            done = (line, _choice(game, state, line))


def _choice(game: Game, state: State, line: Line) -> Move | Outcome | None:
    """What a line says; None if it makes no sense here, which the replay is about to tell with its place."""
    with suppress(UserError):
        return game.parse(state, line.notation)
    return None
