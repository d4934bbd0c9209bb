"""Expressions: names are resolved, types inferred (ranges by interval arithmetic), constants folded (semantics 2 to 5).

`expected` is a hint, never a demand: it says which member a bare name means, that `7` is a row of a table, that `{a}`
is a bag. Who needs a certain type calls `coerce`.
"""

from __future__ import annotations

from typing import Any

from hoyle.compiler import typed as t
from hoyle.compiler.checking import calls as check_calls
from hoyle.compiler.checking import refs as check_refs
from hoyle.compiler.checking import sets as check_sets
from hoyle.compiler.constants import fold
from hoyle.compiler.context import Context, broken
from hoyle.compiler.evaluate import NotConstantError, TooLongError, evaluate
from hoyle.compiler.explained import walk
from hoyle.compiler.fitting import agree, coerce
from hoyle.compiler.intervals import arithmetic, join
from hoyle.compiler.scope import Scope
from hoyle.compiler.types import (
    BOOL,
    NONE,
    NONE_TYPE,
    BagType,
    BoolType,
    ErrorType,
    IntType,
    ListType,
    MemberType,
    NoneType,
    SetType,
    Type,
    as_int,
    has_halves,
    is_collection,
    is_number,
    is_optional,
    none_code,
    required,
)
from hoyle.dsl import nodes as n
from hoyle.dsl.diagnostics import Label
from hoyle.dsl.span import Span

RANGE_LIMIT = 65_536


def expr(scope: Scope, node: n.Expr, expected: Type | None = None) -> t.Expr:
    """The typed expression for a node; of ERROR type after a report."""
    checked = _expr(scope, node, expected)
    return fold(scope.ctx, checked)


def _expr(scope: Scope, node: n.Expr, expected: Type | None) -> t.Expr:
    span = node.span
    match node:
        case n.Name():
            return check_refs.name(scope, node, expected)
        case n.Int(value=value):
            return _integer(value, expected, span)
        case n.Half(whole=whole):
            return t.Const(IntType(whole, whole + 1, halves=True), whole + 0.5, span=span)
        case n.Bool(value=value):
            return t.Const(BOOL, value, span=span)
        case n.NoneValue():
            return t.Const(NONE_TYPE, none_code(expected) if expected else NONE, span=span)
        case n.ListOf(items=items):
            return check_sets.collect(scope, items, expected, ListType, span)
        case n.SetOf(items=items):
            kind = BagType if isinstance(expected, BagType) else SetType
            return check_sets.collect(scope, items, expected, kind, span)
        case n.Comprehension():
            return check_sets.comprehension(scope, node, expected)
        case n.Attr() | n.Index():
            return check_refs.attribute_or_index(scope, node, expected)
        case n.Call():
            return check_calls.call(scope, node, expected)
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
            return check_sets.quantified(scope, node)
        case n.TheOne(binder=binder, where=where):
            bind, inner = check_sets.binders(scope, n.Binders((binder,)))
            return t.TheOne(required(bind[0].var.type), bind[0], condition(inner, where), span=span)
        case n.Rank():
            return check_sets.rank(scope, node)
        case n.Can() | n.CanDo():
            return check_calls.can(scope, node)
    scope.ctx.error("E0307", span, why="a `must` or `may` stands in a table's cell or is a sentence of its own")
    return broken(span)


# ------------------------------------------------------------------------------------------------ constants


def constant(ctx: Context, node: n.Expr, expected: Type | None) -> Any:
    """The value of an expression that may read constants, player count and options only; None after a report."""
    checked = expr(Scope(ctx), node, expected)
    if isinstance(checked.type, ErrorType):
        return None
    if isinstance(checked, t.Const):
        return checked.value
    not_known(ctx, checked, "this")
    return None


