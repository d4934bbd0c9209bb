"""One playthrough at the table: chance and bots answer by themselves, people are asked, everything is recorded.

Chance and each bot have a generator of their own, made from the seed: the same seed and the same decisions of people
give the same game.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Final, Protocol

from attrs import define, field

from hoyle.runtime.chance import generator
from hoyle.runtime.game import Game
from hoyle.runtime.moves import Move, Outcome, move_of, outcome_of
from hoyle.runtime.playout import STEP_LIMIT
from hoyle.runtime.problems import UserError
from hoyle.runtime.records import Line, Record, RecordWriter, replay
from hoyle.runtime.state import State
from hoyle.runtime.views import Event

STEPS: Final = STEP_LIMIT


class Player(Protocol):
    """Whoever sits at a seat."""

    def choose(self, sitting: Sitting) -> Move:
        """A legal move for the player who decides; there are at least two. `Left` if the player leaves the game."""
        ...


class Left(Exception):  # noqa: N818 - it is no error
    """Somebody has left the table: the game stays as it is."""


@define
class RandomPlayer:
    """Makes any legal move, all alike likely."""

    rng: random.Random

    def choose(self, sitting: Sitting) -> Move:
        moves = sitting.state.legal_moves()
        return moves[int(self.rng.random() * len(moves))]


@define
class Sitting:
    """A game that is being played. events: its beginning and all that happened, in order; record: where it is written
    down."""

    game: Game
    seed: str
    players: Mapping[str, Player]
    record: RecordWriter | None = None
    state: State = field(init=False)
    events: list[Event] = field(factory=list)
    _rng: random.Random = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.state = self.game.new(log=True)
        self._rng = generator(self.seed)
        self._note()

    def _note(self) -> None:
        event = self.state.last_event
        assert event is not None
        self.events.append(event)

    def go_on_from(self, record: Record) -> None:
        """Play what was recorded up to its last line. RecordError if it does not fit."""
        for _, choice, _ in walk(record, self.game):
            if choice is not None:
                self._happen(choice)

    def play(self) -> None:
        """Until the game is over, the step limit is reached, or somebody leaves (`Left`)."""
        for _ in self.steps():
            pass

    def steps(self) -> Iterator[None]:
        """After each decision and each outcome of chance."""
        while self.state.kind != "over" and len(self.events) <= STEPS:
            self._happen(self._next())
            yield

    def _next(self) -> Move | Outcome:
        if self.state.kind == "chance":
            return self.state.sample_chance(self._rng)
        moves = self.state.legal_moves()
        player = self.state.player
        assert player is not None
        return moves[0] if len(moves) == 1 else self.players[player].choose(self)

    def write_to(self, record: RecordWriter) -> None:
        """Write down all that happened so far."""
        for event in self.events[1:]:
            before = event.before
            assert before is not None
            you = before.you
            choice = outcome_of(before, event.code) if you is None else move_of(before, event.code)
            record.write(None if you is None else before.rules.seat_name[you], choice)

    def _happen(self, choice: Move | Outcome) -> None:
        """Make a choice and write it down. If the rules cannot go on from it (RuleError), nothing has happened."""
        player = self.state.player
        self.state.apply(choice)
        self._note()
        if self.record is not None:
            self.record.write(player, choice)


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


def bot(seed: str, seat: str) -> RandomPlayer:
    """The random bot at a seat."""
    return RandomPlayer(generator(f"{seed}/{seat}"))
