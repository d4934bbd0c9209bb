"""The law that fuzzing holds hoyle to: whatever the files are, they are refused with diagnostics, or make a game that
plays; nothing else is raised. RuleError while playing is an answer, as the rules may ask for the impossible.
"""

from __future__ import annotations

import linecache
import random
from types import ModuleType

from hoyle.compiler.checking.fields import MisuseError
from hoyle.compiler.driver import Files, compile_game
from hoyle.compiler.merge import merge
from hoyle.dsl import nodes as n
from hoyle.dsl.diagnostics import DiagnosticError, Diagnostics
from hoyle.dsl.limits import decode
from hoyle.dsl.parser import MAX_ERRORS, parse
from hoyle.dsl.printer import format
from hoyle.dsl.render import render_all
from hoyle.runtime.chance import generator
from hoyle.runtime.compiled import as_compiled
from hoyle.runtime.errors import RuleError
from hoyle.runtime.examples import run_examples
from hoyle.runtime.game import Game
from hoyle.runtime.playout import playout
from mutation import Case

STEPS = 150
STATES = 12  # how many states are looked at from all sides


def judge(case: Case) -> str:
    """What became of a case: refused, misuse, no game, or how far it was played. Raises what must not be raised."""
    try:
        source = _compiled(case)
    except DiagnosticError as refused:
        _check_refusal(refused)
        return "refused"
    except MisuseError as error:
        assert str(error).strip()
        return "misuse"
    if source is None:
        return "no game"
    try:
        game = game_of(source)
    except RuleError as error:  # a field has no value to begin with
        assert str(error)
        return "rule error"
    return played(game, case)


def _check_refusal(refused: DiagnosticError) -> None:
    """What is told can be shown, and is not endless."""
    assert refused.diagnostics
    text = render_all(refused.diagnostics)
    assert "error[E" in text
    assert len(text) < 1_000_000


# ------------------------------------------------------------------------------------------------ compiling


def _compiled(case: Case) -> str | None:
    printed = case.seed % 4 == 0  # as it takes longer than reading
    files = [_parsed(data, f"file-{number}.hoyle", printed) for number, data in enumerate(case.files)]
    base = next((file for file in files if file.kind == "game"), None)
    if base is None:
        return None
    given = Files(
        base,
        tuple(file for file in files if file.kind == "variant"),
        tuple(file for file in files if file.kind == "examples") if case.debug else (),
        tuple(file for file in files if file.kind == "words"),
        complete=case.debug,
    )
    return compile_game(given, None if case.most_players else _fewest(given), {}, case.debug).source


def _parsed(data: bytes, name: str, printed: bool) -> n.File:
    """The tree of a file. printed: require that its printed form is the same tree."""
    text = decode(data, name)
    try:
        file = parse(text, name)
    except DiagnosticError as refused:
        assert len(refused.diagnostics) <= MAX_ERRORS
        raise
    assert not printed or parse(format(text), name) == file
    return file


def _fewest(files: Files) -> int | None:
    diagnostics = Diagnostics()
    counts = merge(files.base, files.overlays, files.examples, diagnostics, files.complete).counts
    diagnostics.stop_on_errors()
    return min(counts, default=None)


# ------------------------------------------------------------------------------------------------ playing


def game_of(source: str) -> Game:
    """The game of a compiled text; tracebacks show its lines."""
    name = "<hoyle fuzzed>"
    linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
    module = ModuleType("fuzzed")
    exec(compile(source, name, "exec"), module.__dict__)
    return Game(as_compiled(module))


def played(game: Game, case: Case) -> str:
    """A few playouts, a few states from all sides, and in debug builds the examples."""
    try:
        _look_around(game, case.seed)
        stopped = [playout(game, generator(case.seed, number), STEPS).stopped for number in range(2)]
    except RuleError as error:
        assert str(error)
        return "rule error"
    finally:
        if case.debug:
            _examples(game)
    return "stopped" if any(stopped) else "over"


def _look_around(game: Game, seed: int) -> None:
    rng, state = random.Random(seed), game.new(log=True)
    for _ in range(STATES):
        for player in (*game.players, None):
            state.observation(player)
        state.scores()
        state.prompt()
        assert game.from_dict(state.to_dict()) == state
        if state.kind == "over":
            state.standing()
            return
        if state.kind == "decision":
            move = rng.choice(state.legal_moves())
            assert move.sentence("en").strip()
            assert game.parse(state, move.notation) == move
            state.apply(move)
        else:
            outcome = state.sample_chance(rng)
            assert game.parse(state, outcome.notation) == outcome
            state.apply(outcome)


def _examples(game: Game) -> None:
    for result in run_examples(game):
        assert result.full_name
