"""The reference interpreter of the rule IR: slow, obvious, independent of generated code.

    game = Interpreter(module)
    game.start()
    while game.kind != "over":
        game.apply(game.moves()[0] if game.kind == "decision" else game.outcomes()[0][0])

A move is (verb, arguments), `PASS` declines; an outcome is the tuple of the values of the chance's items. Values are
those of `hoyle.compiler.types`. At every pause variables that are no slots are dropped and must not be missed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import Any

from hoyle.compiler import ir
from hoyle.compiler import typed as t
from hoyle.compiler.rewrite import free
from hoyle.compiler.types import BoolType, MemberType, SetType, codes_of, is_collection, none_code
from interpreter_expressions import Env, Evaluator, comes_first, is_legal, score
from interpreter_statements import Statements, default_zone
from interpreter_values import elements, is_none, tuples_of, walk_order
from interpreter_zones import Pool, RuleError, ZoneState

PASS: tuple[str, tuple[Any, ...]] = ("pass", ())
Move = tuple[str, tuple[Any, ...]]
ENDLESS = 10_000  # rounds without a pause (semantics 11.7)


class World:
    """The fields of a game and what lies in its zones."""

    def __init__(self, program: t.Program) -> None:
        self.program = program
        self.fields: dict[t.Field, dict[tuple[Any, ...], Any]] = {}
        self.old: World | None = None
        self.won: frozenset[int] | None = None
        for field in program.fields:
            self.fields[field] = {at: self._default(field, at) for at in self.places(field)}

    def places(self, field: t.Field) -> list[tuple[int, ...]]:
        owners: list[tuple[int, ...]] = [()]
        if field.owner is self.program.players:
            owners = [(p,) for p in sorted(self.program.seats)]
        elif field.owner is not None:
            owners = [(c,) for c in field.owner.codes]
        return [(*o, *rest) for o in owners for rest in tuples_of(field.indices)]

    def _default(self, field: t.Field, at: tuple[int, ...]) -> Any:
        env: Env = {field.owner_var: at[0]} if field.owner_var is not None else {}
        value = Evaluator(self, env).value(field.default) if field.default is not None else None
        if field.kind == "zone":
            return default_zone(self.program, field.type, value, field.default)
        if field.default is not None:
            if value is None:
                raise RuleError(f"the default of {field.key} is undefined")
            return value
        return first_value(field.type)

    def load(self, field: t.Field, indices: tuple[Any, ...]) -> Any:
        return self.fields[field].get(indices)

    def zone(self, field: t.Field, indices: tuple[Any, ...]) -> ZoneState | None:
        return self.fields[field].get(indices)

    def before(self) -> World | None:
        return self.old

    def over_winners(self) -> frozenset[int] | None:
        return self.won

    def zones(self) -> list[ZoneState]:
        return [z for places in self.fields.values() for z in places.values() if isinstance(z, ZoneState)]

    def copy(self, pools: dict[Pool, Pool]) -> World:
        new = object.__new__(World)
        new.program, new.old, new.won = self.program, self.old, self.won
        new.fields = {
            f: {at: v.copy(pools) if isinstance(v, ZoneState) else v for at, v in places.items()}
            for f, places in self.fields.items()
        }
        return new


def first_value(type_: Any) -> Any:
    """What a field without a default holds (semantics 7.1)."""
    if is_collection(type_):
        return frozenset() if isinstance(type_, SetType) else ()
    if getattr(type_, "optional", False):
        return none_code(type_)
    return False if isinstance(type_, BoolType) else codes_of(type_)[0]


class Interpreter:
    """One playthrough of a module."""

    def __init__(self, module: ir.Module) -> None:
        self.module = module
        self.world = World(module.program)
        self.env: Env = {}
        self.stack: list[int] = []  # blocks to go on at when parts are over
        self.block = module.main.entry
        self.kind = "new"
        self.ending: str | None = None
        self.broken: list[str] = []  # promises `after` a verb that did not hold (debug builds)
        self.watched: dict[t.Verb, list[World]] = {}

    def clone(self) -> Interpreter:
        new = object.__new__(Interpreter)
        pools: dict[Pool, Pool] = {}
        new.module, new.block, new.kind, new.ending = self.module, self.block, self.kind, self.ending
        new.world = self.world.copy(pools)
        new.env = {v: x.copy(pools) if isinstance(x, ZoneState) else x for v, x in self.env.items()}
        new.stack, new.broken = list(self.stack), list(self.broken)
        new.watched = {v: list(w) for v, w in self.watched.items()}
        return new

    @property
    def evaluator(self) -> Evaluator:
        return Evaluator(self.world, self.env)

    # ------------------------------------------------------------------------------------------ running

    def start(self) -> None:
        self.run(self.module.main.entry)

    def run(self, number: int) -> None:
        """From a block to the next pause."""
        visits: Counter[int] = Counter()
        while True:
            visits[number] += 1
            if visits[number] > ENDLESS:
                raise RuleError("a loop goes on without a pause")
            block = self.module.blocks[number]
            Statements(self).run(block.stmts)
            following = self._end(block)
            if following is None:
                return
            number = following

    def _end(self, block: ir.Block) -> int | None:
        """The block to go on at, or None at a pause."""
        match block.end:
            case ir.Goto(target):
                return target
            case ir.Branch(test, then, orelse):
                value = self.evaluator.value(test)
                if value is None:
                    raise RuleError("a test is undefined")
                return then if value else orelse
            case ir.Invoke(part, args, target):
                self.enter_part(part, args)
                self.stack.append(target)
                return part.entry
            case ir.Leave():
                return self.stack.pop()
            case ir.Over(ending, winners):
                self._over(ending, winners)
                return None
            case ir.Decide(site):
                return self._decide(block.number, site)
            case ir.Chance(site, target):
                return self._chance(block.number, site, target)
        raise TypeError(block.end)

    def enter_part(self, part: ir.Part, args: tuple[t.Expr, ...]) -> None:
        values = self.evaluator.values(args)
        if values is None:
            raise RuleError("an argument is undefined")
        self.env.update(zip(part.params, values, strict=True))

    def _over(self, ending: str, winners: t.Expr | None) -> None:
        self.kind, self.ending = "over", ending
        if winners is not None:
            found = self.evaluator.value(winners)
            if found is None:
                raise RuleError("the winners are undefined")
            self.world.won = found if isinstance(found, frozenset) else frozenset({found})
        else:
            self.world.won = self._ranked()
        self.env, self.stack = {}, []

    def _ranked(self) -> frozenset[int]:
        program = self.world.program
        if program.winner is None:
            return frozenset()
        ranking = Evaluator(self.world, {}).value(program.winner)
        if not ranking:
            return frozenset()
        first = ranking[0] if isinstance(ranking[0], frozenset) else frozenset({ranking[0]})
        of = program.winner.type.of  # type: ignore[attr-defined]
        of = getattr(of, "of", of)
        if isinstance(of, MemberType) and of.domain.kind == "team":
            return frozenset().union(*(program.teams[of.domain.label(c)] for c in first))
        return first

    def _pause(self, number: int) -> None:
        self.block = number
        slots = {v for p in self.module.parts for v in p.slots}
        self.env = {v: x for v, x in self.env.items() if v in slots}

    # ------------------------------------------------------------------------------------------ decisions

    def _decide(self, number: int, site: ir.DecisionSite) -> int | None:
        if not self._choices(site):
            if site.none_target is None:
                raise RuleError(f"{site.label}: nothing is legal")
            return site.none_target
        self._pause(number)
        self.kind = "decision"
        return None

    @property
    def site(self) -> ir.DecisionSite:
        end = self.module.blocks[self.block].end
        assert isinstance(end, ir.Decide)
        return end.site

    @property
    def player(self) -> int:
        """The seat that decides."""
        found: int = self.evaluator.value(self.site.who)
        return found

    def _choices(self, site: ir.DecisionSite) -> list[tuple[Move, ir.Alternative]]:
        who = self.evaluator.value(site.who)
        if who is None or is_none(who, site.who.type) or who not in self.world.program.deciding:
            return []
        found: dict[Move, ir.Alternative] = {}
        for alternative in site.alternatives:
            for args in self.tuples(alternative, who):
                verb = verb_of(alternative.generator.source)
                found.setdefault((verb, args), alternative)
        return list(found.items())

    def tuples(self, alternative: ir.Alternative, who: int) -> list[tuple[Any, ...]]:
        """The legal tuples of one deed, from its generator's steps."""
        generator = alternative.generator
        if alternative.uses is not None and self.evaluator.value(alternative.uses) <= 0:
            return []
        fixed = self.evaluator.values(alternative.args)
        assert fixed is not None
        return run_generator(self.world, generator, who, tuple(fixed), {v: self.env[v] for v in generator.free})

    def moves(self) -> list[Move]:
        """All legal moves in order, `PASS` last if declining is possible."""
        found = [move for move, _ in self._choices(self.site)]
        return [*found, PASS] if self.site.pass_target is not None else found

    def apply(self, x: Any) -> None:
        """Make a move, or let chance have this outcome; run to the next pause."""
        if self.kind == "chance":
            self._apply_outcome(x)
            return
        site = self.site
        if x == PASS and site.pass_target is not None:
            self.run(site.pass_target)
            return
        alternative = dict(self._choices(site))[x]
        self.env.update(zip(alternative.binds, x[1], strict=True))
        self.run(alternative.target)

    # ------------------------------------------------------------------------------------------ chance

    def _chance(self, number: int, site: ir.ChanceSite, target: int) -> int | None:
        found = self._outcomes(site)
        if not found:
            raise RuleError(f"{site.label}: there is nothing to be had")
        if len(found) == 1:
            self.env.update(zip((item.var for item in site.items), found[0][0], strict=True))
            return target
        self._pause(number)
        self.kind = "chance"
        return None

    def outcomes(self) -> list[tuple[tuple[Any, ...], Fraction]]:
        """Distinct outcomes in lexicographic domain order with probabilities that sum to one."""
        end = self.module.blocks[self.block].end
        assert isinstance(end, ir.Chance)
        return self._outcomes(end.site)

    def _outcomes(self, site: ir.ChanceSite) -> list[tuple[tuple[Any, ...], Fraction]]:
        found: list[tuple[tuple[Any, ...], Fraction]] = [((), Fraction(1))]
        for item in site.items:
            each = self._item(item)
            found = [((*a, v), p * q) for a, p in found for v, q in each]
        if site.until is not None:
            kept = []
            for values, p in found:
                env = {**self.env, **dict(zip((i.var for i in site.items), values, strict=True))}
                if Evaluator(self.world, env).holds(site.until):
                    kept.append((values, p))
            total = sum((p for _, p in kept), Fraction(0))
            found = [(values, p / total) for values, p in kept]
        return found

    def _item(self, item: ir.ChanceItem) -> list[tuple[Any, Fraction]]:
        match item:
            case ir.RollOne(_, type_):
                codes = codes_of(type_)
                return [(c, Fraction(1, len(codes))) for c in codes]
            case ir.RollMany(_, type_, number):
                return _bags(codes_of(type_), self.evaluator.value(number))
            case ir.DrawOf(_, source):
                members = elements(self.evaluator.value(source))
                weights = Counter(members)
                ordered = sorted(weights, key=walk_order)
                return [(v, Fraction(weights[v], len(members))) for v in ordered]
            case ir.DrawFrom(_, zone):
                return self._unknown(zone, "draw")
            case ir.Uncover(_, zone, place):
                return self._unknown(zone, place)

    def _unknown(self, zone: t.Zone, place: str) -> list[tuple[Any, Fraction]]:
        state = self.evaluator.zone(zone)
        if state is None:
            raise RuleError("a zone is undefined")
        return [] if state.empty else list(state.outcomes(place).items())

    def _apply_outcome(self, values: tuple[Any, ...]) -> None:
        end = self.module.blocks[self.block].end
        assert isinstance(end, ir.Chance) and values in [v for v, _ in self.outcomes()]
        self.env.update(zip((item.var for item in end.site.items), values, strict=True))
        self.run(end.target)

    # ------------------------------------------------------------------------------------------ what people see of it

    def scores(self, seat: int) -> dict[str, int]:
        """The components that count for a seat."""
        mine = [c.name for c in self.world.program.components if seat in c.seats]
        return {name: _known(score(self.world, seat, name)) for name in mine}

    def total(self, seat: int) -> int:
        return _known(score(self.world, seat, None))

    def winners(self) -> frozenset[int]:
        return self.world.won or frozenset()

    def core(self) -> tuple[Any, ...]:
        """Everything that makes two positions equal, as one hashable value."""
        pools: dict[Pool, int] = {}
        fields = tuple(_frozen(v, pools) for places in self.world.fields.values() for v in places.values())
        slots = [v for p in self.module.parts for v in p.slots]
        variables = tuple(_frozen(self.env[v], pools) if v in self.env else 0 for v in slots)
        contents = tuple(tuple(sorted(p.content.elements())) for p in pools)
        block = -1 if self.kind == "over" else self.block
        return (self.kind, block, self.ending, tuple(self.stack), fields, variables, contents)


