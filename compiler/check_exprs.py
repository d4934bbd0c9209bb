"""Expressions: names are resolved, types inferred (ranges by interval arithmetic), constants folded (semantics 2 to 5).

`expected` is a hint, never a demand: it says which member a bare name means, that `7` is a row of a table, that `{a}`
is a bag. Who needs a certain type calls `coerce`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hoyle.compiler import check_library, check_refs
from hoyle.compiler import typed as t
from hoyle.compiler.context import Context, broken
from hoyle.compiler.evaluate import NotConstantError, evaluate
from hoyle.compiler.intervals import arithmetic, join
from hoyle.compiler.scope import Scope
from hoyle.compiler.types import (
    BOOL,
    ERROR,
    NONE,
    NONE_TYPE,
    SENTENCE,
    BagType,
    BoolType,
    ErrorType,
    IntType,
    ListType,
    MemberType,
    NoneType,
    PileType,
    SentenceType,
    SetType,
    Type,
    as_int,
    is_collection,
    is_number,
    is_optional,
    none_code,
    required,
)
from hoyle.dsl import nodes as n
from hoyle.dsl.span import Span

RANGE_LIMIT = 65_536


def expr(scope: Scope, node: n.Expr, expected: Type | None = None) -> t.Expr:
    """The typed expression for a node; of ERROR type after a report."""
    checked = _expr(scope, node, expected)
    return fold(checked)


def _expr(scope: Scope, node: n.Expr, expected: Type | None) -> t.Expr:
    span = node.span
    match node:
        case n.Name():
            return check_refs.name(scope, node, expected)
        case n.Int(value=value):
            return _integer(value, expected, span)
        case n.Bool(value=value):
            return t.Const(BOOL, value, span=span)
        case n.NoneValue():
            return t.Const(NONE_TYPE, none_code(expected) if expected else NONE, span=span)
        case n.ListOf(items=items):
            return _collect(scope, items, expected, ListType, span)
        case n.SetOf(items=items):
            kind = BagType if isinstance(expected, BagType) else SetType
            return _collect(scope, items, expected, kind, span)
        case n.Comprehension():
            return _comprehension(scope, node, expected)
        case n.Attr() | n.Index():
            return check_refs.attribute_or_index(scope, node, expected)
        case n.Call():
            return check_refs.call(scope, node, expected)
        case n.Unary(op="not", operand=operand):
            return t.Op(BOOL, "not", (condition(scope, operand),), span=span)
        case n.Unary(operand=operand):
            return _negative(scope, operand, span)
        case n.Binary(op="and" | "or" as op, left=left, right=right):
            return t.Op(BOOL, op, (condition(scope, left), condition(scope, right)), span=span)
        case n.Binary():
            return _binary(scope, node, expected)
        case n.Compare(op="in" | "not in"):
            return _contains(scope, node)
        case n.Compare():
            return _compare(scope, node)
        case n.IfElse(value=value, test=test, orelse=orelse):
            return _conditional(scope, value, test, orelse, expected, span)
        case n.Quantified():
            return _quantified(scope, node)
        case n.TheOne(binder=binder, where=where):
            bind, inner = binders(scope, n.Binders((binder,)))
            return t.TheOne(required(bind[0].var.type), bind[0], condition(inner, where), span=span)
        case n.Rank():
            return _rank(scope, node)
        case n.Can() | n.CanDo():
            return check_refs.can(scope, node)
    scope.ctx.error("E0307", span, why="a `must` or `may` stands in a table's cell or is a sentence of its own")
    return broken(span)


# ------------------------------------------------------------------------------------------------ constants


def fold(e: t.Expr) -> t.Expr:
    """The expression with its constant parts computed. A part that is always undefined stays as it is."""
    match e:
        case (
            t.Const() | t.Local() | t.Load() | t.ZoneValue() | t.Top() | t.Laid() | t.Family() | t.Old() | t.Undefined()
        ):
            return e
        case t.Op(op="and" | "or"):
            return _fold_logic(e)
        case t.Cond(test=t.Const(value=value), then=then, orelse=orelse):
            return then if value else orelse
        case t.Call(function=function) if isinstance(function.body, t.Const) and not e.args:
            return function.body
    if not _may_fold(e):
        return e
    try:
        value = evaluate(e, {})
    except NotConstantError:
        return e
    return e if value is None else t.Const(_sharpened(e.type, value), value, span=e.span)


def _may_fold(e: t.Expr) -> bool:
    match e:
        case t.Op(args=args) | t.Lib(args=args) | t.Call(args=args):
            return all(isinstance(a, t.Const) for a in args)
        case t.Lookup(indices=args) | t.Collect(items=args):
            return all(isinstance(a, t.Const) for a in args)
        case t.Convert(of=of) | t.Narrow(of=of):
            return isinstance(of, t.Const)
        case t.Comprehension(binds=binds) | t.Quantified(binds=binds):
            return isinstance(binds[0].domain, t.Const)
        case t.TheOne(bind=bind):
            return isinstance(bind.domain, t.Const)
    return False


def _fold_logic(e: t.Op) -> t.Expr:
    # Kleene: `false and x` is false whatever x is, `true and x` is x.
    stop = e.op == "or"
    rest = []
    for a in e.args:
        if isinstance(a, t.Const) and isinstance(a.type, BoolType):
            if bool(a.value) == stop:
                return t.Const(BOOL, stop, span=e.span)
        else:
            rest.append(a)
    if not rest:
        return t.Const(BOOL, not stop, span=e.span)
    return rest[0] if len(rest) == 1 else t.Op(BOOL, e.op, tuple(rest), span=e.span)


def _sharpened(type: Type, value: Any) -> Type:
    """A constant's integer type is the integer alone."""
    if isinstance(type, IntType) and not type.optional:
        return IntType(value, value)
    if isinstance(type, SetType) and isinstance(type.of, IntType) and value:
        return SetType(IntType(min(value), max(value)))
    return type


