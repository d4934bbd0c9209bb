"""Functions that explain moves: what is asked, which range or requirement fails, completions (semantics 10.10)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import define, evolve, field

from hoyle.compiler import ir
from hoyle.compiler import typed as t
from hoyle.compiler.codegen.base import Shared
from hoyle.compiler.codegen.moves import DeedCode, Deeds, within
from hoyle.compiler.codegen.type_codes import type_info
from hoyle.compiler.codegen.values import AND, Test, Val, conjunction, one
from hoyle.compiler.rewrite import free, walk
from hoyle.compiler.types import MemberType
from hoyle.compiler.writer import Writer, wrapped


@define(eq=False)
class Explanations:
    gen: Shared
    deeds: Deeds
    tables: dict[str, list[str]] = field(factory=dict)
    offers: dict[int, str] = field(factory=dict)
    holes: list[tuple[str, int, str]] = field(factory=list)

    def write(self) -> None:
        for deed in self.deeds.codes:
            self._row("OUTSIDE", self._function(deed, "outside", self._outside, partial=True))
            self._row("REFUSED", self._function(deed, "refused", self._refused, partial=True))
            self._row("COMPLETIONS", self._function(deed, "completions", self._completions, partial=True))
            self._row("LEGAL", self.deeds.legal(deed))
            self._row("ALIASES", self._aliases(deed))
            self._row("VALUES", self._values(deed))
        for site in self.gen.module.decisions:
            self._offered(site)
        self.gen.facts["lenient"] = True
        self._holes()
        self.gen.facts["lenient"] = False

    def _row(self, table: str, text: str) -> None:
        self.tables.setdefault(table, []).append(text)

    def _function(self, deed: DeedCode, name: str, emit: Callable[[Any, DeedCode], None], partial: bool = False) -> str:
        fn = self.gen.new_function(self.gen, self.gen.unique(f"{name}_{deed.name}"))
        self.deeds.parameters(fn, deed)
        if partial:
            for p in deed.params:
                v = fn.env[p]
                fn.env[p] = evolve(v, guards=(f"{v.text} is not None",))
        with fn.out.at(deed.source.span):
            emit(fn, deed)
        fn.finish(deed.source.span)
        return str(fn.name)

    # -------------------------------------------------------------------------------------------- ranges

    def _outside(self, fn: Any, deed: DeedCode) -> None:
        fn.line("out = []")
        for n, (p, domain) in enumerate(zip(deed.params, self.deeds.domains(deed), strict=True)):
            given = fn.env[p]
            inside = fn.true(within(p, domain))
            with fn.block(f"if {given.text} is not None and not ({inside.text}):"):
                fn.line(f"out.append({n})")
        fn.line("return out")

    def _completions(self, fn: Any, deed: DeedCode) -> None:
        """Every tuple in range that has the arguments given, in order."""
        names = []
        for p, domain in zip(deed.params, self.deeds.domains(deed), strict=True):
            given = fn.env[p].text
            source = fn.iterate(domain, False)
            if source.guards:
                fn.line(f"if {conjunction([Test(g, AND) for g in source.guards]).text}:")
                fn.out.depth += 1
            name = fn.fresh(f"a_{p.name}")
            fn.line(f"for {name} in {source.text}:")
            fn.out.depth += 1
            fn.line(f"if {given} is None or {given} == {name}:")
            fn.out.depth += 1
            fn.env[p] = Val(name, exact=isinstance(p.type, MemberType) and not p.type.optional)
            names.append(name)
        fn.line(f"yield ({', '.join(names)}{',' if len(names) == 1 else ''})")
        fn.out.depth = 0

    # -------------------------------------------------------------------------------------------- requirements

    def requirements(self, deed: DeedCode) -> list[t.Requirement]:
        source = deed.source
        if isinstance(source, t.Action):
            return list(source.requirements)
        return [t.Requirement("where", source.where, None)] if source.where is not None else []

    def _lets(self, fn: Any, deed: DeedCode, used: list[t.Expr]) -> None:
        """The header's names that these expressions use."""
        if not isinstance(deed.source, t.Action):
            return
        lets = [h for h in deed.source.header if isinstance(h, t.HeaderLet)]
        wanted = {v for e in used for v in free(e)}
        for let in reversed(lets):
            if let.var in wanted:
                wanted.update(free(let.value))
        for let in lets:
            if let.var in wanted:
                value = fn.val(let.value)
                name = fn.declare(let.var)
                fn.line(f"{name} = {one(value)}")
                fn.env[let.var] = Val(name, guards=(f"{name} is not None",) if value.maybe else ())

    def _refused(self, fn: Any, deed: DeedCode) -> None:
        requirements = self.requirements(deed)
        fn.line("out = []")
        self._lets(fn, deed, [r.test for r in requirements])
        for n, r in enumerate(requirements):
            true = fn.true(r.test)
            if true.text == "True":
                continue
            undefined = "False" if true.total else f"not ({fn.false(r.test).text})"
            side = "''"
            if r.implied and r.lack is not None:
                side = f"'room' if {fn.true(r.lack).text} else 'lack'"
            with fn.block(f"if not ({true.text}):"):
                fn.line(f"out.append(({n}, {side}, {undefined}))")
        fn.line("return out")

    def _values(self, deed: DeedCode) -> str:
        """For each requirement the function that tells what it reads."""
        names = []
        for n, r in enumerate(self.requirements(deed)):

            def emit(fn: Any, deed: DeedCode, r: t.Requirement = r) -> None:
                self._lets(fn, deed, [e for _, e in r.values])
                values = [one(fn.val(e)) for _, e in r.values]
                fn.line(f"return ({', '.join(values)}{',' if len(values) == 1 else ''})")

            names.append(self._function(deed, f"values_{n + 1}", emit, partial=True))
        return f"({', '.join(names)}{',' if len(names) == 1 else ''})"

    def _aliases(self, deed: DeedCode) -> str:
        """The function that finds the tuple that stands for this one, if there are two ways to say it."""
        source = deed.source
        same = [h for h in source.header if isinstance(h, t.SameMove)] if isinstance(source, t.Action) else []
        if not same:
            return "None"

        def emit(fn: Any, deed: DeedCode) -> None:
            self._lets(fn, deed, [e for h in same for e in (*h.args, *((h.test,) if h.test else ()))])
            for h in same:
                twin = self.deeds.twin(fn, deed, h.args, h.test)
                if twin is not None:
                    args = ", ".join(fn.val(a).text for a in h.args)
                    with fn.block(f"if {twin.text}:"):
                        fn.line(f"return ({args}{',' if len(h.args) == 1 else ''})")
            fn.line("return None")

        return self._function(deed, "alias", emit)

    # -------------------------------------------------------------------------------------------- what is asked

    def _offered(self, site: ir.DecisionSite) -> None:
        fn = self.gen.new_function(self.gen, self.gen.unique(f"e{site.number}_{site.label}"))
        fn.params += ["action", "args"]
        with fn.out.at(site.span):
            for a in site.alternatives:
                deed = self.deeds.by_source[a.generator.source]
                tests = [f"action == {deed.number}"]
                tests += [f"args[{n}] in (None, {fn.val(x).text})" for n, x in enumerate(a.args)]
                if a.uses is not None:
                    tests.append(f"{fn.val(a.uses).at(6)} > 0")
                with fn.block(f"if {' and '.join(tests)}:"):
                    fn.line("return ''")
            fn.line("return 'not_now'")
        fn.finish(site.span)
        self.offers[site.number] = fn.name

    # -------------------------------------------------------------------------------------------- texts

    def _holes(self) -> None:
        done: set[str] = set()
        for text, deed, site in self._texts():
            if text is None or text.key in done:
                continue
            done.add(text.key)
            holes = [p for p in text.parts if not isinstance(p, str)]
            for n, e in enumerate(holes):
                self.holes.append((text.key, n, self._hole(text, n, e, deed, site)))

    def _texts(self) -> list[tuple[t.Text | None, DeedCode | None, ir.DecisionSite | None]]:
        found: list[tuple[t.Text | None, DeedCode | None, ir.DecisionSite | None]] = []
        for deed in self.deeds.codes:
            if isinstance(deed.source, t.Action):
                found.append((deed.source.text, deed, None))
                for r in deed.source.requirements:
                    found += [(r.text, deed, None), (r.room_text, deed, None)]
        for site in self.gen.module.decisions:
            found.append((site.prompt, None, site))
            found.append((site.decline.text if site.decline else None, None, site))
        return found

    def _hole(self, text: t.Text, n: int, e: t.Expr, deed: DeedCode | None, site: ir.DecisionSite | None) -> str:
        fn = self.gen.new_function(self.gen, self.gen.unique(f"hole_{text.key}_{n + 1}"))
        fn.params += ["you", "args"]
        fn._used.update(("you", "args"))
        wanted = {x.var for x in walk(e) if isinstance(x, t.Local)}
        if deed is not None:
            for i, p in enumerate(deed.params):
                name = fn.declare(p)
                fn.line(f"{name} = args[{i}] if len(args) > {i} else None")
                fn.env[p] = Val(name, guards=(f"{name} is not None",))
            if deed.you is not None:
                fn.env[deed.you] = Val("you", guards=("you is not None",))
            self._lets(fn, deed, [e])
        elif site is not None and site.you in wanted and site.you not in self.gen.layout.variables:
            fn.env[site.you] = Val("you", guards=("you is not None",))
        with fn.out.at(text.span):
            fn.line(f"return {one(fn.val(e))}, {type_info(self.gen, e.type)}")
        fn.finish(text.span)
        return str(fn.name)

    # -------------------------------------------------------------------------------------------- contract

    def contract(self) -> Writer:
        w = Writer()
        for table, names in sorted(self.tables.items()):
            for line in wrapped(f"{table} = (", names, ")"):
                w.line(line)
        for line in wrapped("OFFERED = {", [f"{n}: {name}" for n, name in sorted(self.offers.items())], "}"):
            w.line(line)
        for line in wrapped("HOLES = {", [f"({key!r}, {n}): {name}" for key, n, name in self.holes], "}"):
            w.line(line)
        for header, body in _CONTRACT:
            w.line()
            w.line()
            w.line(f"def {header}:")
            for line in body:
                w.line(f"    {line}")
        return w


_CONTRACT = (
    ("offered(s, action, args)", ["return OFFERED[s[0]](s, action, args) if s[0] in OFFERED else 'not_now'"]),
    ("out_of_range(s, action, you, args)", ["return OUTSIDE[action](s, you, *args)"]),
    ("refusals(s, action, you, args)", ["return REFUSED[action](s, you, *args)"]),
    ("completions(s, action, you, args)", ["return COMPLETIONS[action](s, you, *args)"]),
    ("legal(s, action, you, args)", ["return LEGAL[action](s, you, *args)"]),
    ("alias(s, action, you, args)", ["return ALIASES[action] and ALIASES[action](s, you, *args)"]),
    ("values(s, action, requirement, you, args)", ["return VALUES[action][requirement](s, you, *args)"]),
    ("hole(s, key, n, you, args)", ["return HOLES[key, n](s, you, args)"]),
)
