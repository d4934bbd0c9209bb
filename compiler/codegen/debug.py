"""What only debug builds have: promises that are watched, verbs entered from outside, examples (semantics 18, 19)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from attrs import define, field

from hoyle.compiler import ir
from hoyle.compiler import typed as t
from hoyle.compiler.codegen.base import Shared
from hoyle.compiler.codegen.info import line_of
from hoyle.compiler.codegen.moves import Deeds
from hoyle.compiler.codegen.nest_steps import Loop, Step, conditions
from hoyle.compiler.codegen.type_codes import type_info
from hoyle.compiler.codegen.values import literal, one
from hoyle.compiler.codegen.views import counted_zones
from hoyle.compiler.codegen.witness import Witnesses
from hoyle.compiler.rewrite import walk
from hoyle.compiler.types import SetType
from hoyle.compiler.writer import Writer


@define(eq=False)
class Promises:
    """Functions of the promises; those about every pause exist in every build."""

    gen: Shared
    names: dict[int, str] = field(factory=dict)
    witnesses: dict[tuple[int, str], str] = field(factory=dict)
    told: Witnesses = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.told = Witnesses(self.gen)

    def reserve(self) -> None:
        promises = self.gen.program.promises
        self.gen.facts["promise_numbers"] = {p: n for n, p in enumerate(promises)}
        self.gen.facts["promises"] = {
            (p, v): self.gen.unique(f"promise_{p.name}_after_{v.name}") for p in promises for v in p.verbs
        }

    def write(self) -> None:
        for n, p in enumerate(self.gen.program.promises):
            if not p.reads_old and not p.params and not self._mentions_names(p):
                self._state_promise(n, p)
            if self.gen.module.debug:
                for verb in p.verbs:
                    self._after(p, verb)
                    self._witness(n, p, verb)
                if not p.verbs and n in self.names:
                    self._witness(n, p, None)

    def _mentions_names(self, p: t.Promise) -> bool:
        return p.you is not None and any(isinstance(x, t.Local) and x.var is p.you for x in walk(p.test))

    def _state_promise(self, n: int, p: t.Promise) -> None:
        """True, False (or undefined), or None if it would have to read what is undrawn (semantics 7.7)."""
        fn = self.gen.new_function(self.gen, self.gen.unique(f"promise_{p.name}"))
        self._body(fn, p)
        fn.finish(p.span, " ".join(f"§{c}" for c in p.tail.cites))
        self.names[n] = fn.name

    def _body(self, fn: Any, p: t.Promise) -> None:
        with fn.out.at(p.span):
            for test in self._undrawn(p.test):
                with fn.block(f"if {test}:"):
                    fn.line("return None")
            fn.line(f"return bool({fn.true(p.test).text})")

    def _undrawn(self, test: t.Expr) -> list[str]:
        found: dict[str, None] = {}
        for zone in identities_read(test):
            if isinstance(zone, t.FieldZone):
                place = self.gen.layout.fields[zone.field]
                if place.zone is not None and place.zone.kind == "Pooled":
                    keeper = self.gen.zone(place.zone)
                    places = self.gen.constant(tuple(place.addresses()), f"places_{zone.field.name}").text
                    found[f"any([{keeper}.undrawn_next(s, at) for at in {places}])"] = None
        return list(found)

    def _after(self, p: t.Promise, verb: t.Verb) -> None:
        fn = self.gen.new_function(self.gen, self.gen.facts["promises"][p, verb])
        self._parameters(fn, p, verb)
        self._body(fn, p)
        fn.finish(p.span, f"after {verb.name}")

    def _parameters(self, fn: Any, p: t.Promise, verb: t.Verb) -> None:
        """The state before the effect, who did it, and its arguments."""
        fn.params.append("o")
        fn.old = "o"
        names = [v for v in verb_params(verb)]
        if verb.you is not None:
            fn.params.append(fn.declare(p.you) if p.you is not None else "_you")
        for i, v in enumerate(names):
            fn.params.append(fn.declare(p.params[i]) if p.params else f"_{i}_{v.name}")

    def _witness(self, n: int, p: t.Promise, verb: t.Verb | None) -> None:
        """What a promise read where it is broken."""
        name = f"witness_{p.name}" + (f"_after_{verb.name}" if verb else "")
        fn = self.gen.new_function(self.gen, self.gen.unique(name))
        if verb is not None:
            self._parameters(fn, p, verb)
        with fn.out.at(p.span):
            self.told.emit(fn, p)
        fn.finish(p.span)
        self.witnesses[n, verb.name if verb else ""] = fn.name

    def contract(self) -> Writer:
        w = Writer()
        debug = self.gen.module.debug
        rows = ", ".join(f"{n}: {name}" for n, name in sorted(self.names.items()))
        w.line(f"PROMISES = {{{rows}}}")
        _define(w, "promise(s, number)", ["return PROMISES[number](s) if number in PROMISES else None"])
        if debug:
            always = tuple(n for n, p in enumerate(self.gen.program.promises) if not p.verbs and n in self.names)
            frozen = self.gen.facts["frozen"]
            body = [f"if s[{frozen}]:", "    return"] if frozen is not None else []
            _define(w, "look(s, r)", [
                *body,
                f"for number in {literal(always)}:",
                "    if number not in s.suspended and number not in s.broken and PROMISES[number](s) is False:",
                "        s.broken.append(number)",
            ])  # fmt: skip
            self._tell(w)
        return w

    def _tell(self, w: Writer) -> None:
        rows = ", ".join(f"{key}: {name}" for key, name in self.witnesses.items())
        w.line(f"WITNESSES = {{{rows}}}")
        sources = "".join(f"({source!r}, {kind}), " for source, kind in self.told.sources)
        w.line(f"READ = ({sources})")
        _define(w, "witness(s, number, verb, *args)", [
            "found = WITNESSES[number, verb](s, *args) if (number, verb) in WITNESSES else ()",
            "return [(*READ[place], value) for place, value in found]",
        ])  # fmt: skip


def verb_params(verb: t.Verb) -> list[t.Var]:
    """The parameters of a verb, `you` left out."""
    if isinstance(verb, t.Action):
        return [p.var for p in verb.params]
    if isinstance(verb, t.Procedure):
        return [v for v in verb.params if v is not verb.you]
    return []


def identities_read(e: t.Expr) -> Iterable[t.Zone]:
    """Zones of which an expression reads more than how much lies there."""
    counted = counted_zones(e)
    for node in walk(e):
        match node:
            case t.ZoneValue(zone=zone) if id(node) not in counted:
                yield zone
            case t.Top(zone=zone):
                yield zone
            case t.Call(function=function) if function.body is not None:
                yield from identities_read(function.body)


@define(eq=False)
class Entries:
    """Starting a verb from outside, and the examples."""

    gen: Shared
    deeds: Deeds
    machine: Any
    examples: list[str] = field(factory=list)

    # -------------------------------------------------------------------------------------------- verbs

    def write(self) -> None:
        for part in self.gen.module.parts:
            if part.verb is not None and "~" not in part.name and part.name == part.verb.name:
                self._entry(part)
        for n, example in enumerate(self.gen.program.examples):
            self._example(n, example)

    def _entry(self, part: ir.Part) -> None:
        assert part.verb is not None
        fn = self.gen.new_function(self.gen, self.gen.unique(f"enter_{part.name}"))
        fn.pure = False
        fn.params += ["you", "args"]
        fn._used.update(("you", "args"))
        values = ["you"] if part.verb.you is not None else []
        values += [f"args[{i}]" for i in range(len(part.params) - len(values))]
        if not part.pausing:
            fn.line(f"{self.gen.facts['parts'][part]}({', '.join(['s', *values])})")
            fn.line("return done(s)")
        else:
            self.machine.enter_from_outside(fn, part, values)
        fn.finish(part.span)
        self.gen.facts.setdefault("entries", {})[part.verb.name] = fn.name

    def contract(self) -> Writer:
        w = Writer()
        rows = ", ".join(f"{n!r}: {f}" for n, f in sorted(self.gen.facts.get("entries", {}).items()))
        w.line(f"ENTRIES = {{{rows}}}")
        _define(w, "enter(s, verb, you, args)", [
            "r = ENTRIES[verb](s, you, args)",
            "if r.__class__ is int:",
            "    r = run(s, r)",
            "look(s, r)",
            "return r",
        ])  # fmt: skip
        _define(w, "go_on(s)", [
            "if s[0] == 0:",
            "    return 'done'",
            "if s[0] == -1:",
            "    return None",
            "return moves(s) if s[0] in OFFERS else ()",
        ])  # fmt: skip
        w.line()
        w.line()
        with w.indented("EXAMPLES = ("):
            for text in self.examples:
                w.line(f"{text},")
        w.line(")")
        return w

    # -------------------------------------------------------------------------------------------- examples

    def _example(self, n: int, e: t.Example) -> None:
        lines = [self._line(f"x{n + 1}_{i + 1}", line) for i, line in enumerate(e.lines)]
        listed = ", ".join(lines) + ("," if len(lines) == 1 else "")
        file = self.gen.file_of(e.span)
        self.examples.append(
            f"{self.gen.use('ExampleInfo')}({e.name!r}, {e.case!r}, {e.text!r}, {literal(tuple(e.cites))}, "
            f"{line_of(e.span)}, {file!r}, ({listed}))"
        )

    def _line(self, name: str, line: t.Line) -> str:
        at, said = line_of(line.span), repr(line.span.text)
        match line:
            case t.Given() | t.GivenEach():
                return f"{self.gen.use('GivenLine')}({at}, {self._given(name, line)})"
            case t.When():
                return self._when(name, line, at, said)
            case t.Answer(who=who, said=answer, rolling=rolling, choosing=choosing):
                return (
                    f"{self.gen.use('WhenLine')}({at}, {said}, {self._asked(f'{name}_who', who)}, '', None, "
                    f"{self._tuple(f'{name}_args', ())}, {self._followed(name, rolling, (answer, *choosing))}, False)"
                )
            case t.Expect(test=test, source=source):
                parts = ""
                if isinstance(test, t.Op) and test.op in ("==", "!=", "<", "<=", ">", ">=") and len(test.args) == 2:
                    made = [
                        f"({self._asked(f'{name}_{k}', a)}, {type_info(self.gen, a.type)})"
                        for k, a in zip("ab", test.args, strict=True)
                    ]
                    parts = f", ({', '.join(made)})"
                return f"{self.gen.use('ExpectLine')}({at}, {source!r}, {self._asked(name, test)}{parts})"
            case t.ExpectMay(who=who, action=action, args=args, may=may, because=because):
                number = self.deeds.by_source[action].number
                return (
                    f"{self.gen.use('MayLine')}({at}, {said}, {self._asked(f'{name}_who', who)}, {number}, "
                    f"{self._tuple(f'{name}_args', args)}, {may}, {because!r})"
                )
            case t.ExpectAnswer(who=who, said=answer, may=may):
                return (
                    f"{self.gen.use('MayLine')}({at}, {said}, {self._asked(f'{name}_who', who)}, None, "
                    f"{self._tuple(f'{name}_args', ())}, {may}, None, {self._said(f'{name}_said', answer)})"
                )
        raise TypeError(line)

    def _when(self, name: str, line: t.When, at: int, said: str) -> str:
        who = "None" if line.who is None else self._asked(f"{name}_who", line.who)
        number = self.deeds.by_source[line.verb].number if line.verb in self.deeds.by_source else None
        args = self._tuple(f"{name}_args", line.args)
        followed = self._followed(name, line.rolling, line.choosing)
        return (
            f"{self.gen.use('WhenLine')}({at}, {said}, {who}, {line.verb.name!r}, {number}, {args}, "
            f"{followed}, {line.at})"
        )

    def _followed(self, name: str, rolling: tuple[t.Expr, ...], choosing: tuple[t.Said, ...]) -> str:
        rolls = [self._asked(f"{name}_roll_{i + 1}", e) for i, e in enumerate(rolling)]
        choices = [self._said(f"{name}_choice_{i + 1}", c) for i, c in enumerate(choosing)]
        return f"{_listed(rolls)}, {_listed(choices)}"

    def _said(self, name: str, said: t.Said) -> str:
        number = self.deeds.by_source[said.action].number if said.action is not None else None
        source = ", ".join(a.span.text for a in said.args)
        text = f"{said.verb}({source})" if said.verb and source else said.verb or source
        return f"{self.gen.use('SaidInfo')}({said.verb!r}, {number}, {self._tuple(name, said.args)}, {text!r})"

    def _asked(self, name: str, e: t.Expr) -> str:
        """The function that computes an expression of an example."""
        fn = self.gen.new_function(self.gen, self.gen.unique(name))
        with fn.out.at(e.span):
            fn.line(f"return {one(fn.val(e))}")
        fn.finish(e.span)
        return str(fn.name)

    def _tuple(self, name: str, args: tuple[t.Expr, ...]) -> str:
        fn = self.gen.new_function(self.gen, self.gen.unique(name))
        values = ", ".join(one(fn.val(a)) for a in args)
        fn.line(f"return ({values}{',' if len(args) == 1 else ''})")
        fn.finish(args[0].span if args else fn.out.span)
        return str(fn.name)

    # -------------------------------------------------------------------------------------------- given

    def _given(self, name: str, line: t.Given | t.GivenEach) -> str:
        fn = self.gen.new_function(self.gen, self.gen.unique(name))
        fn.pure = False
        with fn.out.at(line.span):
            if isinstance(line, t.Given):
                self._set(fn, line.place, line.value, line.op)
            else:
                self._set_each(fn, line)
        fn.finish(line.span)
        return str(fn.name)

    def _set(self, fn: Any, place: t.Counter | t.FieldZone, value: t.Expr, op: str) -> None:
        if isinstance(place, t.Counter):
            fn.stmt(t.Store(place.field, place.indices, value, op, span=fn.out.span))
            return
        v = fn.need(value)
        keeper, at = fn.zone(place, fn.out.span)
        what = f"sorted({v.text})" if isinstance(value.type, SetType) else v.text
        fn.line(f"{keeper}.set(s, {at}, {what})")

    def _set_each(self, fn: Any, line: t.GivenEach) -> None:
        """The places and the values first, then one after the other."""
        values = fn.kept(fn.need(line.values))
        place = line.place
        indices = [t.Var(f"index_{i + 1}", e.type, "let") for i, e in enumerate(place.indices)]
        fn.line("rows = []")
        steps: list[Step] = [Loop(b.var, b.domain, True) for b in line.binds]
        steps += conditions(line.where)

        def body() -> None:
            found = [fn.need(e).text for e in place.indices]
            fn.line(f"rows.append(({', '.join(found)}{',' if len(found) == 1 else ''}))")

        fn.nest(steps, body)
        with fn.block(f"if len(rows) != len({values.text}):"):
            fn.line(fn.failure("given_length", line.span, f"len({values.text})", "len(rows)"))
        of = line.values.type.of  # type: ignore[attr-defined]
        item = t.Var("value", of, "let")
        names = ", ".join(fn.declare(v) for v in indices)
        names = f"({names},)" if len(indices) == 1 else f"({names})"
        with fn.block(f"for {names}, {fn.declare(item)} in zip(rows, {values.text}):"):
            at = tuple(t.Local(v.type, v) for v in indices)
            written = (
                t.Counter(place.field, at) if isinstance(place, t.Counter) else t.FieldZone(place.type, place.field, at)
            )
            self._set(fn, written, t.Local(of, item, span=line.span), "")


def _listed(items: list[str]) -> str:
    return f"({', '.join(items)}{',' if len(items) == 1 else ''})"


def _define(w: Writer, header: str, body: list[str], doc: str = "") -> None:
    w.line()
    w.line()
    w.line(f"def {header}:")
    if doc:
        w.line(f'    """{doc}"""')
    for line in body:
        w.line(f"    {line}")