def constant(ctx: Context, node: n.Expr, expected: Type | None) -> Any:
    """The value of an expression that may read constants, player count and options only; None after a report."""
    checked = expr(Scope(ctx), node, expected)
    if isinstance(checked.type, ErrorType):
        return None
    if isinstance(checked, t.Const):
        return checked.value
    ctx.error(
        "E0308",
        node.span,
        why="this has to be known before the game: it may read constants, options and the number of players only",
    )
    return None


# ------------------------------------------------------------------------------------------------ demands


def coerce(scope: Scope, e: t.Expr, type: Type, what: str = "this", narrow: bool = True) -> t.Expr:
    """`e` as a value of `type`. Where it may lie outside, it is narrowed (undefined there) or, with narrow False, left
    for a check at run time. What can never fit is reported."""
    have = e.type
    if isinstance(have, ErrorType) or isinstance(type, ErrorType):
        return e
    fitted = _fitted(e, type, narrow)
    if fitted is None:
        scope.ctx.error("E0301", e.span, f"{what} is {have}, not {type}")
        return broken(e.span)
    return fold(fitted)


def _fitted(e: t.Expr, type: Type, narrow: bool) -> t.Expr | None:
    have = e.type
    match type, have:
        case (IntType() | MemberType(), NoneType()):
            return t.Const(type, none_code(type), span=e.span) if is_optional(type) else None
        case (BoolType(), BoolType()) | (SentenceType(), SentenceType()):
            return e
        case (SentenceType(), NoneType()):
            return t.Const(SENTENCE, NONE, span=e.span)
        case (IntType(), _) if is_number(have):
            return _fit_number(e, as_int(have), type, type, narrow)
        case (MemberType(domain=wanted), MemberType(domain=given)) if wanted is given:
            inside = not is_optional(have) or is_optional(type)
            return e if inside or not narrow else t.Narrow(type, e, span=e.span)
        case (MemberType(domain=wanted), IntType() as numbers) if wanted.integer_named:
            return _fit_number(e, numbers, as_int(type), type, narrow)
    return _fit_collection(e, type)