def _frozen(v: Any, pools: dict[Pool, int]) -> Any:
    if not isinstance(v, ZoneState):
        return v
    pool = pools.setdefault(v.pool, len(pools)) if v.pool is not None else -1
    return tuple(v.prefix), tuple(sorted(v.rest.elements())), v.tokens, pool


def _known(value: int | None) -> int:
    if value is None:
        raise RuleError("a score is undefined")
    return value


def verb_of(source: t.Action | t.Choose) -> str:
    """How a move is called (semantics 21.1)."""
    return source.name if isinstance(source, t.Action) else "choose"


def _bags(codes: Sequence[int], number: int) -> list[tuple[Any, Fraction]]:
    """Multisets of `number` values with their multinomial probabilities, in lexicographic order."""
    if number < 0:
        raise RuleError("fewer than no dice")
    total = len(codes) ** number
    found: list[tuple[Any, Fraction]] = []
    for bag in combinations_with_replacement(codes, number):
        ways = factorial(number) // prod(factorial(n) for n in Counter(bag).values())
        found.append((bag, Fraction(ways, total)))
    return found


def run_generator(
    world: World, generator: ir.Generator, who: int, fixed: tuple[Any, ...], env: Env
) -> list[tuple[Any, ...]]:
    """The tuples a generator yields, in the order of the parameters."""
    found: list[tuple[Any, ...]] = []
    assert len(fixed) == generator.fixed
    _steps(world, generator, early(generator.steps), fixed, {**env, generator.you: who}, found)
    return found


