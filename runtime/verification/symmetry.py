"""Symmetries of boards, and whether the rules keep to them.

A symmetry turns or mirrors every board of a kind at once: grids, hexes, tracks, rings, and the edges between their
places with them. That it is one of the board says nothing about the rules (in connect four discs fall), so it counts
only as long as it is verified: the first state is its own image, and in every state the images of the choices are the
choices of the image, lead to the images of what they lead to, and the same seats win. By induction it then leads every
state that can be reached to one that can.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from attrs import define, field, frozen

from hoyle.runtime.compiled import OVER, PASS, PAUSE, Vector
from hoyle.runtime.description import DomainInfo, FieldInfo, TypeInfo
from hoyle.runtime.errors import RuleError
from hoyle.runtime.game import Game
from hoyle.runtime.rules import Rules

_MOST: Final = 48  # symmetries that are tried
_NUMBER: Final = re.compile(r"-?\d+")
Place = tuple[int, ...]
Turn = Callable[[Place], Place]


class Asymmetry(Exception):  # noqa: N818 - no error: something is known now
    """What was taken for a symmetry of the game is none."""

    def __init__(self, symmetry: Symmetry) -> None:
        super().__init__(symmetry.name)
        self.symmetry = symmetry


# ------------------------------------------------------------------------------------------------ of boards


def _grid_turns(places: Sequence[Place]) -> dict[str, Turn]:
    """Those of a rectangle, around its middle; of a square also those that swap its sides."""
    xs, ys = [x for x, _ in places], [y for _, y in places]
    across, down = min(xs) + max(xs), min(ys) + max(ys)
    found: dict[str, Turn] = {
        "mirrored": lambda p: (across - p[0], p[1]),
        "upside down": lambda p: (p[0], down - p[1]),
        "half turn": lambda p: (across - p[0], down - p[1]),
    }
    if max(xs) - min(xs) == max(ys) - min(ys):
        left, top = min(xs), min(ys)
        side = max(xs) - left

        def swapped(p: Place) -> Place:
            return (left + p[1] - top, top + p[0] - left)

        def turned(p: Place) -> Place:
            return (left + side - (p[1] - top), top + p[0] - left)

        found["along a diagonal"] = swapped
        found["quarter turn"] = turned
        found["three quarter turns"] = lambda p: turned(turned(turned(p)))
        found["along the other diagonal"] = lambda p: turned(turned(swapped(p)))
    return found


def _hex_turns(places: Sequence[Place]) -> dict[str, Turn]:
    """Those of the six directions, around the middle; of them a board has those that lead it to itself."""
    q2, r2 = (min(p[i] for p in places) + max(p[i] for p in places) for i in (0, 1))

    def around(turn: Turn) -> Turn:
        def turned(p: Place) -> Place:
            q, r = turn((2 * p[0] - q2, 2 * p[1] - r2))
            return ((q + q2) // 2, (r + r2) // 2)

        return turned

    def rotated(times: int) -> Turn:
        def turn(p: Place) -> Place:
            for _ in range(times):
                p = (-p[1], p[0] + p[1])
            return p

        return turn

    found = {f"turned by {60 * times}": around(rotated(times)) for times in range(1, 6)}
    for times in range(6):
        mirrored = rotated(times)
        found[f"mirrored, turned by {60 * times}"] = around(lambda p, m=mirrored: m((p[1], p[0])))  # type: ignore[misc]
    return found


def _track_turns(places: Sequence[Place]) -> dict[str, Turn]:
    return {"reversed": lambda p: (len(places) + 1 - p[0],)}


def _ring_turns(places: Sequence[Place]) -> dict[str, Turn]:
    size = len(places)
    found: dict[str, Turn] = {f"turned by {n}": lambda p, n=n: ((p[0] - 1 + n) % size + 1,) for n in range(1, size)}  # type: ignore[misc]
    for n in range(size):
        found[f"mirrored, turned by {n}"] = lambda p, n=n: ((n - p[0]) % size + 1,)  # type: ignore[misc]
    return found


_TURNS: Final = {"grid": _grid_turns, "hexes": _hex_turns, "track": _track_turns, "ring": _ring_turns}
Codes = dict[str, dict[int, int]]  # by domain, the code that each code becomes


def _maps_of_kind(domains: Sequence[DomainInfo], kind: str) -> dict[str, Codes]:
    """The symmetries that all boards of a kind have, by name."""
    boards = [d for d in domains if d.kind == kind]
    found: dict[str, Codes] = {}
    for name in _TURNS[kind](_places(boards[0])) if boards else ():
        codes = {board.name: _codes_of(board, name) for board in boards}
        if all(codes.values()):
            found[name] = {board: turned for board, turned in codes.items() if turned is not None}
    return found


def _places(domain: DomainInfo) -> list[Place]:
    return [tuple(map(int, _NUMBER.findall(label.partition("(")[2]))) for label in domain.labels]


def _codes_of(board: DomainInfo, name: str) -> dict[int, int] | None:
    places = _places(board)
    turn = _TURNS[board.kind](places).get(name)
    numbers = dict(zip(places, board.codes, strict=True))
    if turn is None or {turn(p) for p in places} != set(places):
        return None
    return {numbers[p]: numbers[turn(p)] for p in places}


def _edges(domain: DomainInfo, domains: dict[str, DomainInfo], codes: Codes) -> dict[int, int] | None:
    """What becomes of edges when their ends become something else. They are written `Line(Dot(0, 0), Dot(1, 0))`."""
    ends = [label.partition("(")[2].removesuffix(")") for label in domain.labels]
    boards = [board for board in codes if ends and ends[0].startswith(f"{board}(")]
    if not boards:
        return None
    of = domains[boards[0]]
    numbers = dict(zip(of.labels, of.codes, strict=True))
    pairs = [frozenset(numbers[label] for label in re.findall(r"\w+\([^()]*\)", end)) for end in ends]
    turned = codes[of.name]
    known = dict(zip(pairs, domain.codes, strict=True))
    images = [known.get(frozenset(turned[code] for code in pair)) for pair in pairs]
    if None in images:
        return None
    return {code: image for code, image in zip(domain.codes, images, strict=True) if image is not None}


# ------------------------------------------------------------------------------------------------ of states


@define(eq=False)
class Symmetry:
    """What becomes of the members of boards, and so of states, moves and outcomes."""

    name: str
    codes: Codes
    rules: Rules
    slots: dict[tuple[int, Place], int] = field(repr=False)  # where scalar fields lie
    _scalars: list[tuple[int, int, dict[int, int] | None]] = field(init=False)
    _others: list[tuple[FieldInfo, Place, Place]] = field(init=False)
    _variables: list[tuple[int, TypeInfo, Any]] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._scalars, self._others = [], []
        for info in self.rules.info.fields:
            for at in self.rules.places(info):
                to = self._place(info, at)
                source, target = self.slots.get((info.number, at)), self.slots.get((info.number, to))
                if source is None or target is None:
                    self._others.append((info, at, to))
                elif source != target or self._moves(info.type):
                    self._scalars.append((source, target, self.codes.get(info.type.domain or "")))
        slots = self.rules.module.SLOTS
        self._variables = [(at, kind, packing) for _, at, kind, packing in slots if self._moves(kind)]

    def _moves(self, kind: TypeInfo) -> bool:
        """Whether values of a type may become others."""
        return kind.domain in self.codes or (kind.of is not None and self._moves(kind.of))

    def _place(self, info: FieldInfo, at: Place) -> Place:
        domains = ([info.owner] if info.owner is not None else []) + [kind.domain for kind in info.indices]
        return tuple(self.codes.get(d or "", {}).get(code, code) for d, code in zip(domains, at, strict=True))

    def value(self, value: Any, kind: TypeInfo) -> Any:
        """What becomes of a value."""
        if value is None or not self._moves(kind):
            return value
        if kind.of is None:
            return self.codes[str(kind.domain)].get(value, value)
        items = [self.value(item, kind.of) for item in value]
        return frozenset(items) if kind.kind == "set" else tuple(sorted(items) if kind.kind == "bag" else items)

    def state(self, s: Any) -> Any:
        """What becomes of a vector, with the earlier ones that it carries."""
        after = s.clone()
        self._write(s, after)
        after.old = {verb: tuple(self._vector(vector) for vector in kept) for verb, kept in s.old.items()}
        return after

    def _vector(self, s: Vector) -> Vector:
        after = list(s)
        self._write(s, after)
        return after

    def _write(self, s: Vector, after: Vector) -> None:
        for source, target, codes in self._scalars:
            value = s[source]
            after[target] = value if codes is None else codes.get(value, value)
        module = self.rules.module
        for info, at, to in self._others:
            module.write_field(after, info.number, to, self._content(info, module.read_field(s, info.number, at)))
        for slot, kind, packing in self._variables:
            value = s[slot] if packing is None else packing.unpack(s[slot])
            after[slot] = self.value(value, kind) if packing is None else packing.pack(self.value(value, kind))
        after[module.DERIVED :] = [None] * (len(after) - module.DERIVED)

    def _content(self, info: FieldInfo, value: Any) -> Any:
        if info.kind not in ("bag", "pile") or info.type.of is None:
            return self.value(value, info.type)
        prefix, rest, tokens, pool, *more = value
        prefix, rest, pool = (tuple(self.value(item, info.type.of) for item in part) for part in (prefix, rest, pool))
        return (prefix, tuple(sorted(rest)), tokens, tuple(sorted(pool)), *more)

    def choices(self, s: Vector, image: Vector, codes: Sequence[int]) -> list[int] | None:
        """What becomes of the choices at a vector, as numbers at its image; None if there are others there."""
        module = self.rules.module
        if s[PAUSE] == OVER:
            return [] if image[PAUSE] == OVER and module.winners(s) == module.winners(image) else None
        chance = self.rules.chances.get(s[PAUSE])
        try:
            if chance is not None:
                return self._outcomes(s, image, [kind for _, kind in chance.items])
            offered = set(module.moves(image))
            found = [self._move(image, code, offered) for code in codes]
        except (ValueError, LookupError, RuleError):
            return None
        return found if set(found) == offered and len(set(found)) == len(found) else None

    def _move(self, image: Vector, code: int, offered: set[int]) -> int:
        if code == PASS:
            return PASS
        module = self.rules.module
        number, args = module.decode(code)
        kinds = [kind for _, kind in self.rules.actions[number].params]
        args = tuple(self.value(arg, kind) for arg, kind in zip(args, kinds, strict=True))
        said = module.encode(number, args)
        if said not in offered:
            other = module.alias(image, number, module.who(image), args)
            return said if other is None else module.encode(number, other)
        return said

    def _outcomes(self, s: Vector, image: Vector, kinds: Sequence[TypeInfo]) -> list[int] | None:
        module = self.rules.module
        weights = dict(module.outcomes(image))
        found = []
        for code, weight in module.outcomes(s):
            values = module.decode_outcome(s, code)
            turned = tuple(self.value(value, kind) for value, kind in zip(values, kinds, strict=True))
            found.append(module.encode_outcome(image, turned))
            if weights.get(found[-1]) != weight:
                return None
        return found if len(found) == len(weights) else None


@frozen
class Symmetries:
    """Symmetries of a game, as far as is known. all: those that form a group with that which changes nothing (left out
    here); candidates: all that were not refuted."""

    all: tuple[Symmetry, ...]
    candidates: tuple[Symmetry, ...]

    @classmethod
    def of(cls, game: Game) -> Symmetries:
        """Those of the boards that lead the first state to itself, with the same choices."""
        rules, slots = game.rules, _scalar_slots(game.rules)
        found = [Symmetry(name, codes, rules, slots) for name, codes in _maps(rules)]
        s = rules.module.new()
        rules.module.start(s)
        return cls.among([symmetry for symmetry in found if _holds_at_first(symmetry, s)])

    @classmethod
    def among(cls, candidates: Sequence[Symmetry]) -> Symmetries:
        """The greatest group that is found by taking one after the other, whichever comes first."""
        known = {_key(symmetry.codes): symmetry for symmetry in candidates}
        groups = [_grown([*list(known)[place:], *list(known)[:place]]) for place in range(len(known))]
        best = max(groups, key=len, default={})
        return cls(tuple(known[key] for key in known if key in best), tuple(candidates))

    @property
    def count(self) -> int:
        """How many there are with that which changes nothing."""
        return len(self.all) + 1

    def without(self, refuted: Symmetry) -> Symmetries:
        """What is left when one turns out to be none."""
        return self.among([symmetry for symmetry in self.candidates if symmetry is not refuted])

    def only(self, names: Sequence[str]) -> Symmetries:
        """Those of these names. KeyError if there is one of another name."""
        known = {symmetry.name: symmetry for symmetry in self.candidates}
        return self.among([known[name] for name in names])


Key = tuple[tuple[str, tuple[tuple[int, int], ...]], ...]


def _key(codes: Codes) -> Key:
    """The codes that change, so that equal symmetries have equal keys."""
    changed = {name: tuple((a, b) for a, b in sorted(turned.items()) if a != b) for name, turned in codes.items()}
    return tuple((name, pairs) for name, pairs in sorted(changed.items()) if pairs)


def _grown(keys: Sequence[Key]) -> dict[Key, None]:
    """As many of these symmetries as form a group, taken in order."""
    known = {*keys, _key({})}
    group = {_key({}): None}
    for key in keys:
        bigger = _generated([*group, key])
        if bigger is not None and bigger.keys() <= known:
            group = bigger
    return group


def _generated(keys: Sequence[Key]) -> dict[Key, None] | None:
    """The group that some symmetries generate; None if it is too big."""
    found = dict.fromkeys(keys)
    todo = list(found)
    while todo:
        one = todo.pop()
        for other in list(found):
            for product in (_after(one, other), _after(other, one)):
                if product not in found:
                    found[product] = None
                    todo.append(product)
            if len(found) > _MOST:
                return None
    return found


def _after(one: Key, other: Key) -> Key:
    """One symmetry after the other."""
    first, second = {n: dict(p) for n, p in other}, {n: dict(p) for n, p in one}
    codes: Codes = {}
    for name in {*first, *second}:
        a, b = first.get(name, {}), second.get(name, {})
        codes[name] = {code: b.get(a.get(code, code), a.get(code, code)) for code in {*a, *b}}
    return _key(codes)


def _maps(rules: Rules) -> Iterator[tuple[str, Codes]]:
    """The symmetries of the boards, by name: those of each kind of board, and two of different kinds together."""
    domains = list(rules.info.domains.values())
    kinds = [_maps_of_kind(domains, kind) for kind in _TURNS]
    pairs = [
        (f"{one}, {other}", a | b)
        for place, maps in enumerate(kinds)
        for one, a in maps.items()
        for others in kinds[place + 1 :]
        for other, b in others.items()
    ]
    singles = [item for maps in kinds for item in maps.items()]
    for name, codes in [*singles, *pairs][: 4 * _MOST]:
        with_edges = dict(codes)
        for domain in domains:
            turned = _edges(domain, rules.info.domains, codes) if domain.kind == "edges" else None
            if turned is not None:
                with_edges[domain.name] = turned
        yield name, with_edges


def _holds_at_first(symmetry: Symmetry, s: Any) -> bool:
    module = symmetry.rules.module
    image = symmetry.state(s)
    if image[: module.DERIVED] != s[: module.DERIVED]:
        return False
    codes = list(module.moves(s)) if s[PAUSE] in symmetry.rules.decisions else []
    return symmetry.choices(s, image, codes) is not None


def _scalar_slots(rules: Rules) -> dict[tuple[int, Place], int]:
    """Where in the vector the fields lie that hold one value as it is, found by writing two values to each."""
    module, found = rules.module, {}
    for info in rules.info.fields:
        if info.kind != "scalar" or info.type.domain is None or info.type.of is not None:
            if info.kind != "scalar" or info.type.kind not in ("int", "bool"):
                continue
        for at in rules.places(info):
            s = module.new()
            values = _two_values(rules, info.type)
            written = []
            for value in values:
                module.write_field(s, info.number, at, value)
                written.append(list(s[: module.DERIVED]))
            changed = [n for n, (a, b) in enumerate(zip(*written, strict=True)) if a != b]
            if len(changed) == 1 and [w[changed[0]] for w in written] == list(values):
                found[info.number, at] = changed[0]
    return found


def _two_values(rules: Rules, kind: TypeInfo) -> tuple[int, int]:
    if kind.domain is not None:
        codes = rules.codes(kind.domain, None, None)
        return codes[0], codes[-1]
    return kind.low or 0, kind.high if kind.high is not None else 1
