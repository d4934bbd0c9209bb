"""One moment of a playthrough: the contract that players, bots, reports and tests use, with its laws at the methods."""

from __future__ import annotations

import random
from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal, NoReturn

from attrs import frozen

from hoyle.runtime.compiled import ENDING, Result, Vector, copied, listened
from hoyle.runtime.description import PromiseInfo
from hoyle.runtime.errors import RuleError
from hoyle.runtime.explain import Reason, explain, not_now
from hoyle.runtime.moves import Move, Outcome, move_of, outcome_of
from hoyle.runtime.notation import read
from hoyle.runtime.problems import IllegalMove, NotationError, StateError
from hoyle.runtime.rules import Position, Rules
from hoyle.runtime.saving import saved
from hoyle.runtime.sentences import prompt
from hoyle.runtime.values import Value
from hoyle.runtime.views import Event, Plain, events, information_state, observation

if TYPE_CHECKING:
    from hoyle.runtime.game import Game

Kind = Literal["decision", "chance", "over"]


@frozen
class Score:
    """A player's score: its named components, and their sum."""

    components: Mapping[str, int]
    total: int


@frozen
class Paid:
    """What paid a part of a component. what: the text of the rule, or a field; things: as readable values; points."""

    what: str
    things: tuple[Value, ...]
    points: int