def _fit_number(e: t.Expr, have: IntType, want: IntType, type: Type, narrow: bool) -> t.Expr | None:
    low_in = want.low is None or (have.low is not None and have.low >= want.low)
    high_in = want.high is None or (have.high is not None and have.high <= want.high)
    apart = (want.high is not None and have.low is not None and have.low > want.high) or (
        want.low is not None and have.high is not None and have.high < want.low
    )
    if apart and not (have.optional and want.optional):
        return None
    whole = not (isinstance(type, MemberType) and type.domain.size != type.domain.span_size)
    if low_in and high_in and whole and (want.optional or not have.optional):
        return e
    return t.Narrow(type, e, span=e.span) if narrow else e


def _fit_collection(e: t.Expr, type: Type) -> t.Expr | None:
    have = e.type
    if not is_collection(type) or not is_collection(have):
        return None
    wanted, given = type.of, have.of  # type: ignore[attr-defined]
    if not agree(wanted, given):
        return None
    if isinstance(given, ErrorType):
        return t.Const(ListType(wanted) if isinstance(type, PileType) else type, _empty(type), span=e.span)
    match type, have:
        case (SetType(), SetType()) | (BagType(), BagType()) | (ListType() | PileType(), ListType()):
            return e
        case (SetType(), _):
            return t.Convert(SetType(given), "set", e, span=e.span)
        case (BagType(), _):
            return t.Convert(BagType(given), "bag", e, span=e.span)
    return t.Convert(ListType(given), "list", e, span=e.span)


def _empty(type: Type) -> Any:
    return frozenset() if isinstance(type, SetType) else ()


def agree(a: Type, b: Type) -> bool:
    """May values of these types be compared, or be members of one collection?"""
    match a, b:
        case (ErrorType(), _) | (_, ErrorType()):
            return True
        case (NoneType(), _) | (_, NoneType()):
            return not is_collection(a) and not is_collection(b)
        case (MemberType(), MemberType()):
            return a.domain is b.domain or (is_number(a) and is_number(b))
        case (BoolType(), BoolType()) | (SentenceType(), SentenceType()):
            return True
    if is_number(a) and is_number(b):
        return True
    if is_collection(a) and is_collection(b):
        return agree(a.of, b.of)  # type: ignore[attr-defined]
    return False


def condition(scope: Scope, node: n.Expr) -> t.Expr:
    """An expression that must be true or false."""
    checked = expr(scope, node, BOOL)
    if not isinstance(checked.type, BoolType | ErrorType):
        scope.ctx.error("E0301", node.span, f"this is {checked.type}, not true or false")
        return broken(node.span)
    return checked


def number(scope: Scope, node: n.Expr) -> t.Expr:
    return coerce(scope, expr(scope, node, IntType()), IntType(), narrow=False)


def collection(scope: Scope, node: n.Expr, expected: Type | None = None) -> t.Expr:
    """An expression that can be walked; of ERROR type after a report."""
    checked = expr(scope, node, expected)
    if not is_collection(checked.type) and not isinstance(checked.type, ErrorType):
        scope.ctx.error("E0301", node.span, f"this is {checked.type}, not a set, bag or list")
        return broken(node.span)
    return checked


# ------------------------------------------------------------------------------------------------ operators


def _integer(value: int, expected: Type | None, span: Span) -> t.Expr:
    if isinstance(expected, MemberType) and expected.domain.integer_named and value in expected.domain.codes:
        return t.Const(required(expected), value, span=span)
    return t.Const(IntType(value, value), value, span=span)


