"""Values where a type is demanded: what fits, what has to be narrowed, what never fits (semantics 3.2 and 4.5)."""

from __future__ import annotations

from typing import Any

from hoyle.compiler import typed as t
from hoyle.compiler.constants import fold
from hoyle.compiler.context import broken
from hoyle.compiler.scope import Scope
from hoyle.compiler.types import (
    BOOL,
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
    has_halves,
    is_collection,
    is_number,
    is_optional,
    none_code,
    required,
)
from hoyle.dsl.diagnostics import Label
from hoyle.dsl.span import NOWHERE


def coerce(
    scope: Scope,
    e: t.Expr,
    type: Type,
    what: str = "this",
    narrow: bool = True,
    wanted_at: Label | None = None,
) -> t.Expr:
    """`e` as a value of `type`. Where it may lie outside, it is narrowed (undefined there) or, with narrow False, left
    for a check at run time. What can never fit is reported, with the place that wants it."""
    have = e.type
    if isinstance(have, ErrorType) or isinstance(type, ErrorType):
        return e
    fitted = _fitted(e, type, narrow)
    if fitted is None:
        labels = [wanted_at] if wanted_at is not None and wanted_at.span is not NOWHERE else []
        hint = f"where `none` is meant to be possible, declare `{type} or none`" if _lacks_none(have, type) else None
        why = "halves are compared and ranked, not kept" if has_halves(have) and not has_halves(type) else None
        scope.ctx.error("E0301", e.span, f"{what} is {have}, not {type}", labels=labels, why=why, hint=hint)
        return broken(e.span)
    return fold(scope.ctx, fitted)


def _lacks_none(have: Type, type: Type) -> bool:
    return isinstance(have, NoneType) and isinstance(type, IntType | MemberType)


def _fitted(e: t.Expr, type: Type, narrow: bool) -> t.Expr | None:
    have = e.type
    match type, have:
        case (IntType() | MemberType(), NoneType()):
            return t.Const(type, none_code(type), span=e.span) if is_optional(type) else None
        case (BoolType(), BoolType()) | (SentenceType(), SentenceType()) | (NoneType(), NoneType()):
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
    if have.halves and not want.halves:
        return None
    low_in = want.low is None or (have.low is not None and have.low >= want.low)
    high_in = want.high is None or (have.high is not None and have.high <= want.high)
    apart = (want.high is not None and have.low is not None and have.low > want.high) or (
        want.low is not None and have.high is not None and have.high < want.low
    )
    if apart and not (have.optional and want.optional):
        return None
    if have.optional and want.optional and have.none != want.none:
        return _other_none(e, have, want, type, narrow)
    whole = not (isinstance(type, MemberType) and type.domain.size != type.domain.span_size)
    if low_in and high_in and whole and (want.optional or not have.optional):
        return e
    return t.Narrow(type, e, span=e.span) if narrow else e


def _other_none(e: t.Expr, have: IntType, want: IntType, type: Type, narrow: bool) -> t.Expr | None:
    """`none` has one code among numbers from 0 up and another where numbers may be negative."""
    missing = t.Op(BOOL, "==", (e, t.Const(NONE_TYPE, have.none)), span=e.span)
    have, plain = IntType(have.low, have.high, halves=have.halves), IntType(want.low, want.high, halves=want.halves)
    there = _fit_number(e, have, plain, required(type), narrow)
    nothing = t.Const(type, want.none, span=e.span)
    return t.Cond(type, missing, nothing, there, span=e.span) if there is not None else nothing


def _fit_collection(e: t.Expr, type: Type) -> t.Expr | None:
    have = e.type
    if not is_collection(type) or not is_collection(have):
        return None
    wanted, given = type.of, have.of  # type: ignore[attr-defined]
    if not agree(wanted, given) or (has_halves(given) and not has_halves(wanted)):
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
        case (NoneType(), other) | (other, NoneType()):
            return isinstance(other, NoneType | IntType | MemberType | SentenceType)
        case (MemberType(), MemberType()):
            return a.domain is b.domain or (is_number(a) and is_number(b))
        case (BoolType(), BoolType()) | (SentenceType(), SentenceType()):
            return True
    if is_number(a) and is_number(b):
        return True
    if is_collection(a) and is_collection(b):
        return agree(a.of, b.of)  # type: ignore[attr-defined]
    return False