def not_known(ctx: Context, e: t.Expr, what: str) -> None:
    """Report what has to be known before the game and is not: it reads the state, or takes too long to compute."""
    try:
        if evaluate(e, {}, ctx.budget) is None:
            ctx.error("E0310", e.span, f"{what} has no value")
            return
    except TooLongError:
        why = "it would take too many steps, or too many members, to compute this before the game"
        ctx.error("E0911", e.span, why=why)
        return
    except NotConstantError:
        pass
    why = f"{what} is known before the game: it may read constants, options and the number of players"
    ctx.error("E0308", e.span, labels=state_labels(e), why=why)


def state_labels(e: t.Expr) -> list[Label]:
    """The first part that only the game itself tells, unless it is the whole."""
    for part in walk(e):
        if isinstance(part, t.Load | t.Family | t.ZoneValue | t.Top | t.Laid | t.Score | t.Can | t.CanDo):
            return [Label(part.span, "this changes during the game")] if part is not e else []
        if isinstance(part, t.Call) and part.function.body is not None and part is not e:
            if any(isinstance(x, t.Load | t.ZoneValue | t.Family) for x in walk(part.function.body)):
                return [Label(part.span, "this depends on the state of the game")]
    return []


# ------------------------------------------------------------------------------------------------ demands


def condition(scope: Scope, node: n.Expr) -> t.Expr:
    """An expression that must be true or false."""
    checked = expr(scope, node, BOOL)
    if not isinstance(checked.type, BoolType | ErrorType):
        why = "a condition is true or false: a comparison, a quantifier, or a define or field of that kind"
        scope.ctx.error("E0301", node.span, f"this is {checked.type}, not true or false", why=why)
        return broken(node.span)
    return checked


def number(scope: Scope, node: n.Expr, halves: bool = False) -> t.Expr:
    """A number, a whole one unless halves will do."""
    return coerce(scope, expr(scope, node, IntType()), IntType(halves=halves), narrow=False)


def collection(scope: Scope, node: n.Expr, expected: Type | None = None) -> t.Expr:
    """An expression that can be walked; of ERROR type after a report."""
    checked = expr(scope, node, expected)
    if not is_collection(checked.type) and not isinstance(checked.type, ErrorType):
        scope.ctx.error("E0301", node.span, f"this is {checked.type}, not a set, bag or list")
        return broken(node.span)
    return checked


# ------------------------------------------------------------------------------------------------ operators


def _integer(value: int, expected: Type | None, span: Span) -> t.Expr:
    if isinstance(expected, MemberType) and expected.domain.integer_named and expected.domain.holds(value):
        return t.Const(required(expected), value, span=span)
    return t.Const(IntType(value, value), value, span=span)


def _negative(scope: Scope, operand: n.Expr, span: Span) -> t.Expr:
    value = number(scope, operand, halves=True)
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
        if _splits(node.op, has_halves(left.type), has_halves(right.type)):
            mismatch(scope, node, left, right, "halves are added, subtracted, compared, and taken whole times")
            return broken(node.span)
        kind = arithmetic(node.op, as_int(left.type), as_int(right.type))
        return t.Op(kind, node.op, (left, right), span=node.span)
    names = {"+": "join", "-": "minus", "&": "meet"}
    if node.op in names and is_collection(left.type) and is_collection(right.type):
        return _combine(scope, names[node.op], left, right, node)
    why = "one calculates with numbers; sets, bags and lists are joined with `+`"
    if node.op not in ("+", "-"):
        why = "this is for numbers" if node.op != "&" else "`&` is the common part of two sets or bags"
    mismatch(scope, node, left, right, why)
    return broken(node.span)


def _splits(op: str, left: bool, right: bool) -> bool:
    """Could the result be less than whole halves?"""
    return (op in ("//", "%") and (left or right)) or (op == "*" and left and right)


def mismatch(scope: Scope, node: n.Expr, left: t.Expr, right: t.Expr, why: str) -> None:
    """Report two sides that do not go together, each with what it is."""
    labels = [Label(side.span, f"this is {side.type}") for side in (left, right)]
    scope.ctx.error("E0302", node.span, labels=labels, why=why)


def is_collection_type(type: Type | None) -> bool:
    return type is not None and is_collection(type)