def early(steps: tuple[ir.Step, ...]) -> list[ir.Step]:
    """Every guard and `let` as soon as its variables are bound: what is yielded stays the same, it takes less time."""
    own = {s.var for s in steps if not isinstance(s, ir.Guard | ir.SkipSame)}
    waiting = [s for s in steps if isinstance(s, ir.Guard | ir.Let)]
    bound: set[t.Var] = set()
    out: list[ir.Step] = []
    for step in steps:
        if isinstance(step, ir.Each | ir.Bound):
            out.append(step)
            bound.add(step.var)
            for s in list(waiting):
                if bound.issuperset(v for v in free(s) if v in own):
                    waiting.remove(s)
                    out.append(s)
                    bound.update({s.var} if isinstance(s, ir.Let) else ())
    return [*out, *waiting, *(s for s in steps if isinstance(s, ir.SkipSame))]


def _steps(
    world: World, generator: ir.Generator, steps: list[ir.Step], fixed: tuple[Any, ...], env: Env, found: list[Any]
) -> None:
    if not steps:
        found.append(tuple(env[v] for v in generator.params))
        return
    step, rest = steps[0], steps[1:]
    evaluator = Evaluator(world, env)
    match step:
        case ir.Each(var, domain, _):
            for v in elements(evaluator.value(domain) or (), kinds=True):
                _steps(world, generator, rest, fixed, {**env, var: v}, found)
        case ir.Bound(var, domain, position):
            if fixed[position] in elements(evaluator.value(domain) or ()):
                _steps(world, generator, rest, fixed, {**env, var: fixed[position]}, found)
        case ir.Let(var, value):
            _steps(world, generator, rest, fixed, {**env, var: evaluator.value(value)}, found)
        case ir.Guard(_, test):
            if evaluator.holds(test):
                _steps(world, generator, rest, fixed, env, found)
        case ir.SkipSame():
            if not _said_before(world, generator, fixed, evaluator, step):
                _steps(world, generator, rest, fixed, env, found)


def _said_before(
    world: World, generator: ir.Generator, fixed: tuple[Any, ...], evaluator: Evaluator, step: ir.SkipSame
) -> bool:
    """Is the other way to say this move legal too, and does it come first?"""
    other = evaluator.values(step.args) if evaluator.holds(step.test) else None
    if other is None or tuple(other[: generator.fixed]) != fixed:
        return False
    assert isinstance(generator.source, t.Action)
    mine = tuple(evaluator.env[v] for v in generator.params)
    who = evaluator.env[generator.you]
    return comes_first(world, generator.source, who, tuple(other), mine) and is_legal(
        world, generator.source, who, tuple(other)
    )


__all__ = ["PASS", "Interpreter", "Move", "RuleError", "World"]
