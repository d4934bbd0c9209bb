"""The functions every generated module has: beginning, stepping, moves and outcomes as numbers."""

from __future__ import annotations

from typing import Any

from attrs import define

from hoyle.compiler import ir
from hoyle.compiler import typed as t
from hoyle.compiler.codegen.base import Shared
from hoyle.compiler.codegen.blocks import Machine
from hoyle.compiler.codegen.chance import Chances
from hoyle.compiler.codegen.moves import Deeds
from hoyle.compiler.codegen.values import Val, constant, literal
from hoyle.compiler.evaluate import NotConstantError, evaluate
from hoyle.compiler.types import (
    BagType,
    BoolType,
    IntType,
    MemberType,
    Type,
    codes_of,
    is_finite,
    is_optional,
    none_code,
)
from hoyle.compiler.writer import Writer, wrapped
from hoyle.dsl.span import NOWHERE, Span

# Blocks that may be run one after another without a pause: some for each of 10,000 rounds.
_HOPS = 100_000


@define(eq=False)
class Frame:
    gen: Shared
    deeds: Deeds
    chances: Chances
    machine: Machine

    # -------------------------------------------------------------------------------------------- beginning

    def initial(self) -> None:
        """The vector before anything happened: every field has its default (semantics 7.1)."""
        fn = self.gen.new_function(self.gen, "initial")
        fn.params = []
        fn.pure = False
        derived = self.gen.facts["places"] - self.gen.facts["derived"]
        rest = f" + [None] * {derived}" if derived else ""
        fn.line(f"s = [0] * {self.gen.facts['derived']}{rest}")
        for f in self.gen.program.fields:
            with fn.out.at(f.span):
                self._default(fn, f)
        fn.line("return s")
        fn.finish()

    def _default(self, fn: Any, f: t.Field) -> None:
        place = self.gen.layout.fields[f]
        owners: list[int | None] = [None] if f.owner is None else [*self._owners(f)]
        values: list[Any] = []
        for owner in owners:
            value = self._value(f, owner)
            if place.zone is not None or isinstance(value, t.Expr) or f.kind != "scalar":
                self._filled(fn, f, owner, value)
            values.append(value)
        if f.kind == "scalar" and not any(isinstance(v, t.Expr) for v in values):
            self._scalars(fn, f, owners, values)

    def _owners(self, f: t.Field) -> list[int]:
        assert f.owner is not None
        return list(self.gen.program.seats) if f.owner is self.gen.program.players else list(f.owner.codes)

    def _value(self, f: t.Field, owner: int | None) -> Any:
        """The default: a value, or the expression if it has to be computed."""
        if f.default is None:
            return first_value(f.type)
        env = {f.owner_var: owner} if f.owner_var is not None and owner is not None else {}
        try:
            value = evaluate(f.default, env)
        except NotConstantError:
            return f.default
        return f.default if value is None else value

    def _scalars(self, fn: Any, f: t.Field, owners: list[int | None], values: list[Any]) -> None:
        place = self.gen.layout.fields[f]
        per_owner = place.size // (place.dims[0].size if f.owner else 1)
        slots = [0] * place.size
        for owner, value in zip(owners, values, strict=True):
            start = 0 if owner is None else (owner - place.dims[0].low) * per_owner
            slots[start : start + per_owner] = [int(value)] * per_owner
        if not any(slots):
            return
        end = place.base + place.size
        if len(slots) == 1:
            fn.line(f"s[{place.base}] = {slots[0]}")
        elif len(set(slots)) == 1:
            fn.line(f"s[{place.base}:{end}] = [{slots[0]}] * {len(slots)}")
        else:
            for line in wrapped(f"s[{place.base}:{end}] = (", [str(v) for v in slots], ")", 4):
                fn.line(line)

    def _filled(self, fn: Any, f: t.Field, owner: int | None, value: Any) -> None:
        """One owner's fields, at every index."""
        place = self.gen.layout.fields[f]
        env = {f.owner_var: constant(owner)} if f.owner_var is not None and owner is not None else {}
        with fn.bound(env):
            if place.zone is not None:
                e = value if isinstance(value, t.Expr) else f.default
                text = fn.components(self._constant(e, value)) if e is not None else "()"
                if text == "()":
                    return
            else:
                v = fn.need(value) if isinstance(value, t.Expr) else self.gen.constant(value, f.name)
                text = fn.packed(v, f.type)
            for at in self._addresses(f, owner):
                keeper = self.gen.zone(place.zone) if place.zone else ""
                fn.line(f"{keeper}.fill(s, {at}, {text})" if keeper else f"s[{at}] = {text}")

    def _constant(self, e: t.Expr, value: Any) -> t.Expr:
        return e if isinstance(value, t.Expr) else t.Const(e.type, value)

    def _addresses(self, f: t.Field, owner: int | None) -> list[int]:
        place = self.gen.layout.fields[f]
        if owner is None:
            return place.addresses()
        first = place.dims[0]
        per_owner = [a for a in place.addresses() if a < place.base + first.stride]
        return [a + (owner - first.low) * first.stride for a in per_owner]

    # -------------------------------------------------------------------------------------------- stepping

    def stepping(self) -> Writer:
        debug = self.gen.module.debug
        w = Writer()
        main = self.machine.block_names.get(self.gen.module.main.entry)
        if debug:
            vector = f"{self.gen.use('Vector')}(INITIAL)"
            _def(w, "new()", [f"return {vector}"], "The vector before anything happened.")
        else:
            _alias(w, "new", "INITIAL.copy", "the vector before anything happened")
        _def(w, "run(s, r)", [
            f"for _ in range({_HOPS}):",
            "    r = BLOCKS[r](s)",
            "    if r.__class__ is not int:",
            "        return r",
            f"raise {self.gen.use('RuleError')}('rounds', *PLACES.get(r, (0, (), '')))",
        ], "From block to block, until there is a pause.")  # fmt: skip
        result = ["if r.__class__ is int:", "    r = run(s, r)", *(["look(s, r)"] if debug else []), "return r"]
        begin = f"r = {main}(s)" if main else "r = begin(s)"
        self._start(w, [begin, *result])
        self._step(w, result)
        _def(w, "moves(s)", ["return OFFERS[s[0]](s)"])
        _def(w, "who(s)", ["return WHO[s[0]](s)"])
        _def(w, "outcomes(s)", ["return OUTCOMES[s[0]](s)"])
        _def(w, "sample(s, random)", [
            "quick = SAMPLERS.get(s[0])",
            f"return {self.gen.use('draw_from')}(OUTCOMES[s[0]](s), random) if quick is None else quick(s, random)",
        ])  # fmt: skip
        return w

    def _start(self, w: Writer, body: list[str]) -> None:
        """What happens before anybody decides anything is the same in every game: it is kept."""
        if self.gen.module.debug:
            _def(w, "start(s)", body, "To the first pause.")
            return
        _def(w, "opened(s)", body, "To the first pause, from any vector.")
        w.line()
        w.line()
        w.line("OPENED = []")
        _def(w, "start(s)", [
            "if s.__class__ is not list or s != INITIAL:",
            "    return opened(s)",
            "if not OPENED:",
            "    first = INITIAL[:]",
            "    OPENED[:] = opened(first), first",
            "r, s[:] = OPENED",
            "return r and r[:]",
        ], "To the first pause.")  # fmt: skip

    def _step(self, w: Writer, result: list[str]) -> None:
        """Directly what goes on from the only pause, if that never leaves the rest to `run`."""
        machine, debug = self.machine, self.gen.module.debug
        names = sorted(machine.resume.values())
        others = [p for p in self.gen.module.parts if p is not self.gen.module.main]
        if debug or machine.flow.by_number or any(p.pausing for p in others):
            body = ["r = RESUME[s[0]](s, x)", *result]
        elif len(names) == 1:
            _alias(w, "step", names[0], "a move or an outcome, then on to the next pause")
            return
        else:
            body = ["return RESUME[s[0]](s, x)"]
        _def(w, "step(s, x)", body, "A move or an outcome, then on to the next pause.")

    def finishing(self) -> None:
        """The game is over: only fields remain, no variables and no ways back."""
        fn = self.gen.new_function(self.gen, "finish")
        fn.params += ["ending", "won"]
        fn.line("s[0] = -1")
        fn.line("s[1] = ending")
        fn.line("s[2] = won")
        first, last = self.gen.facts["first_slot"], self.gen.facts["derived"]
        if last == first + 1:
            fn.line(f"s[{first}] = 0")
        elif last > first:
            fn.line(f"s[{first}:{last}] = [0] * {last - first}")
        fn.line("return None")
        fn.finish()
        if self.gen.module.debug:
            fn = self.gen.new_function(self.gen, "done")
            fn.line("s[0] = 0")
            fn.line("return 'done'")
            fn.finish(note="a verb that was entered from outside is over")

    def tables(self) -> Writer:
        """Which function goes on from where."""
        w, machine = Writer(), self.machine
        last = max([0, *machine.resume])
        by_number = sorted(self.machine.flow.by_number)
        blocks = [f"{n}: {machine.block_names[n]}" for n in by_number]
        places = [f"{n}: {literal(self._place(self._block_span(n)))}" for n in by_number]
        if self.gen.module.debug:
            blocks.insert(0, "-1: done")
        _rows(w, "BLOCKS = {", blocks, "}")
        _rows(w, "PLACES = {", places, "}")
        _rows(w, "RESUME = (", [machine.resume.get(n, "None") for n in range(last + 1)], ")")
        _rows(w, "OFFERS = {", [f"{n}: {name}" for n, name in sorted(machine.offers.items())], "}")
        _rows(w, "WHO = {", [f"{n}: {name}" for n, name in sorted(self.gen.facts["who"].items())], "}")
        _rows(w, "SAMPLERS = {", [f"{n}: {name}" for n, name in sorted(self.chances.samplers.items())], "}")
        _rows(w, "OUTCOMES = {", [f"{n}: {name}" for n, name in sorted(self.chances.names.items())], "}")
        return w

    def _block_span(self, number: int) -> Span:
        """Where a block stands in the rules: its first sentence, else the verb it belongs to."""
        part, program = self.gen.facts["part_of"][number], self.gen.program
        verb = part.verb.span if part.verb is not None else NOWHERE
        spans = (self.machine.span(number), part.span, verb, program.play.span)
        return next((span for span in spans if span.source.text), NOWHERE)

    def _place(self, span: Span) -> tuple[int, tuple[()], str]:
        """What a rule error that has no values says of its place."""
        file = self.gen.file_of(span)
        return (span.line if file else 0, (), file)

    def askers(self) -> None:
        """Who decides, for each decision."""
        self.gen.facts["who"] = {}
        for site in self.gen.module.decisions:
            fn = self.gen.new_function(self.gen, self.gen.unique(f"w{site.number}_{site.label}"))
            fn.line(f"return {fn.val(site.who).text}")
            fn.finish(site.span)
            self.gen.facts["who"][site.number] = fn.name
        for chance in self.gen.module.chances:
            self.chances.outcomes(chance)
            self.chances.sampler(chance)

    # -------------------------------------------------------------------------------------------- numbers

    def codes(self) -> Writer:
        """Moves and outcomes as numbers: lowest value, size, stride and packing of each argument."""
        w = Writer()
        rows = []
        for deed in self.deeds.codes:
            args = [
                _digit(r.low, r.size, s, r.codec, isinstance(p.type, BoolType))
                for r, s, p in zip(deed.radices, deed.strides, deed.params, strict=True)
            ]
            rows.append(f"({deed.base}, {deed.size}, {_tuple(args)})")
        _rows(w, "DEEDS = (", rows, ")", each=True)
        rows = []
        for site in self.gen.module.chances:
            digits = [self.chances.digit(i) for i in site.items]
            kinds = [isinstance(self.chances.type_of(i), BoolType) for i in site.items]
            strides = self.chances.strides(site)
            args = [_digit(d.low, d.size, s, d.codec, k) for d, s, k in zip(digits, strides, kinds, strict=True)]
            rows.append(f"{site.number}: {_tuple(args)}")
        _rows(w, "CHANCES = {", rows, "}", each=True)
        use = self.gen.use
        _def(w, "decode(m)", [f"return {use('decoded_move')}(DEEDS, m)"])
        _def(w, "encode(action, args)", [f"return {use('encoded_move')}(DEEDS[action], args)"])
        _def(w, "decode_outcome(s, x)", [f"return {use('decoded')}(CHANCES[s[0]], x)"])
        _def(w, "encode_outcome(s, values)", [f"return {use('encoded')}(CHANCES[s[0]], values)"])
        return w

    def boards(self) -> None:
        """The layout of each carried board, from where its things lie: made when missing."""
        for domain, number in self.gen.layout.boards.items():
            thing, site = domain.shape["thing"], domain.shape["site"]
            fields = {f.name: f for f in self.gen.program.fields if f.owner is thing}
            at, turns = (self.gen.layout.fields[fields[n]] for n in ("at", "turns"))
            points = [(x, y) for x, y in site.shape["points"]]
            fn = self.gen.new_function(self.gen, self.gen.facts["boards"][domain])
            place = self.gen.facts["derived"] + number
            fn.line(f"board = s[{place}]")
            with fn.block("if board is None:"):
                sites = self.gen.constant(tuple(points), f"{site.name}_points").text
                lie = f"s[{at.base}:{at.base + at.size}]"
                turn = f"s[{turns.base}:{turns.base + turns.size}]"
                codes = literal(tuple(c - thing.low for c in thing.codes))
                line, _, file = self._place(domain.span or at_span(fields))
                args = f"{domain.shape['side']}, {sites}, {codes}, tuple({lie}), tuple({turn}), {(line, file)}"
                fn.line(f"board = s[{place}] = {self.gen.use('carried')}({args})")
            fn.line("return board")
            fn.finish(domain.span or at_span(fields))

    def notation(self) -> Writer:
        w = Writer()
        constructors, labels = [], []
        for name in sorted(self.gen.program.domains):
            domain = self.gen.program.domains[name]
            if domain.kind == "cells":
                board = self.gen.facts["boards"][domain]
                _def(w, f"cell_{name}(s, numbers)", [f"return {board}(s).at.get(tuple(numbers))"])
                constructors.append(f"{name!r}: cell_{name}")
                labels.append(f"{name!r}: {board}")
            elif domain.constructor is not None:
                made = dict(_entries(domain.constructor.data, [low for low, _ in domain.constructor.dims]))
                constructors.append(f"{name!r}: {self.gen.named(literal(made), f'T_{name}_made')}")
        if w.lines:
            w.line()
            w.line()
        _rows(w, "CONSTRUCTORS = {", constructors, "}", each=True)
        _rows(w, "LABELS = {", labels, "}")
        statics = [
            f"{d.name!r}: {literal(dict(zip(d.codes, d.labels, strict=True)))}"
            for d in sorted(self.gen.program.domains.values(), key=lambda d: d.name)
        ]
        _rows(w, "NAMES = {", statics, "}", each=True)
        _def(w, "label(s, domain, code)", [
            "if domain in LABELS:",
            "    x, y = LABELS[domain](s).place_of(code)",
            "    if x >= 0:",
            "        return f'{domain}({x}, {y})'",
            "return NAMES[domain][code]",
        ])  # fmt: skip
        _def(w, "construct(s, domain, numbers)", [
            "made = CONSTRUCTORS.get(domain)",
            "if made is None:",
            "    return None",
            "return made(s, numbers) if callable(made) else made.get(tuple(numbers))",
        ])  # fmt: skip
        return w