class State:
    """A state of one game, changed in place by `apply`. Made by `Game.new`, `Game.from_dict` and `clone`.

    Laws of every state:

    - `kind` is `decision` exactly if `player` is a player and `legal_moves()` is not empty, `chance` exactly if
      `outcomes()` is not empty, `over` exactly if both are empty. It never becomes anything else by being read.
    - Whatever is asked, and whatever is refused with an exception, leaves the state as it was.
    - The state holds no randomness: equal states answer alike, and stay equal when the same is applied to both.
    """

    __slots__ = ("_last", "_moves", "_rules", "_s", "game")

    def __init__(self, game: Game, s: Vector, result: Result, last: Event | None = None) -> None:
        """For `Game` only. result: what the game answered as it came here, the legal moves among it."""
        self.game = game
        self._rules: Rules = game.rules
        self._s = s
        self._moves: list[int] = list(result) if result else []
        self._last = last

    # -------------------------------------------------------------------------------------------- what is going on

    @property
    def kind(self) -> Kind:
        """Whether a player decides, chance decides, or the game is over."""
        position = Position(self._rules, self._s)
        if position.decision is not None:
            return "decision"
        return "over" if position.is_over else "chance"

    @property
    def player(self) -> str | None:
        """The player who decides; None at a chance node and when the game is over."""
        you = Position(self._rules, self._s).you
        return None if you is None else self._rules.seat_name[you]

    def prompt(self, language: str = "en") -> str | None:
        """What the decision asks in words, if the rules have words for it."""
        return prompt(Position(self._rules, self._s), language)

    @property
    def position(self) -> Position:
        """This moment, kept: what later happens to the state does not change it."""
        return Position(self._rules, copied(self._s))

    # -------------------------------------------------------------------------------------------- moves

    def legal_moves(self) -> list[Move]:
        """The moves of the player who decides; [] if nobody does.

        Distinct, and always in the same order: that of the deeds, then of their arguments; `pass` last. One move alone
        is a decision too: it is for drivers to make it without asking.
        """
        position = self.position
        return [move_of(position, code) for code in self._moves]

    def outcomes(self) -> list[tuple[Outcome, Fraction]]:
        """What chance may bring with exact probabilities, which sum to 1; [] if chance does not decide.

        Distinct, each probability positive, always in the same order; there are at least two.
        """
        position = self.position
        if position.chance is None:
            return []
        weights = list(position.module.outcomes(position.s))
        whole = sum(weight for _, weight in weights)
        return [(outcome_of(position, code), Fraction(weight, whole)) for code, weight in weights]

    def sample_chance(self, rng: random.Random) -> Outcome:
        """An outcome, with its probability. StateError if chance does not decide here."""
        position = self.position
        if position.chance is None:
            raise StateError("state.not_chance")
        return outcome_of(position, position.module.sample(position.s, rng.random))

    def apply(self, choice: Move | Outcome) -> None:
        """Make a move, or let chance bring an outcome; in place.

        IllegalMove, with the reasons, if it is not among `legal_moves()` or `outcomes()`. RuleError if the rules ask
        for the impossible on the way. After either the state is as before.
        """
        position = Position(self._rules, self._s)
        self._check_game(choice)
        if isinstance(choice, Move) and choice.code in self._moves:
            self._step(choice.code)
        elif isinstance(choice, Outcome) and self._is_possible(position, choice):
            self._step(choice.code)
        else:
            self._refuse(choice)

    def _check_game(self, choice: Move | Outcome) -> None:
        other = choice.position.rules
        if other is not self._rules and other.info.identity != self._rules.info.identity:
            names = {"other": other.info.name, "game": self._rules.info.name}
            raise StateError("state.foreign_move", move=choice.notation, **names)

    def _is_possible(self, position: Position, choice: Outcome) -> bool:
        if position.chance is None or all(choice.code != code for code, _ in position.module.outcomes(self._s)):
            return False
        return outcome_of(position, choice.code) == choice

    def _refuse(self, choice: Move | Outcome) -> NoReturn:
        if isinstance(choice, Outcome):
            raise IllegalMove(choice.notation, (not_now(self.position),))
        try:
            reasons = explain(self.position, read(choice.notation), self._moves, "en")
        except NotationError:  # it names what can be said at another decision only
            reasons = (not_now(self.position),)
        raise IllegalMove(choice.notation, reasons)

    def _step(self, code: int) -> None:
        before = copied(self._s)
        try:
            result = self._advance(before, code)
        except RuleError:
            self._s = before
            raise
        self._moves = list(result) if result else []

    def _advance(self, before: Vector, code: int) -> Result:
        module = self._rules.module
        if self._last is None:
            return module.step(self._s, code)
        self._s, result, heard = listened(self._s, lambda s: module.step(s, code))
        self._last = Event(self._last, Position(self._rules, before), code, self.position, heard.shown, heard.told)
        return result

    def clone(self) -> State:
        """An independent copy: equal now, and unmoved by what happens to this one. The past is shared."""
        return State(self.game, copied(self._s), self._moves, self._last)

    def explain(self, notation: str, language: str = "en") -> tuple[Reason, ...]:
        """Every reason why a move is not legal here, in order; () exactly if it is legal.

        Leading arguments suffice: then () if some completion is legal, else the reasons of the one with the fewest.
        NotationError if the text is no move, or names what does not exist.
        """
        return explain(self.position, read(notation), self._moves, language)

    # -------------------------------------------------------------------------------------------- scores and ends

    def scores(self) -> dict[str, Score]:
        """Of every player, at any time, what the rules count now. The components sum to the total."""
        return {name: self._score(seat) for name, seat in self._rules.seat_code.items()}

    def _score(self, seat: int) -> Score:
        module, own = self._rules.module, [c for c in self._rules.info.components if seat in c.seats]
        components = {c.name: module.score(self._s, c.number, seat) for c in own}
        return Score(components, module.total(self._s, seat))

    def team_totals(self) -> dict[str, int]:
        """Of every team, at any time, the sum of its members' totals (semantics 17.6); {} in a game without teams."""
        module, codes = self._rules.module, self._rules.seat_code
        teams = self._rules.info.teams
        return {name: sum(module.total(self._s, codes[seat]) for seat in seats) for name, seats in teams.items()}

    def trace(self, player: str, component: str) -> tuple[Paid, ...]:
        """What paid a component of a player's score; the points sum to it. () if the player has no such component.

        StateError if there is no such player or component.
        """
        seat, found = self._rules.seat(player), self._rules.component(component)
        if seat not in found.seats:
            return ()
        position = Position(self._rules, self._s)
        return tuple(
            Paid(what, tuple(position.readable(value, kind) for value, kind in things), points)
            for what, things, points in position.module.provenance(self._s, found.number, seat)
        )

    def winners(self) -> tuple[str, ...]:
        """Who won, in seating order: several share; nobody is a draw. () while the game is not over."""
        if self.kind != "over":
            return ()
        return self._rules.names(self._rules.module.winners(self._s))

    def standing(self) -> tuple[tuple[str, ...], ...]:
        """The final ranking, place by place; a place used up by equals is empty. () while the game is not over, and
        for games that rank nobody."""
        if self.kind != "over":
            return ()
        return tuple(self._rules.names(place) for place in self._rules.module.standing(self._s))

    @property
    def ending(self) -> str | None:
        """The name of the ending: a clause, or where it stands (`play.end`); None while the game is not over."""
        return self._rules.info.endings[self._s[ENDING] - 1].name if self.kind == "over" else None

    @property
    def broken_promises(self) -> tuple[PromiseInfo, ...]:
        """In a debug build, the promises found broken so far, in order; () in any other."""
        promises = self._rules.info.promises
        return tuple(promises[number] for number in getattr(self._s, "broken", ()))

    # -------------------------------------------------------------------------------------------- what is known

    def observation(self, player: str | None) -> dict[str, Plain]:
        """What a player, or a spectator (None), sees now, as plain data.

        Permuting what the player cannot see changes nothing in it. StateError if there is no such player.
        """
        return observation(self.position, None if player is None else self._rules.seat(player))

    def information_state(self, player: str) -> tuple[tuple[str, str], ...]:
        """All that a player has seen so far: pairs of an event and the observation after it.

        Recall is perfect: each is a continuation of the one before. Equal information states of the player to move have
        equal legal moves. StateError if there is no such player, or if the game was begun without `log=True`.
        """
        seat = self._rules.seat(player)
        if self._last is None:
            raise StateError("state.no_log")
        return information_state(self._last, seat)

    def shown_to(self, player: str) -> tuple[tuple[str, Value], ...]:
        """All that `show` sentences have shown a player so far, in order: the sentence of the rules, and the value.

        StateError if there is no such player, or if the game was begun without `log=True`.
        """
        seat = self._rules.seat(player)
        if self._last is None:
            raise StateError("state.no_log")
        past = list(events(self._last))[::-1]
        return tuple(shown for event in past for shown in event.shown_to(seat))

    @property
    def last_event(self) -> Event | None:
        """What happened last, which leads to all that happened before; None if the state keeps no log."""
        return self._last

    # -------------------------------------------------------------------------------------------- as a value

    def to_dict(self) -> dict[str, Plain]:
        """The state as data that JSON can hold, in readable names; `Game.from_dict` is the inverse. With its log."""
        data = saved(Position(self._rules, self._s))
        if self._last is not None:
            data["log"] = [event.said() for event in events(self._last) if event.before is not None][::-1]
        return data

    def _core(self) -> tuple[int, ...]:
        return tuple(self._s[: self._rules.module.DERIVED])

    def __eq__(self, other: object) -> bool:
        """Equal: of the same rules (by identity), and alike in all that matters for the future. Logs do not count."""
        if not isinstance(other, State):
            return NotImplemented
        return self._rules.info.identity == other._rules.info.identity and self._core() == other._core()

    def __hash__(self) -> int:
        """Equal states have equal hashes; it changes when the state does."""
        return hash(self._core())

    def __repr__(self) -> str:
        return f"<{self.game.name} {self.kind} {self.player or self.ending or ''}>".replace(" >", ">")

    def __copy__(self) -> State:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> State:
        return self.clone()
