"""Mistakes that people make in rules, as changes of a syntax tree: for each node the ways to get it wrong."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from attrs import evolve, field, frozen

from hoyle.dsl import nodes as n
from hoyle.runtime.verification.mutation.places import Site, only_announces, sites

Change = tuple[str, n.Node | None]  # the kind of change, and what the node becomes (None: it is left out)

_COMPARED: Final = {
    "==": ("!=",),
    "!=": ("==",),
    "<": ("<=", ">"),
    "<=": ("<", ">="),
    ">": (">=", "<"),
    ">=": (">", "<="),
    "in": ("not in",),
    "not in": ("in",),
}
_OPERATORS: Final = {"and": "or", "or": "and", "+": "-", "-": "+", "*": "+", "//": "*", "%": "//"}
_FUNCTIONS: Final = {
    "min": "max",
    "max": "min",
    "first": "last",
    "last": "first",
    "left": "right",
    "right": "left",
    "sum": "max",
    "median": "max",
}
_TIES: Final = ("cancel", "share", "friendly", "never")
_SEATS: Final = {"others": "players", "players": "others"}
_SIMPLE: Final = (
    n.Assign,
    n.CallStmt,
    n.Roll,
    n.Shuffle,
    n.Move,
    n.Award,
    n.Show,
    n.Do,
    n.Stop,
    n.Next,
    n.Return,
    n.EndGame,
    n.Must,
    n.Choose,
    n.If,
    n.For,
    n.Repeat,
    n.Same,
)


@frozen
class Lists:
    """The members of enumerations, tables and options: for each the others of its list, in order."""

    others: Mapping[str, tuple[str, ...]] = field(factory=dict)

    def another(self, name: str) -> str | None:
        """The member that follows a name in its list; None if the name is none, or stands alone."""
        found = self.others.get(name, ())
        place = found.index(name) if name in found else 0
        return found[(place + 1) % len(found)] if len(found) > 1 else None


def lists_of(trees: tuple[n.File, ...]) -> Lists:
    found: dict[str, tuple[str, ...]] = {}
    for site in (s for tree in trees for s in sites(tree)):
        names: tuple[str, ...] = ()
        match site.node:
            case n.EnumDecl(members=members):
                names = tuple(m.text for m in members)
            case n.OptionChoice(words=words):
                names = tuple(w.text for w in words)
            case n.NamedPlayers(names=seats):
                names = tuple(s.text for s in seats)
            case n.Table(rows=rows):
                cells = (row.cells[0].value for row in rows[1:])
                names = tuple(cell.id for cell in cells if isinstance(cell, n.Name))
        for name in names:
            found.setdefault(name, names)
    return Lists(found)


def changes(site: Site, lists: Lists) -> Iterator[Change]:
    """All ways to get this node wrong."""
    if any(isinstance(s.node, n.Cell) for s in site.above):
        yield from _in_cell(site, lists)
        return
    match site.node:
        case n.TypeExpr():
            yield from _type(site.node)
        case n.Expr():
            if not isinstance(site.parent, n.TypeExpr):
                yield from _expression(site, site.node, lists)
        case n.Require() | n.RequireDefined():
            yield "dropped", None
            if isinstance(site.node, n.Require):
                yield "negated", evolve(site.node, test=_not(site.node.test))
        case n.Stmt():
            yield from _statement(site.node)
        case n.Decl():
            yield from _declaration(site.node)
        case _:
            yield from _part(site)


# ------------------------------------------------------------------------------------------------ expressions


def _not(e: n.Expr) -> n.Expr:
    return e.operand if isinstance(e, n.Unary) and e.op == "not" else n.Unary("not", e, span=e.span)


def _expression(site: Site, e: n.Expr, lists: Lists) -> Iterator[Change]:
    match e:
        case n.Int(value=value):
            yield "changed", evolve(e, value=value + 1)
            if value > 0:
                yield "changed", evolve(e, value=value - 1)
        case n.Half(whole=whole):
            yield "changed", n.Int(whole, span=e.span)
        case n.Bool(value=value):
            yield "changed", evolve(e, value=not value)
        case n.Name(id=name):
            if other := _SEATS.get(name) or (None if _is_bound(site, name) else lists.another(name)):
                yield "changed", evolve(e, id=other)
        case n.Compare(op=op):
            yield from (("changed", evolve(e, op=other)) for other in _COMPARED[op])
        case n.Binary(op=op, left=left, right=right) if op in _OPERATORS:
            yield "changed", evolve(e, op=_OPERATORS[op])
            if op in ("and", "or"):
                yield "changed", left
                yield "changed", right
        case n.Unary(operand=operand):
            yield "changed", operand
        case n.IfElse(value=value, orelse=orelse):
            yield "changed", evolve(e, value=orelse, orelse=value)
        case n.Call(func=n.Name(id=name) as func, args=args):
            if name in _FUNCTIONS:
                yield "changed", evolve(e, func=evolve(func, id=_FUNCTIONS[name]))
            if name in ("reverse", "sort") and len(args) == 1:
                yield "changed", args[0]
        case _:
            yield from _over_many(e)


def _is_bound(site: Site, name: str) -> bool:
    """Is the name one that stands for something here, a parameter or a binder?"""
    for above in site.above:
        match above.node:
            case n.Action(params=params) | n.Procedure(params=params):
                if any(p.name.text == name for p in params):
                    return True
            case n.Define(params=params) | n.DefineCases(params=params):
                if any(p.name.text == name for p in params or ()):
                    return True
    return False


def _over_many(e: n.Expr) -> Iterator[Change]:
    match e:
        case n.Quantified(quantifier=word):
            yield "changed", evolve(e, quantifier={"some": "every", "every": "some", "no": "some"}[word])
        case n.Comprehension(binders=binders) if binders.where is not None:
            yield "changed", evolve(e, binders=evolve(binders, where=None), selects=False)
        case n.Rank(keys=keys, ties=ties, where=where):
            for i, key in enumerate(keys):
                other = evolve(key, sense="least" if key.sense == "most" else "most")
                yield "changed", evolve(e, keys=(*keys[:i], other, *keys[i + 1 :]))
                if len(keys) > 1:
                    yield "changed", evolve(e, keys=(*keys[:i], *keys[i + 1 :]))
            yield from (("changed", evolve(e, ties=word)) for word in _TIES if word != ties)
            if where is not None:
                yield "changed", evolve(e, where=None)


# ------------------------------------------------------------------------------------------------ tables, types


def _in_cell(site: Site, lists: Lists) -> Iterator[Change]:
    """One change of each thing in a cell; names of rows and heads of columns are left alone."""
    cell = next(s for s in site.above if isinstance(s.node, n.Cell))
    row = cell.path[-2:]
    if row[0][0] != "rows" or row[0][1] == 0 or row[1][1] == 0:
        return
    match site.node:
        case n.Int(value=value):
            yield "changed", evolve(site.node, value=value + 1)
        case n.Bool(value=value):
            yield "changed", evolve(site.node, value=not value)
        case n.Name(id=name):
            if (other := lists.another(name)) is not None:
                yield "changed", evolve(site.node, id=other)
        case n.Deeds(items=items, joiner=joiner) if len(items) > 1:
            yield "changed", evolve(site.node, joiner="and" if joiner == "or" else "or")
            yield from (("changed", evolve(site.node, items=(*items[:i], *items[i + 1 :]))) for i in range(len(items)))
        case n.Deed(times=times) if times is not None:
            yield "changed", evolve(site.node, times=None)
        case n.Binary(op=op) if op in _OPERATORS:
            yield "changed", evolve(site.node, op=_OPERATORS[op])


def _type(e: n.TypeExpr) -> Iterator[Change]:
    match e:
        case n.RangeType(high=n.Int(value=value) as high):
            yield "changed", evolve(e, high=evolve(high, value=value - 1))
            yield "changed", evolve(e, high=evolve(high, value=value + 1))
        case n.BuiltType(args=(n.Int(value=value) as first, *rest)):
            yield "changed", evolve(e, args=(evolve(first, value=value + 1), *rest))


# ------------------------------------------------------------------------------------------------ statements


def _statement(s: n.Stmt) -> Iterator[Change]:
    if isinstance(s, _SIMPLE):
        yield "dropped", None
    match s:
        case n.Assign(op=op):
            yield from (("changed", evolve(s, op=other)) for other in {"+=": ("-=",), "-=": ("+=",)}.get(op, ()))
        case n.Move(form=form, source=source, target=target):
            yield "changed", evolve(s, source=target, target=source)
            if form == "up to":
                yield "changed", evolve(s, form="one")
        case n.If(branches=branches, orelse=orelse):
            yield from _if(s, branches, orelse)
        case n.For(binders=binders) | n.Choose(binders=binders) | n.Simultaneously(binders=binders):
            if binders.where is not None:
                yield "changed", evolve(s, binders=evolve(binders, where=None))
        case n.Repeat(form="while" | "until" as form):
            yield "changed", evolve(s, form="until" if form == "while" else "while")
        case n.Turns():
            yield from _turns(s)
        case n.EndGame(won_by=won_by) if won_by is not None:
            yield "changed", evolve(s, won_by=None)
        case n.Roll(until=until) if until is not None:
            yield "changed", evolve(s, until=None)
    if isinstance(s, n.Must | n.Choose):
        yield from _asking(s)


def _if(s: n.If, branches: tuple[tuple[n.Expr, n.Block], ...], orelse: n.Block | None) -> Iterator[Change]:
    for i, (test, block) in enumerate(branches):
        yield "changed", evolve(s, branches=(*branches[:i], (_not(test), block), *branches[i + 1 :]))
        if len(branches) > 1 and not only_announces(block):
            yield "branch", evolve(s, branches=(*branches[:i], *branches[i + 1 :]))
    if orelse is not None and not only_announces(orelse):
        yield "no_else", evolve(s, orelse=None)


def _turns(s: n.Turns) -> Iterator[Change]:
    if s.start is not None:
        yield "changed", evolve(s, start=None)
    if s.order is not None:
        yield "changed", evolve(s, order=None)
        turned = n.Call(n.Name("reverse"), (s.order,), span=s.order.span)
        yield "changed", evolve(s, order=turned)
    if s.until is not None:
        yield "changed", evolve(s, until=None)


def _asking(s: n.Must | n.Choose) -> Iterator[Change]:
    if s.modal == "must" and not s.otherwise:
        yield "changed", evolve(s, modal="may")
    elif s.modal == "may":
        yield "changed", evolve(s, modal="must", if_able=True)
    if s.otherwise and s.modal == "must":
        yield "no_otherwise", evolve(s, otherwise=(), if_able=True)
    if s.who is not None:
        yield "changed", evolve(s, who=None)
    if isinstance(s, n.Must):
        items, joiner = s.deeds.items, s.deeds.joiner
        if len(items) > 1:
            yield "changed", evolve(s, deeds=evolve(s.deeds, joiner="and" if joiner == "or" else "or"))
        for i in range(len(items) if len(items) > 1 else 0):
            yield "changed", evolve(s, deeds=evolve(s.deeds, items=(*items[:i], *items[i + 1 :])))


# ------------------------------------------------------------------------------------------------ declarations


def _declaration(d: n.Decl) -> Iterator[Change]:
    match d:
        case n.Reaction(when=when, test=test):
            yield "dropped", None
            if test is not None:
                yield "changed", evolve(d, test=_not(test))
                yield "changed", evolve(d, test=None)
            if when == "instead":
                yield "changed", evolve(d, when="after")
        case n.OptionChoice(words=words, default=default) if len(words) > 1:
            first = words[0].text if default is None else default.text
            place = next((i for i, w in enumerate(words) if w.text == first), 0)
            yield "changed", evolve(d, default=words[(place + 1) % len(words)])
        case n.AddRequire():
            yield "dropped", None
        case n.ReplaceRequire(test=test):
            yield "changed", evolve(d, test=_not(test))


def _part(site: Site) -> Iterator[Change]:
    match site.node:
        case n.Case(test=test):
            if test is not None:
                yield "dropped", None
        case n.Visibility(who=n.Name(id=who) as name):
            other = {"all": "owner", "owner": "all", "nobody": "all"}.get(who)
            if other is not None:
                yield "changed", evolve(site.node, who=evolve(name, id=other))
        case n.Visibility():
            yield "dropped", None
        case n.Component():
            if isinstance(site.parent, n.Scoring) and len(site.parent.components) > 1:
                yield "dropped", None
        case n.Binders(where=where) if where is not None:
            if isinstance(site.parent, n.Quantified):
                yield "changed", evolve(site.node, where=None)
        case n.Deed(times=times) if times is not None:
            yield "changed", evolve(site.node, times=None)