def at_span(fields: dict[str, t.Field]) -> Any:
    return fields["at"].span


def _entries(data: Any, lows: list[int]) -> list[tuple[tuple[int, ...], int]]:
    if not lows:
        return [((), data)] if data is not None else []
    return [
        ((i + lows[0], *key), value)
        for i, row in enumerate(data if data is not None else ())
        for key, value in _entries(row, lows[1:])
    ]


def first_value(type: Type) -> Any:
    """What a field without a default holds at the start (semantics 7.1)."""
    if is_optional(type):
        return none_code(type)
    if isinstance(type, IntType | MemberType | BoolType):
        codes = codes_of(type) if is_finite(type) else (0,)
        return codes[0]
    return () if isinstance(type, BagType) else frozenset() if type.__class__.__name__ == "SetType" else ()


def _digit(low: int, size: int, stride: int, codec: str | None, truth: bool) -> str:
    return f"({low}, {size}, {stride}, {'bool' if truth else codec})"


def _tuple(items: list[str]) -> str:
    return f"({', '.join(items)}{',' if len(items) == 1 else ''})"


def _alias(w: Writer, name: str, of: str, note: str) -> None:
    w.line()
    w.line()
    w.line(f"{name} = {of}  # {note}")


def _rows(w: Writer, opening: str, items: list[str], closing: str, each: bool = False) -> None:
    """A display; `each`: one line for each item."""
    if not items:
        w.line(opening + closing)
    elif each:
        w.line(opening)
        for item in items:
            w.line(f"    {item},")
        w.line(closing)
    else:
        for line in wrapped(opening, items, closing):
            w.line(line)


def _def(w: Writer, header: str, body: list[str], doc: str = "") -> None:
    """A function, two empty lines before it."""
    if w.lines:
        w.line()
        w.line()
    w.line(f"def {header}:")
    if doc:
        w.line(f'    """{doc}"""')
    for line in body:
        w.line(f"    {line}")


__all__ = ["Frame", "Val", "ir"]
