"""`INFO`: what a compiled game says about itself (runtime/description.py), as Python text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from attrs import define

from hoyle.compiler import ir
from hoyle.compiler import typed as t
from hoyle.compiler.codegen.base import Shared
from hoyle.compiler.codegen.chance import Chances
from hoyle.compiler.codegen.explain import Explanations
from hoyle.compiler.codegen.moves import DeedCode, Deeds
from hoyle.compiler.codegen.type_codes import type_info
from hoyle.compiler.codegen.values import literal
from hoyle.compiler.rewrite import walk
from hoyle.compiler.types import BoolType, Domain, IntType, ListType, MemberType, PileType, Type, is_optional
from hoyle.compiler.writer import Writer
from hoyle.dsl.span import NOWHERE, Span


def _is_plain(kind: Type) -> bool:
    return _is_plain(kind.of) if isinstance(kind, ListType) else isinstance(kind, IntType | BoolType)


def line_of(span: Span) -> int:
    return span.line if span is not NOWHERE and span.source.text else 0


@define(eq=False)
class Info:
    gen: Shared
    deeds: Deeds
    chances: Chances
    explanations: Explanations
    identity: str
    words: Mapping[str, Mapping[str, str]]
    variants: tuple[str, ...]

    def write(self) -> Writer:
        program = self.gen.program
        w = Writer()
        named: list[tuple[str, Any]] = [
            ("name", repr(program.name)),
            ("title", repr(program.title)),
            ("identity", repr(self.identity)),
            ("variants", literal(tuple(self.variants))),
            ("options", self._options()),
            ("players", literal(tuple(program.players.label(c) for c in program.seats))),
            ("seat_codes", literal(tuple(program.seats))),
            ("deciding", literal(tuple(program.players.label(c) for c in program.seats if c in program.deciding))),
            ("teams", self._teams()),
            ("domains", self._domains()),
            ("fields", [self._field(n, f) for n, f in enumerate(program.fields)]),
            ("actions", [self._action(d) for d in self.deeds.codes]),
            ("decisions", [self._decision(s) for s in self.gen.module.decisions]),
            ("chances", self._chances()),
            ("components", [self._component(n, c) for n, c in enumerate(program.components)]),
            ("endings", [self._ending(e) for e in self.gen.module.endings]),
            ("promises", [self._promise(p) for p in program.promises]),
            ("has_winner", repr(program.winner is not None)),
            ("words", literal({k: dict(v) for k, v in sorted(self.words.items())})),
            ("source_files", literal(self._files())),
        ]
        untracked, made = self._untracked()
        named += [(name, kinds) for name, kinds in (("untracked", untracked), ("made", made)) if kinds]
        if self.gen.facts["announced"]:
            named.append(("announcements", [self._announcement(text) for text in self.gen.facts["announced"].values()]))
        if program.look is not None:
            named.append(("look", literal(program.look)))
        with w.indented(f"INFO = {self.gen.use('GameInfo')}("):
            for name, value in named:
                self._entry(w, name, value)
        w.line(")")
        return w

    def _entry(self, w: Writer, name: str, value: Any) -> None:
        if isinstance(value, str):
            w.line(f"{name}={value},")
        elif not value:
            w.line(f"{name}={'{}' if isinstance(value, dict) else '()'},")
        elif isinstance(value, dict):
            with w.indented(f"{name}={{"):
                for key, text in value.items():
                    w.line(f"{key!r}: {text},")
            w.line("},")
        else:
            with w.indented(f"{name}=("):
                for text in value:
                    w.line(f"{text},")
            w.line("),")

    def _call(self, name: str, *args: Any) -> str:
        return f"{self.gen.use(name)}({', '.join(str(a) for a in args)})"

    def _untracked(self) -> tuple[list[str], list[str]]:
        """Types of components that may lie in no field (drawn into a name, or in a local zone), and of those that local
        zones begin with, so that there are more of them (semantics 7.3)."""
        untracked: dict[str, None] = {}
        made: dict[str, None] = {}
        blocks, parts = self.gen.module.blocks.values(), self.gen.module.parts
        for node in walk((*(tuple(b.stmts) for b in blocks), *(tuple(p.body) for p in parts if not p.pausing))):
            match node:
                case ir.Take(zone=zone, target=None):
                    untracked[type_info(self.gen, zone.type.of)] = None  # type: ignore[attr-defined]
                case t.NewZone(var=var, value=value):
                    untracked[type_info(self.gen, var.type.of)] = None  # type: ignore[attr-defined]
                    if value is not None:
                        made[type_info(self.gen, var.type.of)] = None  # type: ignore[attr-defined]
        return list(untracked), list(made)

    # -------------------------------------------------------------------------------------------- parts

    def _options(self) -> str:
        return literal({n: readable(kind, value) for n, (kind, value) in self.gen.program.options.items()})

    def _teams(self) -> str:
        label = self.gen.program.players.label
        teams = {n: tuple(label(c) for c in sorted(seats)) for n, seats in self.gen.program.teams.items()}
        return literal(teams)

    def _domains(self) -> dict[str, str]:
        found = {}
        for d in [self.gen.program.players, *self.gen.program.domains.values()]:
            if d.name not in found:
                labels, columns = literal(tuple(d.labels)), self._columns(d)
                found[d.name] = self._call(
                    "DomainInfo", repr(d.name), repr(d.kind), literal(tuple(d.codes)), labels, d.integer_named, *columns
                )
        return found

    def _columns(self, d: Domain) -> list[str]:
        """The numbers and truth values that a table says of its rows; nothing for other types."""
        found = []
        for name, table in d.attributes.items() if d.kind == "table" else ():
            if len(table.dims) == 1 and _is_plain(table.type):
                low = table.dims[0][0]
                values = literal(tuple(table.data[code - low] for code in d.codes))
                found.append(self._call("ColumnInfo", repr(name), self.type(table.type), values))
        return [_tuple(found)] if found else []

    def type(self, kind: Type) -> str:
        return type_info(self.gen, kind)

    def _field(self, number: int, f: t.Field) -> str:
        kind = f.kind if f.kind != "zone" else "pile" if isinstance(f.type, PileType) else "bag"
        seen = [
            self._call(
                "SeenInfo",
                repr(s.what),
                literal({o: tuple(sorted(p)) for o, p in sorted(s.seats.items(), key=lambda x: (x[0] is not None, x))}),
            )
            for s in f.seen
        ]
        owner = repr(f.owner.name) if f.owner else "None"
        indices = _tuple(self.type(i) for i in f.indices)
        return self._call(
            "FieldInfo", number, repr(f.key), repr(f.name), owner, indices, self.type(f.type), repr(kind), _tuple(seen)
        )

    def text(self, text: t.Text | None, cites: tuple[str, ...] = ()) -> str:
        if text is None:
            return "None"
        parts: list[Any] = []
        holes: list[str] = []
        for part in text.parts or (text.source,):
            if isinstance(part, str):
                parts.append(part)
            else:
                parts.append(len(holes))
                holes.append(part.span.text)
        return self._call(
            "TextInfo", repr(text.key), repr(text.source), literal(tuple(parts)), literal(tuple(holes)), literal(cites)
        )

    def _announcement(self, text: t.Text) -> str:
        """The holes by the source as it was written; what is in them may have been put there by a call."""
        kinds = _tuple(self.type(part.type) for part in text.parts if isinstance(part, t.Expr))
        return self._call("AnnouncementInfo", self.text(self.gen.program.texts.get(text.key, text)), kinds)

    def _action(self, deed: DeedCode) -> str:
        source = deed.source
        is_action = isinstance(source, t.Action)
        verb = source.name if isinstance(source, t.Action) else "choose"
        label = source.name if isinstance(source, t.Action) else source.label
        params = _tuple(f"({p.name!r}, {self.type(p.type)})" for p in deed.params)
        text = self.text(source.text) if isinstance(source, t.Action) else "None"
        cites = source.cites if isinstance(source, t.Action) else ()
        requirements = _tuple(self._requirement(r) for r in self.explanations.requirements(deed))
        assert is_action or verb == "choose"
        return self._call(
            "ActionInfo",
            deed.number,
            repr(verb),
            repr(label),
            params,
            text,
            literal(tuple(cites)),
            requirements,
            line_of(source.span),
        )

    def _requirement(self, r: t.Requirement) -> str:
        values = _tuple(f"({source!r}, {self.type(e.type)})" for source, e in r.values)
        room = self.text(r.room_text)
        return self._call(
            "RequirementInfo",
            repr(r.name),
            self.text(r.text),
            literal(tuple(r.cites)),
            line_of(r.span),
            values,
            room,
        )

    def _decision(self, site: ir.DecisionSite) -> str:
        numbers = tuple(self.deeds.by_source[a.generator.source].number for a in site.alternatives)
        fixed = tuple(len(a.args) for a in site.alternatives)
        decline = self.text(site.decline.text if site.decline else None)
        secret = site.number in self.gen.facts["secret"]
        return self._call(
            "DecisionInfo",
            site.number,
            repr(site.label),
            repr(site.modal),
            literal(numbers),
            literal(fixed),
            site.pass_target is not None,
            self.text(site.prompt),
            decline,
            line_of(site.span),
            *((True,) if secret else ()),
        )

    def _chances(self) -> list[str]:
        taken: dict[str, int] = {}
        found = []
        for site in self.gen.module.chances:
            label = site.label or "chance"
            part = self.gen.facts["chance_part"].get(site.number, "game")
            taken[part + label] = taken.get(part + label, 0) + 1
            items = _tuple(f"({i.var.name!r}, {self.type(self.chances.type_of(i))})" for i in site.items)
            verb = "roll" if any(isinstance(i, ir.RollOne | ir.RollMany) for i in site.items) else "draw"
            found.append(
                self._call(
                    "ChanceInfo",
                    site.number,
                    repr(f"{part}.{label}_{taken[part + label]}"),
                    repr(verb),
                    items,
                    line_of(site.span),
                )
            )
        return found

    def _component(self, number: int, c: t.Component) -> str:
        seats = tuple(s for s in self.gen.program.seats if s in c.seats)
        return self._call(
            "ComponentInfo", number, repr(c.name), self.text(c.text), literal(seats), literal(tuple(c.cites))
        )

    def _ending(self, name: str) -> str:
        """An ending with the first text that a rule of this name has."""
        said = next((s.text for s in self._ends() if s.ending == name and s.text is not None), None)
        texts = () if said is None else (repr(said.source), repr(said.key))
        return self._call("EndingInfo", repr(name), *texts)

    def _ends(self) -> Iterator[t.EndGame]:
        program = self.gen.program
        actions, procedures = program.actions.values(), (*program.procedures.values(), program.setup, program.play)
        bodies = [*(action.effect for action in actions), *(procedure.body for procedure in procedures)]
        bodies += [reaction.body for verb in (*actions, *procedures) for reaction in (*verb.after, *verb.instead)]
        yield from (s for body in bodies for s in walk(body) if isinstance(s, t.EndGame))

    def _promise(self, p: t.Promise) -> str:
        after = literal(tuple(v.name for v in p.verbs))
        cites = literal(tuple(p.tail.cites))
        debug = self.gen.module.debug
        source = (repr(self.gen.file_of(p.span)), repr(" ".join(p.test.span.text.split()))) if debug else ()
        return self._call("PromiseInfo", repr(p.name), cites, repr(p.tail.text), line_of(p.span), after, *source)

    def _files(self) -> tuple[str, ...]:
        spans = [p.span for p in self.gen.program.actions.values()]
        spans += [self.gen.program.play.span, self.gen.program.setup.span]
        spans += [f.span for f in self.gen.program.fields]
        return tuple(dict.fromkeys(s.source.name for s in spans if line_of(s)))


def readable(kind: Type, value: Any) -> Any:
    """A constant as a person writes it: a member by its label, `none` as None."""
    if is_optional(kind) and value == getattr(kind, "none", None):
        return None
    if isinstance(kind, MemberType):
        return value if kind.domain.integer_named else kind.domain.label(value)
    return value


def _tuple(items: Iterable[str]) -> str:
    listed = list(items)
    return f"({', '.join(listed)}{',' if len(listed) == 1 else ''})"