def _combine(scope: Scope, op: str, left: t.Expr, right: t.Expr, node: n.Binary) -> t.Expr:
    if not agree(left.type, right.type):
        mismatch(scope, node, left, right, "the members of both sides are of one type")
        return broken(node.span)
    kind = left.type if not isinstance(left.type.of, ErrorType) else right.type  # type: ignore[attr-defined]
    if isinstance(kind, SetType) and isinstance(right.type, BagType):
        kind = right.type  # as a set it would lose copies
    left, right = coerce(scope, left, kind), coerce(scope, right, kind)
    if isinstance(left.type, ErrorType) or isinstance(right.type, ErrorType):
        return broken(node.span)
    result = join(left.type, right.type) if op == "join" else left.type
    return t.Op(result or left.type, op, (left, right), span=node.span)


def _range(scope: Scope, node: n.Binary) -> t.Expr:
    low, high = number(scope, node.left), number(scope, node.right)
    if isinstance(low.type, ErrorType) or isinstance(high.type, ErrorType):
        return broken(node.span)
    ends = IntType(as_int(low.type).low, as_int(high.type).high)
    if ends.low is not None and ends.high is not None and ends.high - ends.low >= RANGE_LIMIT:
        why = f"at most {RANGE_LIMIT:,} values can be gone through"
        scope.ctx.error("E0908", node.span, f"{ends.high - ends.low + 1:,} numbers", why=why)
        return broken(node.span)
    return t.Op(SetType(ends), "range", (low, high), span=node.span)


def _pair(scope: Scope, left: n.Expr, right: n.Expr, expected: Type | None = None) -> tuple[t.Expr, t.Expr]:
    """Both sides of an operator; the side that says its type by itself tells the other what is expected."""
    if needs_hint(scope, left) and not needs_hint(scope, right):
        b = expr(scope, right, expected)
        return expr(scope, left, b.type), b
    a = expr(scope, left, expected)
    return a, expr(scope, right, a.type)


def needs_hint(scope: Scope, node: n.Expr) -> bool:
    match node:
        case n.Int() | n.NoneValue():
            return True
        case n.Name(id=name):
            return scope.find(name) is None and len(scope.ctx.members.get(name, ())) > 0
        case n.SetOf(items=items) | n.ListOf(items=items):
            return all(needs_hint(scope, i) for i in items)
        case n.IfElse(value=value, orelse=orelse):
            return needs_hint(scope, value) and needs_hint(scope, orelse)
        case n.Unary(op="-", operand=operand):
            return needs_hint(scope, operand)
    return False


def _compare(scope: Scope, node: n.Compare) -> t.Expr:
    exists = _existence(scope, node)
    if exists is not None:
        return exists
    left, right = _pair(scope, node.left, node.right)
    if isinstance(left.type, ErrorType) or isinstance(right.type, ErrorType):
        return broken(node.span)
    if is_collection(left.type) and is_collection(right.type) and agree(left.type, right.type):
        left, right = _same_kind(left, right)
    if not agree(left.type, right.type) or _other_kind(left.type, right.type):
        mismatch(scope, node, left, right, "what is compared is of one type")
        return broken(node.span)
    if node.op not in ("==", "!=") and not all(isinstance(e.type, IntType | MemberType) for e in (left, right)):
        mismatch(scope, node, left, right, f"`{node.op}` compares numbers, or members of one type in their order")
        return broken(node.span)
    left, right = _same_none(left, right), _same_none(right, left)
    if is_optional(left.type) and is_optional(right.type) and none_code(left.type) != none_code(right.type):
        hull = join(left.type, right.type)
        if hull is not None and not isinstance(left.type, NoneType) and not isinstance(right.type, NoneType):
            left, right = coerce(scope, left, hull), coerce(scope, right, hull)
    return t.Op(BOOL, node.op, (left, right), span=node.span)