def _negative(scope: Scope, operand: n.Expr, span: Span) -> t.Expr:
    value = number(scope, operand)
    if isinstance(value.type, ErrorType):
        return value
    return t.Op(arithmetic("neg", as_int(value.type)), "neg", (value,), span=span)


def _binary(scope: Scope, node: n.Binary, expected: Type | None) -> t.Expr:
    if node.op == "..":
        return _range(scope, node)
    left, right = _pair(scope, node.left, node.right, expected if is_collection_type(expected) else None)
    if isinstance(left.type, ErrorType) or isinstance(right.type, ErrorType):
        return broken(node.span)
    if is_number(left.type) and is_number(right.type) and node.op != "&":
        kind = arithmetic(node.op, as_int(left.type), as_int(right.type))
        return t.Op(kind, node.op, (left, right), span=node.span)
    names = {"+": "join", "-": "minus", "&": "meet"}
    if node.op in names and is_collection(left.type) and is_collection(right.type):
        return _combine(scope, names[node.op], left, right, node.span)
    scope.ctx.error("E0302", node.span, f"`{node.op}` between {left.type} and {right.type}")
    return broken(node.span)


def is_collection_type(type: Type | None) -> bool:
    return type is not None and is_collection(type)


def _combine(scope: Scope, op: str, left: t.Expr, right: t.Expr, span: Span) -> t.Expr:
    kind = left.type if not isinstance(left.type.of, ErrorType) else right.type  # type: ignore[attr-defined]
    left, right = coerce(scope, left, kind), coerce(scope, right, kind)
    if isinstance(left.type, ErrorType) or isinstance(right.type, ErrorType):
        return broken(span)
    result = join(left.type, right.type) if op == "join" else left.type
    return t.Op(result or left.type, op, (left, right), span=span)


def _range(scope: Scope, node: n.Binary) -> t.Expr:
    low, high = number(scope, node.left), number(scope, node.right)
    if isinstance(low.type, ErrorType) or isinstance(high.type, ErrorType):
        return broken(node.span)
    ends = IntType(as_int(low.type).low, as_int(high.type).high)
    if ends.low is not None and ends.high is not None and ends.high - ends.low >= RANGE_LIMIT:
        scope.ctx.error("E0908", node.span, f"a range of {ends.high - ends.low + 1} numbers; at most {RANGE_LIMIT}")
        return broken(node.span)
    return t.Op(SetType(ends), "range", (low, high), span=node.span)


def _pair(scope: Scope, left: n.Expr, right: n.Expr, expected: Type | None = None) -> tuple[t.Expr, t.Expr]:
    """Both sides of an operator; the side that says its type by itself tells the other what is expected."""
    if _needs_hint(scope, left) and not _needs_hint(scope, right):
        b = expr(scope, right, expected)
        return expr(scope, left, b.type), b
    a = expr(scope, left, expected)
    return a, expr(scope, right, a.type)


def _needs_hint(scope: Scope, node: n.Expr) -> bool:
    match node:
        case n.Int() | n.NoneValue():
            return True
        case n.Name(id=name):
            return scope.find(name) is None and len(scope.ctx.members.get(name, ())) > 0
        case n.SetOf(items=items) | n.ListOf(items=items):
            return all(_needs_hint(scope, i) for i in items)
        case n.IfElse(value=value, orelse=orelse):
            return _needs_hint(scope, value) and _needs_hint(scope, orelse)
        case n.Unary(op="-", operand=operand):
            return _needs_hint(scope, operand)
    return False


def _compare(scope: Scope, node: n.Compare) -> t.Expr:
    left, right = _pair(scope, node.left, node.right)
    if isinstance(left.type, ErrorType) or isinstance(right.type, ErrorType):
        return broken(node.span)
    if not agree(left.type, right.type):
        scope.ctx.error("E0302", node.span, f"{left.type} is compared with {right.type}")
        return broken(node.span)
    if node.op not in ("==", "!="):
        if not all(isinstance(e.type, IntType | MemberType) for e in (left, right)):
            scope.ctx.error("E0302", node.span, f"`{node.op}` compares numbers or members of one type")
            return broken(node.span)
    left, right = _same_none(left, right), _same_none(right, left)
    return t.Op(BOOL, node.op, (left, right), span=node.span)


