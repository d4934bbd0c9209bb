"""Which zones may hold undrawn components, and which sentences may have to draw some (semantics 7.7)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from attrs import define, frozen

from hoyle.compiler import typed as t
from hoyle.compiler.rewrite import children, free, substitute, walk
from hoyle.compiler.typed import Bind, Expr, Field, Stmt, Var, Zone
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


@define(eq=False)
class Sight:
    """What the declarations say about who sees a place: (for some owner, for every owner) somebody does."""

    program: t.Program

    def content(self, place: Place) -> tuple[bool, bool]:
        """Does somebody see the content?"""
        return self._some_all(place, ("content",))

    def top(self, place: Place) -> tuple[bool, bool]:
        """Does somebody see the top, alone or with the rest?"""
        return self._some_all(place, ("content", "top"))

    def _some_all(self, place: Place, whats: tuple[str, ...]) -> tuple[bool, bool]:
        if isinstance(place, Var):
            is_bag = not isinstance(place.type, PileType)
            return is_bag, is_bag
        if not place.seen:
            return True, True
        absent = place.owner is self.program.players
        owners = {o for s in place.seen for o in s.seats if not (absent and o not in self.program.seats)}
        seers = [any(s.seats.get(o) for s in place.seen if s.what in whats) for o in owners]
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
    """The static answer for one program.

    pooled: may hold undrawn components. tokens: may hold tokens of a pool. mixing: may hold tokens and known components
    in its rest at once.
    """

    program: t.Program
    pooled: set[Place]
    tokens: set[Place]
    mixing: set[Place]
    sight: Sight
    _touching: dict[t.Function, bool]

    # ------------------------------------------------------------------------------------------ reading

    def is_pooled(self, zone: Zone) -> bool:
        return any(p in self.pooled for p in places(zone))

    def all_pooled(self, zone: Zone) -> bool:
        """May undrawn components lie there, whichever zone it is?"""
        return all(p in self.pooled for p in places(zone))

    def _hidden(self, zone: Zone, what: str) -> bool:
        seen = self.sight.top if what == "top" else self.sight.content
        return any(p in self.pooled and not seen(p)[1] for p in places(zone))

    def always_shown(self, zone: Zone) -> bool:
        """Does somebody see all that lies there, whoever owns it?"""
        return all(self.sight.content(p)[1] for p in places(zone))

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
            case t.TheOne():
                yield from self._bound((e.bind,), False, binds)
                yield from self._reads(e.where, True, (*binds, e.bind))
            case t.Rank():
                yield from self._bound((e.bind,), True, binds)
                yield from self._all((e.where, *(key for _, key in e.keys)), True, (*binds, e.bind))
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
        return any(p in self.pooled and self.sight.top(p)[0] for p in places(zone))

    def may_mix(self, zone: Zone) -> bool:
        return any(p in self.mixing for p in places(zone))

    def may_hold_tokens(self, zone: Zone) -> bool:
        return any(p in self.tokens for p in places(zone))

    def top_is_known(self, zone: Zone) -> bool:
        """Between two sentences: what somebody sees was drawn."""
        return all(p not in self.pooled or self.sight.top(p)[1] for p in places(zone))

    def draws_single(self, s: t.MoveZone) -> bool:
        """Is it one component that may have to be drawn? Not if it is a top that everybody sees."""
        one = isinstance(s.amount, t.Const) and s.amount.value in (0, 1) and s.form == "top"
        return not (one and is_pile(s.source) and self.top_is_known(s.source))

    def mixes(self, target: Zone) -> bool:
        """May a known component that is put there lie among tokens?"""
        return not is_pile(target) and self.may_mix(target)

    def swap_uncovers(self, a: Zone, b: Zone) -> bool:
        """Zones of which as much is seen have nothing new to show after a swap."""
        alike = self._seen_of(a) == self._seen_of(b)
        return (self.shows_top(a) or self.shows_top(b)) and not (alike and self._seen_of(a) is not None)

    def _seen_of(self, zone: Zone) -> str | None:
        """What is seen of it whoever owns it; None if that depends."""
        of = places(zone)
        if all(self.sight.content(p) == (True, True) for p in of):
            return "content"
        only_top = all(self.sight.content(p) == (False, False) and self.sight.top(p) == (True, True) for p in of)
        return "top" if only_top else None

    def may_draw(self, s: Stmt) -> bool:
        """May this sentence itself have to draw something (its expressions apart)?"""
        match s:
            case t.MoveZone(form="named", source=source, target=target):
                return self.shows_top(source) or self.mixes(target)
            case t.MoveZone(source=source, target=target):
                return (self.is_pooled(source) and self.draws_single(s)) or self.shows_top(source) or self.mixes(target)
            case t.Shuffle(zones=zones):
                return any(self.shows_top(z) or self.may_mix(z) for z in zones if is_pile(z))
            case t.Swap(a=a, b=b):
                return self.swap_uncovers(a, b)
            case t.Show(what=Zone() as zone):
                return self.may_hold_tokens(zone)
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
    sight = Sight(program)
    _fixed_point(everything, pooled, tokens, sight)
    return Pools(program, pooled, tokens, _mixing(everything, tokens), sight, {})


def _fixed_point(everything: Sequence[Stmt], pooled: set[Place], tokens: set[Place], sight: Sight) -> None:
    before = -1
    while len(pooled) + len(tokens) != before:
        before = len(pooled) + len(tokens)
        for s in everything:
            for sources, targets in _flows(s):
                unseen = [p for p in targets if not sight.content(p)[1]]
                if unseen and any(p in pooled for p in sources):
                    pooled.update(unseen)
                    tokens.update(p for p in (*sources, *unseen) if p in pooled)


def _mixing(everything: Sequence[Stmt], tokens: set[Place]) -> set[Place]:
    """Bags with tokens, piles that are shuffled with tokens in them, and where these may be moved as a whole."""
    shuffled = {p for s in everything if isinstance(s, t.Shuffle) for z in s.zones for p in places(z)}
    mixing = {p for p in tokens if p in shuffled or not _holds_pile(p)}
    before = -1
    while len(mixing) != before:
        before = len(mixing)
        for s in everything:
            if isinstance(s, t.Swap) or (isinstance(s, t.MoveZone) and s.form == "all"):
                for sources, targets in _flows(s):
                    if any(p in mixing for p in sources):
                        mixing.update(p for p in targets if p in tokens)
    return mixing


def _holds_pile(place: Place) -> bool:
    return isinstance(place.type, PileType)


def _flows(s: Stmt) -> list[tuple[list[Place], list[Place]]]:
    """From where to where the sentence may move undrawn components."""
    match s:
        case t.MoveZone(form=form, source=source, target=target) if form != "named":
            return [(places(source), places(target))]
        case t.Swap(a=a, b=b):
            return [(places(a), places(b)), (places(b), places(a))]
    return []


def pooled_names(p: Pools, owners: dict[Var, str]) -> frozenset[str]:
    """Keys of fields, and "part:variable" of local zones."""
    return frozenset(x.key if isinstance(x, Field) else f"{owners.get(x, '')}:{x.name}" for x in p.pooled)