def _existence(scope: Scope, node: n.Compare) -> t.Expr | None:
    """A comprehension compared with `[]` or `{}`, or a selection counted and compared with 0, only says whether there
    is any (semantics 5.4): what it would consist of is not looked at."""
    if node.op not in ("==", "!="):
        return None
    for walked, nothing in ((node.left, node.right), (node.right, node.left)):
        match walked, nothing:
            case n.Comprehension() as found, n.ListOf(items=()) | n.SetOf(items=()):
                pass
            case n.Call(func=n.Name(id="count"), args=(n.Comprehension(selects=True) as found,)), n.Int(value=0):
                if "count" in scope.ctx.decls.defines:
                    return None
            case _:
                continue
        binds, inner = check_sets.binders(scope, found.binders)
        checked = expr(inner, found.element)
        test = check_sets.where(inner, found.binders)
        if isinstance(checked.type, ErrorType) or any(isinstance(b.var.type, ErrorType) for b in binds):
            return broken(node.span)
        some = fold(scope.ctx, t.Quantified(BOOL, False, binds, None, test or t.TRUE, span=node.span))
        return some if node.op == "!=" else t.Op(BOOL, "not", (some,), span=node.span)
    return None


def _same_kind(left: t.Expr, right: t.Expr) -> tuple[t.Expr, t.Expr]:
    """A set that was written out may stand for a bag, a list for a set or bag."""
    for a, b in ((left, right), (right, left)):
        if isinstance(a.type, BagType) and isinstance(b.type, SetType) and isinstance(b, t.Collect | t.Const):
            if not isinstance(b.type.of, ErrorType):
                bag = t.Convert(BagType(b.type.of), "bag", b, span=b.span)
                return (left, bag) if a is left else (bag, right)
    return left, right


def _other_kind(a: Type, b: Type) -> bool:
    """Is one a set and the other a bag or list? Only empty ones are equal whatever they are (semantics 3.5)."""
    if not is_collection(a) or not is_collection(b):
        return False
    empty = isinstance(a.of, ErrorType) or isinstance(b.of, ErrorType)  # type: ignore[attr-defined]
    return not empty and type(a) is not type(b)


def _same_none(e: t.Expr, other: t.Expr) -> t.Expr:
    """The literal `none` takes the code that the other side uses for it."""
    if isinstance(e.type, NoneType):
        kind = other.type if isinstance(other.type, IntType | MemberType) else NONE_TYPE
        return t.Const(NONE_TYPE, none_code(kind), span=e.span)
    return e


def _contains(scope: Scope, node: n.Compare) -> t.Expr:
    if needs_hint(scope, node.left):
        right = collection(scope, node.right)
        inner = right.type.of if is_collection(right.type) else None  # type: ignore[attr-defined]
        left = expr(scope, node.left, inner)
    else:
        left = expr(scope, node.left)
        right = collection(scope, node.right, SetType(left.type))
    if isinstance(left.type, ErrorType) or isinstance(right.type, ErrorType):
        return broken(node.span)
    if not agree(left.type, right.type.of):  # type: ignore[attr-defined]
        mismatch(scope, node, left, right, "`in` asks whether a member belongs to a set, bag or list of its type")
        return broken(node.span)
    if has_halves(left.type) and isinstance(right.type, SetType):
        mismatch(scope, node, left, right, "a set has whole numbers only")
        return broken(node.span)
    found = t.Op(BOOL, "in", (left, right), span=node.span)
    return found if node.op == "in" else t.Op(BOOL, "not", (fold(scope.ctx, found),), span=node.span)


def _conditional(
    scope: Scope, value: n.Expr, test: n.Expr, orelse: n.Expr, expected: Type | None, span: Span
) -> t.Expr:
    checked = condition(scope, test)
    if needs_hint(scope, value) and expected is None:
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
        labels = [Label(side.span, f"this is {side.type}") for side in (a, b)]
        scope.ctx.error("E0302", span, labels=labels, why="both branches are of one type")
        return broken(span)
    return t.Cond(kind, test, coerce(scope, a, kind), coerce(scope, b, kind), span=span)