def _same_none(e: t.Expr, other: t.Expr) -> t.Expr:
    """The literal `none` takes the code that the other side uses for it."""
    if isinstance(e.type, NoneType):
        kind = other.type if isinstance(other.type, IntType | MemberType) else NONE_TYPE
        return t.Const(NONE_TYPE, none_code(kind), span=e.span)
    return e


def _contains(scope: Scope, node: n.Compare) -> t.Expr:
    if _needs_hint(scope, node.left):
        right = collection(scope, node.right)
        inner = right.type.of if is_collection(right.type) else None  # type: ignore[attr-defined]
        left = expr(scope, node.left, inner)
    else:
        left = expr(scope, node.left)
        right = collection(scope, node.right, SetType(left.type))
    if isinstance(left.type, ErrorType) or isinstance(right.type, ErrorType):
        return broken(node.span)
    if not agree(left.type, right.type.of):  # type: ignore[attr-defined]
        scope.ctx.error("E0302", node.span, f"{left.type} is looked for in a {right.type}")
        return broken(node.span)
    found = t.Op(BOOL, "in", (left, right), span=node.span)
    return found if node.op == "in" else t.Op(BOOL, "not", (fold(found),), span=node.span)


def _conditional(
    scope: Scope, value: n.Expr, test: n.Expr, orelse: n.Expr, expected: Type | None, span: Span
) -> t.Expr:
    checked = condition(scope, test)
    if _needs_hint(scope, value) and expected is None:
        b = expr(scope, orelse)
        a = expr(scope, value, b.type)
    else:
        a = expr(scope, value, expected)
        b = expr(scope, orelse, expected or a.type)
    return choice(scope, checked, a, b, span)


def choice(scope: Scope, test: t.Expr, a: t.Expr, b: t.Expr, span: Span) -> t.Expr:
    """`a if test else b` with the type that holds both."""
    # A branch that is known not to be taken may be of any type: rules for one player count fold (semantics 20.6).
    if isinstance(test, t.Const):
        return a if test.value else b
    if any(isinstance(e.type, ErrorType) for e in (test, a, b)):
        return broken(span)
    kind = join(a.type, b.type)
    if kind is None:
        scope.ctx.error("E0302", span, f"one branch is {a.type}, the other {b.type}")
        return broken(span)
    return t.Cond(kind, test, coerce(scope, a, kind), coerce(scope, b, kind), span=span)


# ------------------------------------------------------------------------------------------------ collections


def _collect(scope: Scope, items: tuple[n.Expr, ...], expected: Type | None, kind: type[Any], span: Span) -> t.Expr:
    inner = expected.of if is_collection_type(expected) else None  # type: ignore[union-attr]
    if isinstance(inner, ErrorType):
        inner = None
    checked = _items(scope, items, inner)
    if not checked:
        return t.Const(kind(inner or ERROR), frozenset() if kind is SetType else (), span=span)
    if any(isinstance(c.type, ErrorType) for c in checked):
        return broken(span)
    of: Type | None = checked[0].type
    for c in checked[1:]:
        of = join(of, c.type) if of else None
    if of is None or (kind is SetType and isinstance(of, BagType)):
        scope.ctx.error(
            "E0302", span, "its members are of different types: " + ", ".join(str(c.type) for c in checked[:4])
        )
        return broken(span)
    return t.Collect(kind(of), tuple(coerce(scope, c, of) for c in checked), span=span)


