"""Reading, writing and seeing fields from outside; who sees scores, arguments and outcomes (semantics 16)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from attrs import define, field, frozen

from hoyle.compiler import ir
from hoyle.compiler import typed as t
from hoyle.compiler.codegen.base import Shared
from hoyle.compiler.codegen.exprs import is_empty_literal
from hoyle.compiler.codegen.moves import DeedCode, Deeds
from hoyle.compiler.codegen.type_codes import type_info
from hoyle.compiler.codegen.values import literal
from hoyle.compiler.rewrite import free, walk
from hoyle.compiler.types import BoolType, PileType
from hoyle.compiler.writer import Writer

Seats = tuple[int, ...]
Viewers = tuple[int | None, ...]
Argument = tuple[int, int, int]  # action, position, actor


@frozen
class Read:
    """A field that an expression reads; `own`: only that of the player it is about. what: content, top, count."""

    field: t.Field
    own: bool
    what: str


@define(eq=False)
class Views:
    gen: Shared
    deeds: Deeds
    _open: dict[tuple[t.Field, str], bool] = field(factory=dict)

    # -------------------------------------------------------------------------------------------- who sees what

    def seers(self, f: t.Field, what: str) -> dict[int | None, Seats]:
        """By owner (None: the game): the seats that see the content, the top, or the count."""
        owners: list[int | None] = [None] if f.owner is None else list(f.owner.codes)
        everybody = tuple(self.gen.program.seats)
        whats = {"content": ("content",), "top": ("content", "top"), "count": ("content", "count")}[what]
        asked = any(s.what == "count" for s in f.seen)
        if not f.seen or (what == "count" and not asked):
            return {o: everybody for o in owners}
        found: dict[int | None, Seats] = {}
        for o in owners:
            seats = {p for s in f.seen if s.what in whats for p in s.seats.get(o, s.seats.get(None, frozenset()))}
            found[o] = tuple(p for p in everybody if p in seats)
        return found

    def all_see(self, f: t.Field, what: str) -> bool:
        if (f, what) not in self._open:
            everybody = tuple(self.gen.program.seats)
            self._open[f, what] = all(seats == everybody for seats in self.seers(f, what).values())
        return self._open[f, what]

    def fields(self) -> Writer:
        """Where fields lie, how they are kept, who sees them."""
        w = Writer()
        w.line("FIELDS = (")
        for f in self.gen.program.fields:
            w.line(f"    {self._field(f)},")
        w.line(")")
        use = self.gen.use
        frozen = self.gen.facts["frozen"]
        extra = f", s[{frozen}]" if frozen is not None else ""
        for header, body in (
            ("read_field(s, number, indices)", f"return {use('read_place')}(FIELDS[number], s, indices)"),
            ("write_field(s, number, indices, value)", f"{use('write_place')}(FIELDS[number], s, indices, value)"),
            (
                "view_field(s, number, indices, seat)",
                f"return {use('view_place')}(FIELDS[number], s, indices, seat, SEATS{extra})",
            ),
        ):
            w.line()
            w.line()
            w.line(f"def {header}:")
            w.line(f"    {body}")
        return w

    def _field(self, f: t.Field) -> str:
        place = self.gen.layout.fields[f]
        dims = tuple((d.low, d.size, d.stride) for d in place.dims)
        keeper = self.gen.zone(place.zone) if place.zone else self.gen.codec(f.type) or "None"
        kind = "pile" if isinstance(f.type, PileType) else "bag" if place.zone else f.kind
        if isinstance(f.type, BoolType):
            kind = "bool"
        seen = [self.gen.constant(self._compact(f, what), "seen").text for what in ("content", "top", "count")]
        shadow = self.gen.facts["shadows"].get(f)
        derived = next(
            (
                self.gen.facts["derived"] + n
                for d, n in self.gen.layout.boards.items()
                if f.owner is d.shape["thing"] and f.name in ("at", "turns")
            ),
            None,
        )
        return f"({place.base}, {literal(dims)}, {kind!r}, {keeper}, {', '.join(seen)}, {shadow}, {derived})"

    def _compact(self, f: t.Field, what: str) -> Any:
        """None: everybody, else seats by owner."""
        return None if self.all_see(f, what) else self.seers(f, what)

    # -------------------------------------------------------------------------------------------- what is read

    def reads(self, e: t.Expr, own: frozenset[t.Var]) -> Iterator[Read]:
        """Every field the expression may read, through defines, too. own: variables that are the player it is about."""
        counted = counted_zones(e)
        for node in walk(e):
            match node:
                case t.Load(field=f, indices=indices):
                    yield Read(f, self._is_own(f, indices, own), "content")
                case t.Family(field=f, owner=owner):
                    yield Read(f, owner is not None and self._is_own(f, (owner,), own), "content")
                case t.ZoneValue(zone=zone) | t.Top(zone=zone):
                    for f, indices in _zones(zone):
                        what = "top" if isinstance(node, t.Top) else "count" if id(node) in counted else "content"
                        yield Read(f, self._is_own(f, indices, own), what)
                case t.Call(function=function, args=args) if function.body is not None:
                    passed = {
                        p for p, a in zip(function.params, args, strict=True) if isinstance(a, t.Local) and a.var in own
                    }
                    yield from self.reads(function.body, frozenset(passed))
                case t.Score(component=name):
                    for c in self.gen.program.components:
                        if name is None or c.name == name:
                            yield from self.reads(c.value, frozenset())
                case t.Can(deed=deed):
                    for p in deed.action.params:
                        yield from self.reads(p.domain, frozenset())
                    for r in deed.action.requirements:
                        yield from self.reads(r.test, frozenset())

    def _is_own(self, f: t.Field, indices: tuple[t.Expr, ...], own: frozenset[t.Var]) -> bool:
        if f.owner is not self.gen.program.players or not indices:
            return False
        return isinstance(indices[0], t.Local) and indices[0].var in own

    def viewers(self, reads: list[Read], player: int) -> tuple[int | None, ...]:
        """The seats (None: a spectator) that see all of this, where it is about this player."""
        seats = set(self.gen.program.seats)
        everybody = True
        for r in dict.fromkeys(reads):
            if self.all_see(r.field, r.what):
                continue
            for owner, seen in self.seers(r.field, r.what).items():
                if owner is not None and r.own and owner != player:
                    continue
                if r.field.owner is self.gen.program.players and owner not in self.gen.program.seats:
                    continue
                seats &= set(seen)
                everybody = everybody and set(seen) >= set(self.gen.program.seats)
        listed: tuple[int | None, ...] = tuple(p for p in self.gen.program.seats if p in seats)
        return (*listed, None) if everybody else listed

    # -------------------------------------------------------------------------------------------- contract

    def secrets(self) -> Writer:
        """Who sees scores, arguments of moves and outcomes: only what not everybody sees is listed."""
        w = Writer()
        everybody = (*self.gen.program.seats, None)
        scores = {}
        for n, c in enumerate(self.gen.program.components):
            reads = list(self.reads(c.value, frozenset({c.you})))
            for seat in self.gen.program.seats:
                seen = self.viewers(reads, seat)
                if seen != everybody:
                    scores[n, seat] = seen
        w.line(f"SCORE_SEEN = {literal(scores)}")
        arguments = self._arguments(everybody)
        w.line(f"ARGUMENT_SEEN = {literal(arguments)}")
        w.line(f"HOLE_SEEN = {literal(self._holes(arguments, everybody))}")
        outcomes = [f"{n}: {name}" for n, name in self._outcomes()]
        w.line(f"OUTCOME_SEEN = {{{', '.join(outcomes)}}}")
        for header, body in (
            (
                "view_score(s, component, seat, viewer)",
                [
                    "seen = SCORE_SEEN.get((component, seat))",
                    "return score(s, component, seat) if seen is None or viewer in seen else None",
                ],
            ),
            (
                "sees_argument(action, position, actor, viewer)",
                ["seen = ARGUMENT_SEEN.get((action, position, actor))", "return seen is None or viewer in seen"],
            ),
            (
                "sees_hole(key, n, actor, viewer)",
                ["seen = HOLE_SEEN.get((key, n, actor))", "return seen is None or viewer in seen"],
            ),
            (
                "sees_outcome(s, seat)",
                ["return s[0] not in OUTCOME_SEEN or OUTCOME_SEEN[s[0]](s, seat)"],
            ),
        ):
            w.line()
            w.line()
            w.line(f"def {header}:")
            for line in body:
                w.line(f"    {line}")
        return w

    def _arguments(self, everybody: Viewers) -> dict[Argument, Viewers]:
        found = {}
        for deed in self.deeds.codes:
            domains = self.deeds.domains(deed)
            tests = [
                c
                for c in (
                    [r.test for r in deed.source.requirements]
                    if isinstance(deed.source, t.Action)
                    else [deed.source.where]
                )
                if c is not None
            ]
            you = frozenset({deed.you}) if deed.you is not None else frozenset()
            for n, (p, domain) in enumerate(zip(deed.params, domains, strict=True)):
                about = [domain, *(c for c in tests if p in free(c))]
                reads = [r for e in about for r in self.reads(e, you)]
                for actor in self.gen.program.seats:
                    seen = self.viewers(reads, actor)
                    if seen != everybody:
                        found[deed.number, n, actor] = seen
        return found

    def _holes(self, arguments: Mapping[Argument, Viewers], everybody: Viewers) -> dict[tuple[str, int, int], Viewers]:
        """By text of a move or prompt, hole and actor: who sees all that it reads and the arguments that it says."""
        found: dict[tuple[str, int, int], Viewers] = {}
        for text, you, deed in self._told():
            for n, e in enumerate(p for p in text.parts if not isinstance(p, str)):
                reads = list(self.reads(e, frozenset({you} if you is not None else ())))
                said = [(deed.number, i) for i, p in enumerate(deed.params) if p in free(e)] if deed else []
                for actor in self.gen.program.seats:
                    know = [self.viewers(reads, actor), *(arguments.get((*at, actor), everybody) for at in said)]
                    seen = tuple(v for v in everybody if all(v in some for some in know))
                    if seen != everybody:
                        found[text.key, n, actor] = seen
        return found

    def _told(self) -> Iterator[tuple[t.Text, t.Var | None, DeedCode | None]]:
        """The texts in which others are told of a move: of the action, and what was asked."""
        for deed in self.deeds.codes:
            if isinstance(deed.source, t.Action) and deed.source.text is not None:
                yield deed.source.text, deed.you, deed
        for site in self.gen.module.decisions:
            if site.prompt is not None:
                yield site.prompt, site.you, None

    def _outcomes(self) -> list[tuple[int, str]]:
        """For chance nodes whose outcome not everybody sees, the function that says who does."""
        found = []
        for block in self.gen.module.blocks.values():
            if isinstance(block.end, ir.Chance):
                name = self._outcome(block.end)
                if name is not None:
                    found.append((block.end.site.number, name))
        return sorted(found)

    def _outcome(self, end: ir.Chance) -> str | None:
        places: list[tuple[t.Field, tuple[t.Expr, ...], str]] = []
        nobody = False
        after = self.gen.module.blocks[end.target].stmts
        for item in end.site.items:
            if isinstance(item, ir.Uncover):
                places += [(f, i, "top" if item.place == "top" else "content") for f, i in _zones(item.zone)]
                nobody = nobody or _hidden_local(item.zone)
            for s in after:
                match s:
                    case ir.Take(component=t.Local(var=var), target=target) if var is item.var and target is not None:
                        places += [(f, i, "content") for f, i in _zones(target)]
                        nobody = nobody or _hidden_local(target)
                    case t.Store(field=f, indices=indices, value=t.Local(var=var)) if var is item.var:
                        places.append((f, indices, "content"))
        places = [p for p in places if not self.all_see(p[0], p[2])]
        if not places and not nobody:
            return None
        fn = self.gen.new_function(self.gen, self.gen.unique(f"sees_{end.site.number}"))
        fn.params.append("seat")
        tests = ["False"] if nobody else []
        for f, indices, what in places:
            table = self.gen.constant(self.seers(f, what), f"seers_{f.name}").text
            owner = fn.val(indices[0]).text if f.owner is not None else "None"
            tests.append(f"seat in {table}[{owner}]")
        fn.line(f"return {' and '.join(tests)}")
        fn.finish(end.site.span)
        return str(fn.name)

    def shown(self) -> Writer:
        """What each `show` shows: line, sentence, type of the value, number of the field (-1: it is no field)."""
        fields = list(self.gen.program.fields)
        w = Writer()
        w.line("SHOWN = (")
        for s in self.gen.facts["shown"]:
            line = s.span.line if self.gen.file_of(s.span) else 0
            field = fields.index(s.what.field) if isinstance(s.what, t.FieldZone | t.Load) else -1
            w.line(f"    ({line}, {s.span.text!r}, {type_info(self.gen, s.what.type)}, {field}),")
        w.line(")")
        return w

    def slots(self) -> Writer:
        """Everything in the core that is no field: variables that outlive a pause, ways back, zones of a block."""
        w = Writer()
        layout, facts = self.gen.layout, self.gen.facts
        names: dict[int, tuple[str, str, str]] = {}
        for part in self.gen.module.parts:
            if part in layout.returns:
                names[layout.returns[part]] = (f"{part.name}.back", *_NUMBER)
            for var in part.slots:
                place = layout.variables.get(var)
                if place is not None and place.zone is None:
                    form = (type_info(self.gen, var.type), str(self.gen.codec(var.type)))
                    name, *before = names.get(place.base, (f"{part.name}.{var.name}", *form))
                    # Variables that are never in use together share a place; of several types it holds numbers.
                    names[place.base] = (name, *(form if form == tuple(before) else _NUMBER))
        taken: dict[str, int] = {}
        w.line("SLOTS = (")
        for offset in range(facts["first_slot"], facts["derived"]):
            name, kind, codec = names.get(offset, ("place", *_NUMBER))
            taken[name] = taken.get(name, 0) + 1
            label = name if taken[name] == 1 else f"{name}~{taken[name]}"
            w.line(f"    ({label!r}, {offset}, {kind}, {codec}),")
        w.line(")")
        self.gen.use("TypeInfo")
        return w


_NUMBER = ("TypeInfo('int')", "None")  # type and packing of what is a number and no more


def counted_zones(e: t.Expr) -> set[int]:
    """Identities of the zone values of which an expression reads only how much lies there."""
    counted: set[int] = set()
    for node in walk(e):
        match node:
            case t.Lib(name="count", args=(t.ZoneValue() as of,)):
                counted.add(id(of))
            case t.Op(op="==" | "!=", args=args) if any(is_empty_literal(a) for a in args):
                counted.update(id(a) for a in args)
    return counted


def _zones(zone: t.Zone) -> list[tuple[t.Field, tuple[t.Expr, ...]]]:
    match zone:
        case t.FieldZone(field=f, indices=indices):
            return [(f, indices)]
        case t.EitherZone(then=then, orelse=orelse):
            return [*_zones(then), *_zones(orelse)]
    return []


def _hidden_local(zone: t.Zone) -> bool:
    return isinstance(zone, t.LocalZone) and isinstance(zone.type, PileType)
