"""Where everything lies in the state vector: fields, zones, variables that outlive a pause, ways back.

The first three places are the pause, the ending and the winners (docs/reference/generated-module.md). Everything else
is laid out once the player count and the options are bound.
"""

from __future__ import annotations

from attrs import define, field, frozen

from hoyle.compiler.ir import Module, Part
from hoyle.compiler.rewrite import walk
from hoyle.compiler.typed import Field, NewZone, Var
from hoyle.compiler.types import (
    BagType,
    BoolType,
    Domain,
    IntType,
    ListType,
    MemberType,
    PileType,
    SetType,
    Type,
    codes_of,
    is_finite,
    is_optional,
    is_scalar,
    none_code,
)

PAUSE, ENDING, WON_BY, FIRST_FREE = 0, 1, 2, 3
# Places of a zone by form: see runtime/support/zones.py.
PILE_WIDTH, POOLED_WIDTH = 2, 7
# Bits of a number that has no bounds, in packed lists; and the bits for the number of copies of one kind.
WIDE_BITS = 48


@frozen
class Dimension:
    low: int
    size: int
    stride: int


@frozen
class ZoneForm:
    """How the components of a zone are kept: `Bag`, `Pile` or `Pooled` of runtime/support/zones.py."""

    kind: str
    low: int
    size: int
    ordered: bool
    domain: Domain

    @property
    def width(self) -> int:
        return {"Bag": self.size, "Pile": PILE_WIDTH, "Pooled": POOLED_WIDTH}[self.kind]


@frozen
class Place:
    """Of a field or variable: the address is base + the sum of (index - low) * stride."""

    base: int
    dims: tuple[Dimension, ...]
    width: int
    zone: ZoneForm | None = None

    @property
    def size(self) -> int:
        total = self.width
        for d in self.dims:
            total *= d.size
        return total

    def addresses(self) -> list[int]:
        found = [self.base]
        for d in self.dims:
            found = [a + i * d.stride for a in found for i in range(d.size)]
        return found


@define(eq=False)
class Layout:
    """`returns`: where a part keeps the block that it goes back to. `boards`: derived places of carried boards."""

    fields: dict[Field, Place] = field(factory=dict)
    variables: dict[Var, Place] = field(factory=dict)
    returns: dict[Part, int] = field(factory=dict)
    boards: dict[Domain, int] = field(factory=dict)
    size: int = FIRST_FREE
    derived: int = 0

    def take(self, width: int) -> int:
        base = self.size
        self.size += width
        return base

    def variable(self, var: Var) -> Place:
        """The place of a variable that has to outlive a pause."""
        if var not in self.variables:
            self.variables[var] = Place(self.take(1), (), 1)
        return self.variables[var]

    def way_back(self, part: Part) -> int:
        if part not in self.returns:
            self.returns[part] = self.take(1)
        return self.returns[part]


def zone_form(type: Type, pooled: bool) -> ZoneForm:
    assert isinstance(type, BagType | PileType) and isinstance(type.of, MemberType)
    domain = type.of.domain
    ordered = isinstance(type, PileType)
    kind = "Pooled" if pooled else "Pile" if ordered else "Bag"
    return ZoneForm(kind, domain.low, domain.span_size, ordered, domain)


def extent(type: Type) -> tuple[int, int]:
    """Lowest index and number of indices."""
    match type:
        case BoolType():
            return 0, 2
        case IntType(int() as low, int() as high):
            return low, high - low + 1
        case MemberType(domain):
            return domain.low, domain.span_size
    raise ValueError(f"no index type: {type}")


def place_of(layout: Layout, f: Field, module: Module) -> Place:
    zone = zone_form(f.type, f.key in module.pooled) if f.kind == "zone" else None
    width = zone.width if zone else 1
    extents = [extent(i) for i in f.indices]
    if f.owner is not None:
        extents.insert(0, _owners(f.owner, module))
    dims: list[Dimension] = []
    stride = width
    for low, size in reversed(extents):
        dims.insert(0, Dimension(low, size, stride))
        stride *= size
    return Place(layout.take(stride), tuple(dims), width, zone)


def _owners(owner: Domain, module: Module) -> tuple[int, int]:
    """Seats that are not in this game have no fields (semantics 2.9)."""
    if owner is module.program.players:
        return min(module.program.seats), max(module.program.seats) - min(module.program.seats) + 1
    return owner.low, owner.span_size


def lay_out(module: Module) -> Layout:
    layout = Layout()
    for f in module.program.fields:
        layout.fields[f] = place_of(layout, f, module)
    zones = {var for part in module.parts for var in _zone_vars(part, module)}
    for part in module.parts:
        for group in part.shared:
            if group[0] not in zones:
                place = layout.variable(group[0])
                layout.variables.update((var, place) for var in group)
        _lay_local_zones(layout, part, module)
    for name in sorted(module.program.domains):
        domain = module.program.domains[name]
        if domain.kind == "cells":
            layout.boards[domain] = len(layout.boards)
    return layout


def _zone_vars(part: Part, module: Module) -> list[Var]:
    statements = [*part.body, *(s for b in part.blocks for s in module.blocks[b].stmts)]
    return [node.var for node in walk(tuple(statements)) if isinstance(node, NewZone)]


def _lay_local_zones(layout: Layout, part: Part, module: Module) -> None:
    for var in _zone_vars(part, module):
        if var not in layout.variables:
            key = f"{part.verb.name if part.verb else part.name}:{var.name}"
            form = zone_form(var.type, key in module.pooled)
            layout.variables[var] = Place(layout.take(form.width), (), form.width, form)


# ------------------------------------------------------------------------------------------------ packed values


@frozen
class Code:
    """How a value that is no scalar is one integer. kind: mask (a set of scalars), list (list or bag), sets (a set of
    sets); low: the least element; bits: of one element; of: how the elements are packed, if they are collections."""

    kind: str
    low: int
    bits: int
    of: Code | None = None


def element_of(type: Type) -> Type:
    """Of what a collection is one."""
    assert isinstance(type, SetType | ListType | BagType | PileType), type
    return type.of


def code_of(type: Type) -> Code | None:
    """None for scalars, which are themselves."""
    if is_scalar(type):
        return None
    assert isinstance(type, SetType | ListType | BagType | PileType), type
    of = type.of
    inner = code_of(of)
    low, bits = _element(of) if inner is None else (0, _bits(of, inner))
    if isinstance(type, SetType) and inner is None and is_finite(of):
        return Code("mask", low, bits)
    return Code("sets" if isinstance(type, SetType) else "list", low, bits, inner)


def _element(of: Type) -> tuple[int, int]:
    if not is_finite(of):
        return -(1 << (WIDE_BITS - 1)), WIDE_BITS
    codes = codes_of(of)
    low, high = (codes[0], codes[-1]) if codes else (0, 0)
    if is_optional(of):
        low = min(low, none_code(of))
    return low, (high - low + 1).bit_length()


def _bits(of: Type, inner: Code) -> int:
    """Bits of a packed collection within a collection."""
    element = element_of(of)
    if inner.kind == "mask" and is_finite(element):
        return max(1, len(codes_of(element)) + 2)
    return 1024
