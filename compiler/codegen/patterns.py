"""Patterns: moves that follow from what lies on the straight lines through a square, looked up line by line.

"Some ray of squares from here has …" is asked of each square in each direction, after every move again. But what a line
allows depends on its content alone, and a move changes a few lines. So the content of each line is kept in the vector
as one number, in derived places that are brought up to date where the field is written (`upkeep`), and what a content
allows is found once, by the plain nest of loops on a vector that holds nothing else, and remembered
(runtime/support/patterns.py).

A generator is fit for that if it walks one constant domain, and each of its conditions reads the state only at the
member itself, or is one `some ray in T(member) …` that reads it only at members of that ray; all of one field with few
values. T is a constant table of lists; the lines are found from it, whatever the board is.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from attrs import define, evolve, field

from hoyle.compiler import ir
from hoyle.compiler import typed as t
from hoyle.compiler.codegen.base import Shared
from hoyle.compiler.codegen.kept import is_fit, members_of, span
from hoyle.compiler.codegen.moves import Deeds, nest_steps
from hoyle.compiler.codegen.nest_steps import Condition, Loop, Step
from hoyle.compiler.codegen.values import literal
from hoyle.compiler.rewrite import children, free, rebuild
from hoyle.compiler.stages import Stage
from hoyle.compiler.types import (
    IntType,
    ListType,
    MemberType,
    SetType,
    codes_of,
    has_halves,
    is_finite,
    is_optional,
    none_code,
)
from hoyle.compiler.writer import Writer, wrapped

# A shorter domain is scanned as fast; what lies on many lines is written too dearly. The moves of each content of each
# line have a place, for each player: 32 MB of places at most.
_LEAST_MEMBERS, _MOST_LINES_THROUGH, _MOST_LINES, _MOST_CONTENTS = 16, 6, 100, 1 << 22
_MOST_VALUES = 100  # of a field that are looked at, before its lines are counted
_ON_LISTS = {"reverse", "rest"}
_ELEMENTS = {"nth", "first", "last"}
_OF_VALUES = _ON_LISTS | _ELEMENTS | {"count", "sum", "min", "max", "index", "only"}

Line = tuple[int, ...]


@define(eq=False)
class Pattern:
    """Of one generator. lines: owners of the field, in order; rays: (line, member) -> the rays along that line."""

    generator: ir.Generator
    loop: Loop
    conditions: tuple[Condition, ...]
    field: t.Field
    lines: tuple[Line, ...]
    rays: t.Table
    slot: int = 0
    name: str = ""
    finder: str = ""

    @property
    def places(self) -> int:
        return len(self.lines)

    @property
    def low(self) -> int:
        return min(values_of(self.field))

    @property
    def radix(self) -> int:
        return max(values_of(self.field)) - self.low + 1

    @property
    def weights(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """owner of the field, from the lowest -> (place, what one more is worth there) of each line it lies on."""
        assert self.field.owner is not None
        return tuple(
            tuple((self.slot + k, self.radix ** line.index(c)) for k, line in enumerate(self.lines) if c in line)
            for c in span(self.field.owner)
        )


@define(eq=False)
class Patterns:
    """All patterns of a module, found before anything is written."""

    gen: Shared
    patterns: list[Pattern] = field(factory=list)

    def find(self) -> None:
        for generator in () if self.gen.module.debug else self.gen.module.generators:
            pattern = self._pattern(generator)
            if pattern is not None:
                pattern.name = self.gen.unique(f"P_{pattern.loop.var.name}")
                pattern.finder = self.gen.unique(f"along_{len(self.patterns) + 1}")
                self.patterns.append(pattern)

    def place(self, slot: int) -> None:
        """The derived places begin here."""
        for pattern in self.patterns:
            pattern.slot, slot = slot, slot + pattern.places

    @property
    def places(self) -> int:
        return sum(p.places for p in self.patterns)

    def of(self, generator: ir.Generator) -> Pattern | None:
        return next((p for p in self.patterns if p.generator is generator), None)

    def on(self, f: t.Field) -> list[Pattern]:
        """Those that a change of the field may change."""
        return [p for p in self.patterns if p.field is f]

    # -------------------------------------------------------------------------------------------- finding

    def _pattern(self, generator: ir.Generator) -> Pattern | None:
        steps = nest_steps(generator)
        loop, conditions = _walk_and_conditions(steps)
        if loop is None or len(generator.params) != 1 or generator.free:
            return None
        if any(isinstance(s, ir.SkipSame) for s in generator.steps):
            return None
        rays = [c for c in conditions if ray_table(c, loop.var) is not None]
        if len(rays) != 1 or len(members_of(loop)) < _LEAST_MEMBERS:
            return None
        reading = Reading(self.gen)
        if not all(self._reads_lines(reading, c, loop.var, generator.you) for c in conditions):
            return None
        table = ray_table(rays[0], loop.var)
        lines = lines_of(table) if table is not None else ()
        if table is None or len(reading.fields) != 1 or not lines:
            return None
        pattern = Pattern(generator, loop, tuple(conditions), reading.fields[0], lines, _rays_by_line(table, lines))
        return pattern if self._pays(pattern) else None

    def _reads_lines(self, reading: Reading, c: Condition, var: t.Var, you: t.Var) -> bool:
        if not set(free(c.test)) <= {var, you}:
            return False
        own = {var: Kind.MEMBER}
        match c.test:
            case t.Quantified(binds=(bind,), where=where, body=body) if ray_table(c, var) is not None:
                inside = {**own, bind.var: Kind.RAY}
                return all(reading.is_local(e, inside) for e in (where, body) if e is not None)
        return reading.is_local(c.test, own)

    def _pays(self, pattern: Pattern) -> bool:
        assert pattern.field.owner is not None
        through = [sum(c in line for line in pattern.lines) for c in span(pattern.field.owner)]
        if set(members_of(pattern.loop)) - set(pattern.field.owner.codes):
            return False
        if not values_of(pattern.field):
            return False
        if len(pattern.lines) > _MOST_LINES or max(through) > _MOST_LINES_THROUGH:
            return False
        contents: int = sum(pattern.radix ** len(line) for line in pattern.lines)
        return contents * len(self.gen.program.players.codes) <= _MOST_CONTENTS


def values_of(f: t.Field) -> list[int]:
    """All that the field may hold, none included; () if that is not a few whole numbers."""
    if not is_finite(f.type) or has_halves(f.type):
        return []
    codes = codes_of(f.type)
    return [*codes[:_MOST_VALUES], *([none_code(f.type)] if is_optional(f.type) else [])]


def _walk_and_conditions(steps: list[Step]) -> tuple[Loop | None, list[Condition]]:
    """The only loop; None if there are others, or names."""
    loops = [s for s in steps if isinstance(s, Loop)]
    conditions = [s for s in steps if isinstance(s, Condition)]
    only = len(loops) == 1 and len(conditions) == len(steps) - 1
    return (loops[0] if only else None), conditions


def ray_table(c: Condition, var: t.Var) -> t.Table | None:
    """The table T of `some ray in T(var) …`."""
    match c:
        case Condition(t.Quantified(every=False, binds=(bind,)), True):
            match bind.domain:
                case t.Lookup(table=table, indices=(t.Local(var=of),)) if of is var:
                    kind = table.type
                    deep = isinstance(kind, ListType) and isinstance(kind.of, ListType)
                    return table if deep and isinstance(kind.of.of, MemberType) else None  # type: ignore[attr-defined]
    return None


# ------------------------------------------------------------------------------------------------ what is read


class Kind(Enum):
    """What an expression stands for: members of one line in any order, one of them, or something else."""

    RAY = 1
    MEMBER = 2
    OTHER = 3


Kinds = Mapping[t.Var, Kind]


@define(eq=False)
class Reading:
    """Which fields expressions read, if they read nothing but fit fields at members of one line."""

    gen: Shared
    fields: list[t.Field] = field(factory=list)

    def kind(self, e: t.Expr, kinds: Kinds) -> Kind:
        match e:
            case t.Local(var=var):
                return kinds.get(var, Kind.OTHER)
            case t.Lib(name=name, args=(of, *_)) if name in _ELEMENTS:
                return Kind.MEMBER if self.kind(of, kinds) is Kind.RAY else Kind.OTHER
            case t.Lib(name=name, args=(of,)) if name in _ON_LISTS:
                return self.kind(of, kinds)
            case t.Comprehension(element=element, binds=binds):
                is_ray = self.kind(element, self._within(binds, kinds)) is Kind.MEMBER
                return Kind.RAY if is_ray else Kind.OTHER
            case t.Call(function=function, args=args) if function.body is not None:
                return self.kind(function.body, self._called(function, args, kinds))
        return Kind.OTHER

    def is_local(self, e: t.Expr, kinds: Kinds) -> bool:
        """Does it read the state only at members of the line? The fields are noted."""
        if self.gen.stages.of(e) is Stage.BOUND:
            return True
        match e:
            case t.Load(field=f, indices=(at,)) if is_fit(self.gen, f):
                self.fields += [f] if f not in self.fields else []
                return self.kind(at, kinds) is Kind.MEMBER and self.is_local(at, kinds)
            case t.Call(function=function, args=args) if function.body is not None:
                within = self._called(function, args, kinds)
                return all(self.is_local(a, kinds) for a in args) and self.is_local(function.body, within)
            case t.Comprehension(binds=binds) | t.Quantified(binds=binds):
                within = self._within(binds, kinds)
                return all(self.is_local(x.domain if isinstance(x, t.Bind) else x, within) for x in children(e))
            case t.Lib(name=name) if name not in _OF_VALUES:
                return False
            case t.Op() | t.Cond() | t.Lib() | t.Lookup() | t.Collect():
                return all(self.is_local(x, kinds) for x in children(e))
        return False

    def _within(self, binds: tuple[t.Bind, ...], kinds: Kinds) -> Kinds:
        within = dict(kinds)
        for bind in binds:
            within[bind.var] = Kind.MEMBER if self.kind(bind.domain, within) is Kind.RAY else Kind.OTHER
        return within

    def _called(self, function: t.Function, args: tuple[t.Expr, ...], kinds: Kinds) -> Kinds:
        return {p: self.kind(a, kinds) for p, a in zip(function.params, args, strict=True)}


# ------------------------------------------------------------------------------------------------ lines


def lines_of(table: t.Table) -> tuple[Line, ...]:
    """The longest paths "member, then its ray", each in one direction; () if a member is twice on one of them."""
    paths = sorted({_one_way((c, *ray)) for c, rays in _rows(table) for ray in rays}, key=lambda p: (-len(p), p))
    lines: list[Line] = []
    steps: set[Line] = set()  # all paths along the lines found
    for path in paths:
        if path not in steps:
            lines.append(path)
            steps.update(_one_way(path[i:j]) for i in range(len(path)) for j in range(i + 2, len(path) + 1))
    return () if any(len(set(line)) < len(line) or len(line) < 2 for line in lines) else tuple(sorted(lines))


def _one_way(path: Line) -> Line:
    return min(path, path[::-1])


def _rows(table: t.Table) -> list[tuple[int, tuple[Line, ...]]]:
    ((low, _),) = table.dims
    return [(low + i, rays) for i, rays in enumerate(table.data) if rays is not None]


def _rays_by_line(table: t.Table, lines: tuple[Line, ...]) -> t.Table:
    """(line, member) -> the rays of the member along that line, each ray along one line only."""
    along: dict[Line, int] = {}
    for k, line in enumerate(lines):
        for i in range(len(line)):
            for path in (line[i:], line[: i + 1][::-1]):
                for j in range(2, len(path) + 1):
                    along.setdefault(path[:j], k)
    ((low, size),) = table.dims
    data: list[list[tuple[Line, ...]]] = [[()] * size for _ in lines]
    for c, rays in _rows(table):
        for ray in rays:
            data[along[(c, *ray)]][c - low] += (ray,)
    rows = tuple(tuple(row) for row in data)
    return t.Table(f"{table.name}_by_line", ((0, len(lines)), (low, size)), rows, table.type)


# ------------------------------------------------------------------------------------------------ text


def write_finders(patterns: Patterns, deeds: Deeds) -> None:
    """The functions that find the moves along one line, by the plain nest of loops."""
    for pattern in patterns.patterns:
        deed = deeds.by_source[pattern.generator.source]
        fn = patterns.gen.new_function(patterns.gen, pattern.finder)
        fn.may_select = False
        fn.param(pattern.generator.you)
        line = t.Var("line", IntType(0, pattern.places - 1), "param")
        fn.param(line)
        fn.line("out = []")
        fn.nest(_along(pattern, line), lambda fn=fn, deed=deed: fn.line(f"out.append({deeds.number(fn, deed)})"))
        fn.line("return out")
        fn.finish(pattern.generator.source.span, "along a line")


def _along(pattern: Pattern, line: t.Var) -> list[Step]:
    """The steps of the generator, on one line."""
    var, here = pattern.loop.var, t.Local(line.type, line)
    ((_, _), (low, _)) = pattern.rays.dims
    walked = set(members_of(pattern.loop))
    on = tuple(frozenset(low + i for i, rays in enumerate(row) if rays) & walked for row in pattern.rays.data)
    kind = SetType(var.type)
    members = t.Table(f"{pattern.field.name}_on_line", ((0, len(on)),), on, kind)
    rays = t.Lookup(pattern.rays.type, pattern.rays, (here, t.Local(var.type, var)))

    def along(c: Condition) -> Condition:
        if ray_table(c, var) is None:
            return c

        def leave(x: object) -> object:
            return evolve(x, domain=rays) if isinstance(x, t.Bind) and x is c.test.binds[0] else x  # type: ignore[attr-defined]

        return evolve(c, test=rebuild(c.test, leave))

    return [Loop(var, t.Lookup(kind, members, (here,)), False), *(along(c) for c in pattern.conditions)]


def contract(patterns: Patterns) -> Writer:
    """What remembers the moves of each content, of each line and player."""
    w, gen = Writer(), patterns.gen
    for p in patterns.patterns:
        place = gen.layout.fields[p.field]
        addresses = [tuple(place.base + (c - place.dims[0].low) * place.dims[0].stride for c in x) for x in p.lines]
        seats = gen.program.players.codes
        known = f"{p.finder}, INITIAL, {literal(tuple(seats))}, {p.slot}, {p.low}, {p.radix}"
        opening = f"{p.name} = {gen.use('Patterns')}({known}, ("
        for line in wrapped(opening, [literal(x) for x in addresses], "))"):
            w.line(line)
    return w
