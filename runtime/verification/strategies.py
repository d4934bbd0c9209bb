"""Hypothesis strategies for games in a mode, states, moves and records, and a state machine to build on.

What they draw shrinks towards the first mode, short playthroughs and the first moves of the lists.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from hoyle.runtime.game import Game
from hoyle.runtime.moves import Move, Outcome
from hoyle.runtime.records import Record, header, read_record
from hoyle.runtime.state import State
from hoyle.runtime.verification.laws import LAWS, NamedLaw, choices_of
from hoyle.runtime.verification.modes import modes
from hoyle.runtime.verification.watching import Watch

if TYPE_CHECKING:
    from hypothesis.stateful import RuleBasedStateMachine
    from hypothesis.strategies import DrawFn, SearchStrategy

STEPS: Final = 200


def games(
    name_or_path: str | Path,
    players: int | None = None,
    variants: Sequence[str] = (),
    options: Mapping[str, str] | None = None,
    *,
    debug: bool = False,
) -> SearchStrategy[Game]:
    """The game of a name or path in any of its modes. What is given is not varied. debug: with promises watched."""
    from hypothesis import strategies as st

    found = modes(name_or_path, players, variants, options)
    return st.sampled_from(found).map(lambda mode: mode.load(debug=debug))


def moves(state: State) -> SearchStrategy[Move | Outcome]:
    """Any legal move, or where chance decides any outcome. The game must not be over."""
    from hypothesis import strategies as st

    choices = choices_of(state)
    return st.integers(0, len(choices) - 1).map(choices.__getitem__)


def states(game: Game, *, steps: int = STEPS, log: bool = False) -> SearchStrategy[State]:
    """Any state that a playthrough comes to in at most so many steps."""
    from hypothesis import strategies as st

    @st.composite
    def drawn(draw: DrawFn) -> State:
        state = game.new(log=log)
        for _ in range(draw(st.integers(0, steps))):
            if state.kind == "over":
                break
            state.apply(draw(moves(state)))
        return state

    return drawn()


def records(game: Game, *, steps: int = STEPS) -> SearchStrategy[Record]:
    """The record of a playthrough of at most so many steps, over or not."""
    from hypothesis import strategies as st

    @st.composite
    def drawn(draw: DrawFn) -> Record:
        state, lines = game.new(), header(game.info)
        for _ in range(draw(st.integers(0, steps))):
            if state.kind == "over":
                break
            choice = draw(moves(state))
            lines.append(f"{state.player or '*'} {choice.notation}")
            state.apply(choice)
        return read_record("\n".join([*lines, ""]))

    return drawn()


def state_machine(game: Game, laws: Sequence[NamedLaw] = LAWS) -> type[RuleBasedStateMachine]:
    """A state machine that plays a game: each step is a move or an outcome, made by `self.step`; `self.state` is where
    the game stands; after its end another one begins. After each the promises (of a debug build) and the laws are
    looked at.

    Build on it with invariants and rules of your own; its `TestCase` is a test.
    """
    from hypothesis import strategies as st
    from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

    class Playthrough(RuleBasedStateMachine):
        def __init__(self) -> None:
            super().__init__()
            self.watch = Watch(game, laws)

        @property
        def state(self) -> State:
            return self.watch.state

        @initialize()
        def begin(self) -> None:
            self._hold()

        @precondition(lambda self: not self.watch.is_over)
        @rule(data=st.data())
        def choose(self, data: Any) -> None:
            self.step(data.draw(moves(self.state)))

        @precondition(lambda self: self.watch.is_over)
        @rule()
        def begin_again(self) -> None:
            self.watch = Watch(game, laws)
            self._hold()

        def step(self, choice: Move | Outcome) -> None:
            """Let something happen."""
            self.watch.step(choice)
            self._hold()

        def _hold(self) -> None:
            failure = self.watch.failure
            assert failure is None, f"{failure.kind} {failure.name}: {failure.source or failure.what}"

    return Playthrough
