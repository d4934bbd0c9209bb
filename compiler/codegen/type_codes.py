"""Types as the runtime describes them: `TypeInfo` constants of the generated module."""

from __future__ import annotations

from hoyle.compiler.codegen.base import Shared
from hoyle.compiler.types import (
    BagType,
    BoolType,
    IntType,
    ListType,
    MemberType,
    PileType,
    SetType,
    Type,
)


def type_text(gen: Shared, type: Type) -> str:
    """The constructor call of a type's description."""
    name = gen.use("TypeInfo")
    match type:
        case BoolType():
            return f"{name}('bool')"
        case IntType(low, high, optional):
            return f"{name}('int', None, {low}, {high}, {optional})"
        case MemberType(domain, optional):
            return f"{name}('member', {domain.name!r}, None, None, {optional})"
        case SetType(of) | ListType(of) | BagType(of) | PileType(of):
            return f"{name}('{_kind(type)}', None, None, None, False, {type_text(gen, of)})"
    return f"{name}('int')"


def _kind(type: Type) -> str:
    """set, list, bag or pile."""
    return type.__class__.__name__.removesuffix("Type").lower()


def type_info(gen: Shared, type: Type) -> str:
    """The name of a type's description."""
    return gen.named(type_text(gen, type), f"I_{_hint(type)}")


def _hint(type: Type) -> str:
    match type:
        case MemberType(domain, optional):
            return domain.name + ("_or_none" if optional else "")
        case IntType(int() as low, int() as high) if low >= 0:
            return f"{low}_to_{high}"
        case SetType(of) | ListType(of) | BagType(of) | PileType(of):
            return f"{_kind(type)}_of_{_hint(of)}"
        case BoolType():
            return "bool"
    return "number"
