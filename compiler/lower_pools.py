"""Which zones may hold undrawn components, and which sentences may have to draw some (semantics 7.7)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import define, frozen

from hoyle.compiler import typed as t
from hoyle.compiler.rewrite import children, free, substitute, walk
from hoyle.compiler.typed import Bind, Expr, Field, Seen, Stmt, Var, Zone
from hoyle.compiler.types import ListType, PileType

Place = Field | Var  # what holds components: all zones of a field, or a local zone


def places(zone: Zone) -> list[Place]:
    """The fields or locals a zone expression may stand for."""
    match zone:
        case t.FieldZone(_, field):
            return [field]
        case t.LocalZone(_, var):
            return [var]
        case t.EitherZone(_, _, then, orelse):
            return [*places(then), *places(orelse)]
    raise TypeError(zone)


def is_pile(zone: Zone) -> bool:
    return isinstance(zone.type, PileType)


def _seers(seen: tuple[Seen, ...], whats: tuple[str, ...]) -> list[bool]:
    """For each owner: does anybody see it?"""
    owners: dict[int | None, bool] = {}
    for clause in seen:
        for owner, seats in clause.seats.items():
            owners[owner] = owners.get(owner, False) or (clause.what in whats and bool(seats))
    return list(owners.values())


def content_seen(place: Place) -> tuple[bool, bool]:
    """Does somebody see the content: for some owner, for every owner?"""
    return _some_all(place, ("content",))


def top_seen(place: Place) -> tuple[bool, bool]:
    """Does somebody see the top, alone or with the rest: for some owner, for every owner?"""
    return _some_all(place, ("content", "top"))


def _some_all(place: Place, whats: tuple[str, ...]) -> tuple[bool, bool]:
    if isinstance(place, Var):
        is_bag = not isinstance(place.type, PileType)
        return is_bag, is_bag
    if not place.seen:
        return True, True
    seers = _seers(place.seen, whats)
    return any(seers), all(seers)


@frozen(eq=False)
class Need:
    """An undrawn identity that an expression reads. `binds`: binders around it that its indices depend on."""

    zone: Zone
    place: str
    binds: tuple[Bind, ...]


_UNORDERED = frozenset({"sum", "min", "max", "count", "sort", "median", "values", "only", "parts"})


@define(eq=False)
class Pools:
    """The static answer for one program. `pooled`: may hold undrawn components; `tokens`: may hold tokens of a pool."""

    program: t.Program
    pooled: set[Place]
    tokens: set[Place]
    _touching: dict[t.Function, bool]

    # ------------------------------------------------------------------------------------------ reading

    def is_pooled(self, zone: Zone) -> bool:
        return any(p in self.pooled for p in places(zone))

    def _hidden(self, zone: Zone, what: str) -> bool:
        seen = top_seen if what == "top" else content_seen
        return any(p in self.pooled and not seen(p)[1] for p in places(zone))

    def needs(self, node: object) -> list[Need]:
        """What must be drawn before the expressions in `node` can be read."""
        return list(self._reads(node, True, ())) if self.pooled else []

    def _reads(self, e: object, ordered: bool, binds: tuple[Bind, ...]) -> Iterator[Need]:
        match e:
            case t.Top(_, zone):
                if self._hidden(zone, "top"):
                    yield self._need(zone, "top", binds)
            case t.ZoneValue(_, zone):
                if self._hidden(zone, "content"):
                    yield self._need(zone, "next" if ordered and is_pile(zone) else "any", binds)
            case t.Lib(_, "count", (t.ZoneValue(),)):
                pass
            case t.Op(_, "==" | "!=", (t.ZoneValue(), other)) | t.Op(_, "==" | "!=", (other, t.ZoneValue())) if _empty(
                other
            ):
                pass
            case t.Op(_, "in", args):
                yield from self._all(args, False, binds)
            case t.Convert(_, to, of):
                yield from self._reads(of, to == "list" and ordered, binds)
            case t.Lib(_, name, args):
                yield from self._all(args, name not in _UNORDERED, binds)
            case t.Comprehension():
                yield from self._comprehension(e, ordered and isinstance(e.type, ListType), binds)
            case t.Quantified():
                yield from self._bound(e.binds, False, binds)
                yield from self._all((e.where, e.body), True, binds + e.binds)
            case t.Call(_, function, args):
                yield from self._all(args, True, binds)
                if self._touches(function):
                    assert function.body is not None
                    mapping = dict(zip(function.params, args, strict=True))
                    yield from self._reads(substitute(function.body, mapping), ordered, binds)
            case t.Can(_, who, deed):
                yield from self._all((who, *deed.args), True, binds)
                yield from self._can(deed, who, binds)
            case t.Score(_, who, component):
                for c in self.program.components:
                    if component in (None, c.name):
                        yield from self._reads(substitute(c.value, {c.you: who}), True, binds)
            case _:
                yield from self._all(children(e), True, binds)

    def _all(self, items: Iterable[object], ordered: bool, binds: tuple[Bind, ...]) -> Iterator[Need]:
        for item in items:
            yield from self._reads(item, ordered, binds)

    def _bound(self, inner: tuple[Bind, ...], ordered: bool, binds: tuple[Bind, ...]) -> Iterator[Need]:
        for i, b in enumerate(inner):
            yield from self._reads(b.domain, ordered, binds + inner[:i])

    def _comprehension(self, e: t.Comprehension, ordered: bool, binds: tuple[Bind, ...]) -> Iterator[Need]:
        yield from self._bound(e.binds, ordered, binds)
        yield from self._all((e.where, e.element), True, binds + e.binds)

    def _can(self, deed: t.Deed, who: Expr, binds: tuple[Bind, ...]) -> Iterator[Need]:
        action = deed.action
        mapping: dict[Var, Expr] = {p.var: a for p, a in zip(action.params, deed.args, strict=False)}
        if action.you is not None:
            mapping[action.you] = who
        rest = tuple(Bind(p.var, substitute(p.domain, mapping)) for p in action.params[len(deed.args) :])
        yield from self._bound(rest, False, binds)
        for h in action.header:
            test = h.value if isinstance(h, t.HeaderLet) else h.test
            yield from self._reads(substitute(test, mapping), True, binds + rest)

    def _need(self, zone: Zone, place: str, binds: tuple[Bind, ...]) -> Need:
        wanted = set(free(zone))
        kept: list[Bind] = []
        for b in reversed(binds):
            if b.var in wanted:
                wanted.update(free(b.domain))
                kept.insert(0, b)
        return Need(zone, place, tuple(kept))

    def _touches(self, function: t.Function) -> bool:
        """Does a define read a hidden pooled zone, directly or through others?"""
        if function not in self._touching:
            self._touching[function] = False
            self._touching[function] = any(self._node_touches(x) for x in walk(function.body))
        return self._touching[function]

    def _node_touches(self, x: object) -> bool:
        match x:
            case t.Top(_, zone) | t.ZoneValue(_, zone):
                return self.is_pooled(zone)
            case t.Call(_, function, _):
                return self._touches(function)
            case t.Can() | t.Score():
                return True
        return False

    # ------------------------------------------------------------------------------------------ statements

    def shows_top(self, zone: Zone) -> bool:
        """Has something of the zone to be uncovered once it lies there undrawn?"""
        return any(p in self.pooled and top_seen(p)[0] for p in places(zone))

    def may_mix(self, zone: Zone) -> bool:
        return any(p in self.tokens for p in places(zone))

    def may_draw(self, s: Stmt) -> bool:
        """May this sentence itself have to draw something (its expressions apart)?"""
        match s:
            case t.MoveZone(form="named", source=source, target=target):
                return self.shows_top(source) or self.may_mix(target)
            case t.MoveZone(source=source, target=target):
                return self.is_pooled(source) or self.may_mix(target)
            case t.Shuffle(zones=zones):
                return any(self.shows_top(z) or self.may_mix(z) for z in zones if is_pile(z))
            case t.Swap(a=a, b=b):
                return self.shows_top(a) or self.shows_top(b)
            case t.Show(what=Zone() as zone):
                return self.may_mix(zone)
        return False


def _empty(e: object) -> bool:
    match e:
        case t.Const(_, value):
            return value in ((), frozenset())
        case t.Collect(_, items):
            return items == ()
    return False


def pools(program: t.Program, stmts: Iterable[Stmt]) -> Pools:
    """Follow `shuffle` and the moves from what was shuffled, to a fixed point."""
    everything = [s for s in stmts if isinstance(s, t.MoveZone | t.Shuffle | t.Swap)]
    pooled: set[Place] = set()
    for s in everything:
        if isinstance(s, t.Shuffle):
            pooled.update(p for z in s.zones if is_pile(z) for p in places(z))
    tokens: set[Place] = set()
    while True:
        before = len(pooled) + len(tokens)
        for s in everything:
            _spread(s, pooled, tokens)
        if len(pooled) + len(tokens) == before:
            return Pools(program, pooled, tokens, {})


def _spread(s: Stmt, pooled: set[Place], tokens: set[Place]) -> None:
    match s:
        case t.MoveZone(form=form, source=source, target=target) if form != "named":
            _flow(places(source), places(target), pooled, tokens)
        case t.Swap(a=a, b=b):
            _flow(places(a), places(b), pooled, tokens)
            _flow(places(b), places(a), pooled, tokens)


def _flow(sources: list[Place], targets: list[Place], pooled: set[Place], tokens: set[Place]) -> None:
    unseen = [p for p in targets if not content_seen(p)[1]]
    if unseen and any(p in pooled for p in sources):
        pooled.update(unseen)
        tokens.update(p for p in (*sources, *unseen) if p in pooled)


def pooled_names(p: Pools, owners: dict[Var, str]) -> frozenset[str]:
    """Keys of fields, and "part:variable" of local zones."""
    return frozenset(x.key if isinstance(x, Field) else f"{owners.get(x, '')}:{x.name}" for x in p.pooled)
