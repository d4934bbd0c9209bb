"""A game: rules bound to a player count, variants and options. Where states come from."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from hoyle.runtime.compiled import Compiled, listened
from hoyle.runtime.description import GameInfo
from hoyle.runtime.explain import explain
from hoyle.runtime.moves import Move, Outcome
from hoyle.runtime.notation import Said, read
from hoyle.runtime.problems import IllegalMove, NotationError, SavedStateError, StateError, UserError
from hoyle.runtime.reading import listed_move, listed_outcome
from hoyle.runtime.rules import Position, Rules
from hoyle.runtime.saving import restored
from hoyle.runtime.sentences import component_name, seat_name, team_name, title
from hoyle.runtime.state import State
from hoyle.runtime.views import Event


class Game:
    """Rules ready to be played. Its facts never change; it holds no state of any playthrough.

    name, title: as in the rule file. players: the seats in seating order, those included that never decide (`deciding`
    has those that do). options: all of them with their values. teams: by name, their players. max_moves: a bound on
    the decisions of a playthrough, if the rules promise one. identity: equal exactly for equal rules, variants, options
    and player count; records and saved states carry it.
    """

    def __init__(self, module: Compiled, reload: Callable[[], Game] | None = None) -> None:
        """module: what the compiler wrote. reload: makes the same game in another process; must be picklable."""
        self.rules = Rules(module)
        self.reload = reload

    @property
    def info(self) -> GameInfo:
        """Everything static, as the compiler describes it."""
        return self.rules.info

    @property
    def name(self) -> str:
        return self.info.name

    def title(self, language: str = "en") -> str:
        """The name of the game for people."""
        return title(self.rules, language)

    @property
    def players(self) -> tuple[str, ...]:
        return self.info.players

    @property
    def deciding(self) -> tuple[str, ...]:
        return self.info.deciding

    @property
    def variants(self) -> tuple[str, ...]:
        return self.info.variants

    @property
    def options(self) -> Mapping[str, object]:
        return self.info.options

    @property
    def teams(self) -> Mapping[str, tuple[str, ...]]:
        return self.info.teams

    @property
    def components(self) -> tuple[str, ...]:
        """The names of the components of the scores."""
        return tuple(component.name for component in self.info.components)

    @property
    def has_chance(self) -> bool:
        """Whether there may be chance nodes."""
        return bool(self.info.chances)

    @property
    def has_secrets(self) -> bool:
        """Whether something is ever hidden from some player."""
        return self.rules.has_secrets

    @property
    def max_moves(self) -> int | None:
        return self.info.max_moves

    @property
    def identity(self) -> str:
        return self.info.identity

    def seat_name(self, player: str, language: str = "en") -> str:
        """What a player is called."""
        return seat_name(self.rules, player, language)

    def team_name(self, team: str, language: str = "en") -> str:
        """What a team is called."""
        return team_name(self.rules, team, language)

    def component_name(self, component: str, language: str = "en") -> str:
        """What a component of the scores is called."""
        return component_name(self.rules, component, language)

    # -------------------------------------------------------------------------------------------- states

    def new(self, *, log: bool = False) -> State:
        """The state at the first pause: nothing that chance or a player decides has happened yet.

        Two new states are equal. log: keep the past, for information states.
        """
        module = self.rules.module
        s, result, heard = listened(module.new(), module.start)
        state = State(self, s, result)
        return State(self, s, result, Event(None, None, 0, state.position, heard.shown, heard.told)) if log else state

    def fast(self) -> Compiled:
        """The compiled game itself, for drivers that need speed: vectors and numbers instead of states and moves, no
        checks. `playout.py` shows its use."""
        return self.rules.module

    def parse(self, state: State, notation: str) -> Move | Outcome:
        """The legal move, or at a chance node the outcome, that a text says; white space does not matter.

        `parse(state, str(move)) == move` for every legal move. A move that has two names (`same`) is found by either.
        Leading arguments suffice where one legal move has them. NotationError if the text says no move, names what does
        not exist or leaves several moves; IllegalMove, with the reasons, if the move is not legal here.
        """
        said = read(notation)
        position = state.position
        if position.chance is not None:
            return listed_outcome(position, said)
        return self._move(state, position, said)

    def _move(self, state: State, position: Position, said: Said) -> Move:
        codes = [move.code for move in state.legal_moves()]
        move = listed_move(position, said, codes)
        if move is None:
            raise IllegalMove(str(said), explain(position, said, codes, "en"))
        return move

    def from_dict(self, data: object) -> State:
        """The state that `State.to_dict` described: equal to it, with its log.

        SavedStateError if the data is no state, or one of other rules.
        """
        s = restored(self.rules, data)
        result = self._result(s)
        log = data.get("log") if isinstance(data, Mapping) else None
        state = State(self, s, result)
        return state if log is None else self._with_log(state, log)

    def _result(self, s: list[Any]) -> Any:
        """What the game answers at the pause of a restored vector."""
        position = Position(self.rules, s)
        if position.decision is None:
            return None if position.is_over else ()
        moves = position.module.moves(s)
        if not moves:
            raise SavedStateError("saved.not_a_state", why=UserError("saved.inconsistent", key="pause"))
        return moves

    def _with_log(self, state: State, log: object) -> State:
        """The state as it comes about when the events of its log happen."""
        played = self.new(log=True)
        try:
            for line in log if isinstance(log, list) else [None]:
                played.apply(self.parse(played, str(line).partition(" ")[2]))
        except (NotationError, IllegalMove, StateError) as error:
            raise SavedStateError("saved.not_a_state", why=UserError("saved.inconsistent", key="log")) from error
        if played != state:
            raise SavedStateError("saved.not_a_state", why=UserError("saved.inconsistent", key="log"))
        return played

    def __repr__(self) -> str:
        return f"<Game {self.name}, {len(self.players)} players>"
