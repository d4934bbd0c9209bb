"""Expressions, types and deeds as text that parses to the same tree, with no more brackets than it takes."""

from __future__ import annotations

from collections.abc import Iterable

from hoyle.dsl import nodes

# How tightly an expression holds together, loosest first; each may stand unbracketed where its level or less is asked.
WHOLE, OR, AND, NOT, COMPARISON, RANGE, SUM, TERM, UNARY, POSTFIX = range(10)

_BINARY = {
    "or": (OR, OR, AND),
    "and": (AND, AND, NOT),
    "..": (RANGE, SUM, SUM),
    "+": (SUM, SUM, TERM),
    "-": (SUM, SUM, TERM),
    "*": (TERM, TERM, UNARY),
    "//": (TERM, TERM, UNARY),
    "%": (TERM, TERM, UNARY),
    "&": (TERM, TERM, UNARY),
}


def print_expr(expr: nodes.Expr, level: int = WHOLE) -> str:
    """The text of `expr`, in brackets if it is looser than `level`."""
    return _print(expr, level, level == WHOLE)


def _print(expr: nodes.Expr, level: int, is_last: bool) -> str:
    """`is_last`: nothing of the sentence or bracket follows, so a quantifier needs no brackets (semantics 5.2)."""
    own = _level(expr)
    if isinstance(expr, nodes.Quantified):
        return _whole(expr) if is_last else f"({_whole(expr)})"
    if own < level:
        return f"({_print(expr, WHOLE, True)})"
    match expr:
        case nodes.Binary("..", left, right):
            return f"{_print(left, SUM, False)}..{_print(right, SUM, False)}"
        case nodes.Binary(op, left, right):
            _, first, second = _BINARY[op]
            return f"{_print(left, first, False)} {op} {_print(right, second, is_last and own <= AND)}"
        case nodes.Unary("not", operand):
            return f"not {_print(operand, NOT, is_last)}"
        case nodes.Unary("-", operand):
            return f"-{_print(operand, UNARY, False)}"
        case nodes.Compare(op, left, right):
            return f"{_print(left, RANGE, False)} {op} {_print(right, RANGE, False)}"
        case nodes.Can(who, deed):
            return f"{_print(who, POSTFIX, False)} can {print_deed(deed)}"
        case nodes.CanDo(who, sentence):
            return f"{_print(who, POSTFIX, False)} can do {_print(sentence, POSTFIX, False)}"
    return _whole(expr) if own == WHOLE else _postfix(expr)


def _level(expr: nodes.Expr) -> int:
    match expr:
        case nodes.Binary(op):
            return _BINARY[op][0]
        case nodes.Unary("not"):
            return NOT
        case nodes.Unary():
            return UNARY
        case nodes.Int(value) if value < 0:
            return UNARY
        case nodes.Compare() | nodes.Can() | nodes.CanDo():
            return COMPARISON
        case nodes.IfElse() | nodes.Quantified() | nodes.TheOne() | nodes.Rank() | nodes.Sentence():
            return WHOLE
    return POSTFIX


def _whole(expr: nodes.Expr) -> str:
    match expr:
        case nodes.IfElse(value, test, orelse):
            return f"{_print(value, OR, False)} if {_print(test, OR, False)} else {print_expr(orelse)}"
        case nodes.Quantified(word, binders, body):
            return f"{word} {print_binders(binders)} has {print_expr(body)}"
        case nodes.TheOne(binder, where):
            return f"the {print_binder(binder)} where {print_expr(where)}"
        case nodes.Rank(binder, where, keys, ties):
            passing = f" where {_print(where, OR, False)}" if where else ""
            by = ", then ".join(f"{key.sense} {_print(key.value, OR, False)}" for key in keys)
            return f"rank {print_binder(binder)}{passing} by {by}" + (f", ties {ties}" if ties else "")
        case nodes.Sentence(modal, deeds, if_able):
            return f"{modal} {print_deeds(deeds)}" + (" if able" if if_able else "")
    raise AssertionError(expr)


def _postfix(expr: nodes.Expr) -> str:
    match expr:
        case nodes.Name(id):
            return id
        case nodes.Int(value):
            return str(value)
        case nodes.Half(whole):
            return f"{whole}.5"
        case nodes.Bool(value):
            return "true" if value else "false"
        case nodes.NoneValue():
            return "none"
        case nodes.ListOf(items):
            return f"[{print_args(items)}]"
        case nodes.SetOf(items):
            return f"{{{print_args(items)}}}"
        case nodes.Comprehension("(") as inner:
            return _comprehension(inner)
        case nodes.Comprehension(brackets) as inner:
            return f"{brackets}{_comprehension(inner)}{'}' if brackets == '{' else ']'}"
        case nodes.Attr(of, name):
            return f"{_print(of, POSTFIX, False)}.{name}"
        case nodes.Index(of, args):
            return f"{_print(of, POSTFIX, False)}[{print_args(args)}]"
        case nodes.Call(func, args):
            return f"{_print(func, POSTFIX, False)}({print_args(args)})"
    raise AssertionError(expr)


def _comprehension(expr: nodes.Comprehension) -> str:
    if not expr.selects:
        return f"{print_expr(expr.element)} for {print_binders(expr.binders)}"
    (binder,) = expr.binders.items
    assert expr.binders.where is not None
    return f"{binder.name} in {_print(binder.domain, RANGE, False)} where {print_expr(expr.binders.where)}"


def print_args(args: Iterable[nodes.Expr]) -> str:
    return ", ".join(print_expr(arg) for arg in args)


def print_binder(binder: nodes.Binder) -> str:
    return f"{binder.name} in {_print(binder.domain, OR, False)}"


def print_binders(binders: nodes.Binders) -> str:
    where = f" where {print_expr(binders.where)}" if binders.where else ""
    return ", ".join(print_binder(b) for b in binders.items) + where


def print_deed(deed: nodes.Deed) -> str:
    args = f"({print_args(deed.args)})" if deed.brackets or deed.args else ""
    times = f" up to {_print(deed.times, SUM, False)} times" if deed.times else ""
    return f"{deed.verb}{args}{times}"


def print_deeds(deeds: nodes.Deeds) -> str:
    return f" {deeds.joiner} ".join(print_deed(deed) for deed in deeds.items)


def print_type(type: nodes.TypeExpr) -> str:
    match type:
        case nodes.NamedType(name):
            return name
        case nodes.RangeType(low, high):
            return f"{print_expr(low)}..{print_expr(high)}"
        case nodes.BuiltType(name, args):
            return f"{name}({print_args(args)})"
        case nodes.CarriedType(name, args, thing, site):
            return f"{name}({print_args(args)}) of {thing} on {site}"
        case nodes.LiteralType(items):
            return f"{{{print_args(items)}}}"
        case nodes.OptionalType(of):
            return f"{print_type(of)} or none"
        case nodes.Collection(kind, of):
            return f"{kind} of {print_type(of)}"
    raise AssertionError(type)
