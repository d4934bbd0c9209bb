"""Invented games played twice, by generated code and by the reference interpreter, which must agree at every pause,
and also in that the rules cannot go on.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from attrs import define, field

from agreement import Pair, generated
from hoyle.compiler import ir
from hoyle.compiler.checking.program import check
from hoyle.compiler.invariants import check as check_invariants
from hoyle.compiler.leaks import check_leaks
from hoyle.compiler.lowering.module import lower
from hoyle.compiler.merge import merge
from hoyle.dsl.diagnostics import DiagnosticError, Diagnostics
from hoyle.dsl.parser import parse
from hoyle.dsl.printer import format
from hoyle.dsl.render import render_all
from hoyle.runtime.errors import RuleError
from interpreter import Interpreter
from interpreter_expressions import Evaluator
from interpreter_zones import RuleError as InterpreterError
from interpreter_zones import UndrawnError

STEPS = 40
UNDEFINED = "undefined"


def lowered(text: str, debug: bool) -> ir.Module:
    """The IR of a text. DiagnosticError if it is refused."""
    diagnostics = Diagnostics()
    decls = merge(parse(text, "invented.hoyle"), (), (), diagnostics)
    diagnostics.stop_on_errors()
    program = check(decls, None, {}, diagnostics, examples=debug)
    diagnostics.stop_on_errors()
    check_leaks(program, diagnostics)
    diagnostics.stop_on_errors()
    module = lower(program, debug)
    check_invariants(module)
    return module


def verdict(text: str, seed: int, debug: bool = False) -> str:
    """What became of a game: refused, over, long, or rule error. AssertionError, or what the compiler raises, if
    something is wrong with it."""
    try:
        module = lowered(text, debug)
    except DiagnosticError as refused:
        assert "error[E" in render_all(refused.diagnostics)
        return "refused"
    if seed % 4 == 0:
        printed = format(text)
        assert format(printed) == printed
        assert parse(printed, "invented.hoyle") == parse(text, "invented.hoyle")
    return Both(module, generated(lowered(text, debug))).play(random.Random(seed))


@define
class Both:
    """One game, played twice."""

    module: ir.Module
    code: Any
    pair: Pair = field(init=False)
    keys: dict[Any, Any] = field(factory=dict)

    def play(self, rng: random.Random) -> str:
        self.pair = object.__new__(Pair)
        self.pair.module, self.pair.code = self.module, self.code
        if self._either_fails(self._start, self._start_other):
            return "rule error"
        for _ in range(STEPS):
            self._compare()
            if self.pair.result is None:
                return "over"
            x, said = self._chosen(rng)
            if self._either_fails(lambda x=x: self._step(x), lambda said=said: self.pair.other.apply(said)):  # type: ignore[misc]
                return "rule error"
        return "long"

    def _either_fails(self, mine: Callable[[], None], theirs: Callable[[], None]) -> bool:
        """Whether the rules cannot go on; both must say so."""
        failed, told = None, None
        try:
            mine()
        except RuleError as error:
            failed = error
        try:
            theirs()
        except InterpreterError as error:
            told = error
        assert (failed is None) == (told is None), f"generated code: {failed}, interpreter: {told}"
        return failed is not None

    def _start(self) -> None:
        self.pair.s = self.code.new()
        self.pair.result = self.code.start(self.pair.s)

    def _start_other(self) -> None:
        self.pair.other = Interpreter(self.module)
        self.pair.other.start()

    def _step(self, x: int) -> None:
        self.pair.result = self.code.step(self.pair.s, x)

    def _chosen(self, rng: random.Random) -> tuple[int, Any]:
        """What happens next, as each says it."""
        pair = self.pair
        if pair.result:
            x = rng.choice(pair.result)
            return x, pair.said(x)
        x = self.code.sample(pair.s, rng.random)
        return x, self.code.decode_outcome(pair.s, x)

    # -------------------------------------------------------------------------------------------- comparing

    def _compare(self) -> None:
        pair = self.pair
        kind = "over" if pair.result is None else "decision" if pair.result else "chance"
        assert kind == pair.other.kind
        pair.compare_fields()
        if kind == "decision":
            pair.compare_moves()
        elif kind == "chance":
            pair.compare_outcomes()
        else:
            assert self.code.winners(pair.s) == pair.other.winners()
            assert self.code.INFO.endings[pair.s[1] - 1].name == pair.other.ending
        core, key = pair.other.core(), pair.key()
        assert self.keys.setdefault(("core", core), key) == key
        assert self.keys.setdefault(("key", key), core) == core
        if not pair.has_undrawn():
            self._compare_scores()
        self._compare_promises()

    def _compare_scores(self) -> None:
        pair = self.pair
        for seat in self.module.program.seats:
            for number, component in enumerate(self.module.program.components):
                if seat not in component.seats:
                    continue
                mine = _told(lambda n=number, p=seat: self.code.score(pair.s, n, p))  # type: ignore[misc]
                world = Evaluator(pair.other.world, {component.you: seat})
                try:
                    theirs = world.value(component.value)
                except UndrawnError:
                    continue  # a score of what nobody has seen yet is told to nobody
                assert mine == (UNDEFINED if theirs is None else theirs), component.name
                if theirs is not None:
                    parts = self.code.provenance(pair.s, number, seat)
                    assert sum(points for _, _, points in parts) == theirs

    def _compare_promises(self) -> None:
        pair = self.pair
        for number, promise in enumerate(self.module.program.promises):
            if promise.verbs:
                continue
            mine = self.code.promise(pair.s, number)
            if mine is not None and not pair.has_undrawn():
                assert mine == Evaluator(pair.other.world, {}).holds(promise.test), promise.name
        broken = getattr(pair.s, "broken", None)
        if broken is not None:
            after = {n for n in broken if self.module.program.promises[n].verbs}
            assert {self.module.program.promises[n].name for n in after} == set(pair.other.broken)


def _told(ask: Callable[[], Any]) -> Any:
    """A value, or that it is undefined."""
    try:
        value = ask()
    except RuleError:
        return UNDEFINED
    return UNDEFINED if value is None else value
