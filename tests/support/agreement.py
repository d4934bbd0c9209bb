"""Generated code and the reference interpreter play the same games, and must agree at every pause.

What is compared: who decides, the moves in order, the outcomes with their probabilities, every field, scores and
winners; that the moves recomputed are the moves offered; and that two positions are equal vectors if and only if the
interpreter calls them equal.
"""

from __future__ import annotations

import linecache
import random
from fractions import Fraction
from pathlib import Path
from types import ModuleType
from typing import Any

from hoyle.compiler import ir, optimize
from hoyle.compiler.checking.program import check
from hoyle.compiler.codegen import module as codegen
from hoyle.compiler.lowering.module import lower
from hoyle.compiler.merge import merge
from hoyle.dsl.diagnostics import Diagnostics
from hoyle.runtime.rulefiles import gather
from interpreter import PASS, Interpreter
from interpreter_zones import ZoneState


def lowered(
    path: Path,
    players: int | None = None,
    options: dict[str, str] | None = None,
    debug: bool = False,
    variants: tuple[str, ...] = (),
) -> ir.Module:
    """The IR of a rule file."""
    diagnostics = Diagnostics()
    files = gather(path, variants, examples=debug)
    decls = merge(files.base, files.overlays, files.examples, diagnostics)
    diagnostics.stop_on_errors()
    count = players if players is not None else max(decls.counts)
    program = check(decls, count, options or {}, diagnostics, examples=debug)
    diagnostics.stop_on_errors()
    return lower(program, debug)


def loaded(source: str, name: str = "game") -> Any:
    """Generated text as a module."""
    file = f"<generated {name}>"
    linecache.cache[file] = (len(source), None, source.splitlines(True), file)
    module = ModuleType(name)
    exec(compile(source, file, "exec"), module.__dict__)
    return module


def generated(module: ir.Module, name: str = "game") -> Any:
    return loaded(codegen.emit(optimize.optimize(module)), name)


class Pair:
    """One game, played twice."""

    def __init__(self, module: ir.Module, code: Any) -> None:
        self.module = module
        self.code = code
        self.other = Interpreter(module)
        self.other.start()
        self.s = code.new()
        self.result = code.start(self.s)

    # -------------------------------------------------------------------------------------------- comparing

    def compare(self) -> None:
        kind = "over" if self.result is None else "decision" if self.result else "chance"
        assert kind == self.other.kind
        self.compare_fields()
        if kind == "decision":
            self.compare_moves()
        elif kind == "chance":
            self.compare_outcomes()
        else:
            assert self.code.winners(self.s) == self.other.winners()
        if not self.has_undrawn():
            self.compare_scores()

    def has_undrawn(self) -> bool:
        """Does anything lie undrawn? The interpreter refuses to read it; scores are then not compared."""
        return any(z.pile and z.size and not z.top_is_known for z in self.other.world.zones())

    def compare_moves(self) -> None:
        assert self.code.who(self.s) == self.other.player
        assert self.code.moves(self.s) == self.result
        assert [self.said(m) for m in self.result] == self.other.moves()
        for m in self.result:
            if m >= 0:
                number, args = self.code.decode(m)
                assert self.code.encode(number, args) == m
                you = self.code.who(self.s)
                assert self.code.legal(self.s, number, you, args)
                assert not self.code.refusals(self.s, number, you, args)
                assert not self.code.out_of_range(self.s, number, you, args)
                assert self.code.offered(self.s, number, args) == ""

    def said(self, m: int) -> tuple[str, tuple[Any, ...]]:
        if m < 0:
            return PASS
        number, args = self.code.decode(m)
        return self.code.INFO.actions[number].verb, args

    def compare_outcomes(self) -> None:
        found = self.code.outcomes(self.s)
        total = sum(weight for _, weight in found)
        mine = [(self.code.decode_outcome(self.s, x), Fraction(weight, total)) for x, weight in found]
        assert mine == self.other.outcomes()
        for (x, _), (values, _) in zip(found, mine, strict=True):
            assert self.code.encode_outcome(self.s, values) == x

    def compare_fields(self) -> None:
        world = self.other.world
        for number, field in enumerate(self.module.program.fields):
            for at in world.places(field):
                mine, theirs = self.code.read_field(self.s, number, at), world.fields[field][at]
                if isinstance(theirs, ZoneState):
                    pool = tuple(sorted(theirs.pool.content.elements())) if theirs.pool and theirs.tokens else ()
                    prefix, rest = tuple(theirs.prefix), tuple(sorted(theirs.rest.elements()))
                    assert mine[:4] == (prefix, rest, theirs.tokens, pool), (field, at)
                else:
                    assert mine == theirs, (field, at)

    def compare_scores(self) -> None:
        for seat in self.module.program.seats:
            scores = self.other.scores(seat)
            for number, c in enumerate(self.module.program.components):
                if seat in c.seats:
                    assert self.code.score(self.s, number, seat) == scores[c.name]
                    parts = self.code.provenance(self.s, number, seat)
                    assert sum(points for _, _, points in parts) == scores[c.name]
            assert self.code.total(self.s, seat) == self.other.total(seat)

    # -------------------------------------------------------------------------------------------- playing

    def choose(self, rng: random.Random) -> None:
        if self.result:
            m = rng.choice(self.result)
            self.other.apply(self.said(m))
        else:
            x = self.code.sample(self.s, rng.random)
            m = x
            self.other.apply(self.code.decode_outcome(self.s, x))
        self.result = self.code.step(self.s, m)

    def key(self) -> tuple[int, ...]:
        return tuple(self.s[: self.code.DERIVED])


def play(module: ir.Module, code: Any, seed: int, keys: dict[Any, Any], most: int = 2000) -> int:
    """One random game, compared at every pause; the number of pauses."""
    rng = random.Random(seed)
    pair = Pair(module, code)
    for n in range(most):
        pair.compare()
        if pair.result is None:
            return n
        core, key = pair.other.core(), pair.key()
        assert keys.setdefault(("core", core), key) == key
        assert keys.setdefault(("key", key), core) == core
        pair.choose(rng)
    return most