def _items(scope: Scope, items: Sequence[n.Expr], inner: Type | None) -> list[t.Expr]:
    """The members of a literal; the first that says its type by itself is the hint for the others."""
    if inner is None:
        telling = next((i for i in items if not _needs_hint(scope, i)), None)
        if telling is not None:
            inner = expr(scope, telling).type
        else:
            inner = common_member_type(scope.ctx, items)
    return [expr(scope, i, inner) for i in items]


def common_member_type(ctx: Context, items: Sequence[n.Expr]) -> Type | None:
    """The one type that has all these bare names among its members, if there is just one."""
    from hoyle.compiler.check_types import domain_named

    common: set[str] | None = None
    for item in items:
        if isinstance(item, n.Name):
            owners = set(ctx.members.get(item.id, ()))
            common = owners if common is None else common & owners
    if common and len(common) == 1:
        name = common.pop()
        domain = ctx.option_domains.get(name) or domain_named(ctx, name, items[0].span)
        return MemberType(domain) if domain else None
    return None


def binders(scope: Scope, node: n.Binders) -> tuple[tuple[t.Bind, ...], Scope]:
    """The binds of `x in S, y in T(x)` and the scope in which they are known. `where` is left to the caller."""
    inner = scope.inner()
    binds = []
    for item in node.items:
        domain = collection(inner, item.domain)
        of = domain.type.of if is_collection(domain.type) else ERROR  # type: ignore[attr-defined]
        var = inner.bind(item.name, of, "binder")
        binds.append(t.Bind(var, domain))
        if item.name.text == "you":
            inner.you = t.Local(of, var)
    return tuple(binds), inner


def where(scope: Scope, node: n.Binders) -> t.Expr | None:
    return condition(scope, node.where) if node.where is not None else None


def _comprehension(scope: Scope, node: n.Comprehension, expected: Type | None) -> t.Expr:
    binds, inner = binders(scope, node.binders)
    test = where(inner, node.binders)
    hint = expected.of if is_collection_type(expected) else None  # type: ignore[union-attr]
    element = expr(inner, node.element, hint)
    if isinstance(element.type, ErrorType) or any(isinstance(b.var.type, ErrorType) for b in binds):
        return broken(node.span)
    kind: type[Any] = ListType
    if node.brackets == "{":
        kind = BagType if isinstance(expected, BagType) else SetType
    if kind is not ListType and isinstance(element.type, ListType | BagType) and kind is SetType:
        kind = SetType
    return t.Comprehension(kind(element.type), element, binds, test, span=node.span)


def _quantified(scope: Scope, node: n.Quantified) -> t.Expr:
    binds, inner = binders(scope, node.binders)
    test = where(inner, node.binders)
    body = condition(inner, node.body)
    if node.quantifier == "every":
        return t.Quantified(BOOL, True, binds, test, body, span=node.span)
    found = fold(t.Quantified(BOOL, False, binds, test, body, span=node.span))
    return found if node.quantifier == "some" else t.Op(BOOL, "not", (found,), span=node.span)


def _rank(scope: Scope, node: n.Rank) -> t.Expr:
    (bind,), inner = binders(scope, n.Binders((node.binder,)))
    test = condition(inner, node.where) if node.where is not None else None
    keys = []
    for key in node.keys:
        value = expr(inner, key.value)
        if not isinstance(value.type, IntType | MemberType | BoolType | ErrorType):
            scope.ctx.error("E0301", key.value.span, f"a key of a ranking is {value.type}, not a number")
        keys.append((key.sense == "most", value))
    ties = node.ties or "never"
    of = bind.var.type
    places: Type = ListType(of) if ties in ("cancel", "never") else ListType(SetType(of))
    if isinstance(of, ErrorType):
        return broken(node.span)
    return t.Rank(places, bind, test, tuple(keys), ties, span=node.span)


def library_call(scope: Scope, name: str, node: n.Call, expected: Type | None) -> t.Expr:
    return check_library.call(scope, name, node, expected)
