"""Statements of invented games: what they write, in what order, and who is asked."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from attrs import define, evolve, field

from inventing_expressions import BOOL, INT, SEAT, Scope, Type, World, Writer

DEPTH = 2


@define
class Block:
    """What statements may do where they stand. asks: decisions; draws: chance; ends: end the game; only_you: write
    nothing but fields of `you`."""

    scope: Scope
    asks: bool = True
    draws: bool = True
    ends: bool = True
    calls: tuple[str, ...] = ()
    in_loop: bool = False
    depth: int = 2
    only_you: bool = False


@define
class Statements:
    """One game while it is invented. out: the lines that are written."""

    rng: Random
    world: World = field(init=False)
    procedures: dict[str, tuple[Type, ...]] = field(factory=dict)
    out: list[str] = field(factory=list)
    _names: list[int] = field(factory=lambda: [0])

    @property
    def w(self) -> Writer:
        return Writer(self.rng, self.world, self._names)

    def add(self, *lines: str) -> None:
        self.out += lines

    def maybe(self, chance: float) -> bool:
        return self.rng.random() < chance

    def _type(self) -> Type:
        name = self.rng.choice(list(self.world.members))
        kinds = [
            Type("int", "", 0, self.rng.choice([3, 9, 30])),
            Type("int", "", -5, 5),
            BOOL,
            Type("member", name),
            Type("member", name, optional=True),
            Type("set", name),
        ]
        return self.rng.choice(kinds)

    def block(self, block: Block, level: int) -> None:
        if not block.scope.sure and self.maybe(0.9):
            block = evolve_scope(block, sure=True)
        for _ in range(self.rng.randrange(1, 4)):
            block = self.statement(block, level)

    def statement(self, block: Block, level: int) -> Block:
        """One statement; what is known after it."""
        pad, w, scope = "    " * level, self.w, block.scope
        ways: list[Callable[[], Block | None]] = [
            lambda: self._assign(block, pad),
            lambda: self._assign(block, pad),
            lambda: self._let(block, pad),
        ]
        if block.depth > 0:
            ways += [lambda: self._if(block, level), lambda: self._loop(block, level)]
        if block.draws:
            ways += [lambda: self._roll(block, pad)] + (
                [lambda: self._cards(block, pad)] * 2 if self.world.zones else []
            )
        if block.asks and block.depth > 0:
            ways += [lambda: self._choose(block, level)]
        if block.calls and self.maybe(0.5):
            ways.append(lambda: self._call(block, pad))
        if block.ends and self.maybe(0.2):
            won = f" won by {w.member(SEAT, scope, 1)}" if self.maybe(0.5) else ""
            ways.append(lambda: self.add(f"{pad}if {w.truth(scope, 1)}: end game{won}"))
        if self.maybe(0.1):
            ways.append(lambda: self._award(block, pad))
        if any(f.name == "bank" for f in self.world.fields) and self.maybe(0.5):
            who = "you" if scope.you else w.literal("Player")
            ways.append(lambda: self.add(f"{pad}move up to {w.number(scope, 0)} from bank to {who}.stock"))
        return self.rng.choice(ways)() or block

    def _assign(self, block: Block, pad: str) -> None:
        f = self.rng.choice(self.world.fields)
        scope = block.scope
        place = self.w.field(f, evolve(scope, is_open=scope.you and f.is_secret and self.maybe(0.5)))
        if " if " in place or "(the " in place:
            place = f.name if not f.owner else f"{self.w.literal(f.owner)}.{f.name}"
            place += f"[{self.w.literal(f.index)}]" if f.index else ""
        if f.type.kind == "int" and self.maybe(0.08):
            self.add(f"{pad}{place} {self.rng.choice(['+=', '-='])} {self.w.number(scope, 0)}")
            return
        value = self.w.of(f.type, scope, DEPTH)
        if f.type.kind == "int" and self.maybe(0.97):
            value = f"max([{f.type.low}, min([{f.type.high}, {value}])])"
        self.add(f"{pad}{place} = {value}")

    def _let(self, block: Block, pad: str) -> Block:
        type_ = self.rng.choice([INT, BOOL, self._type()])
        name = self.w.fresh("x")
        if type_.kind == "int":
            self.add(f"{pad}let {name} = {self.w.number(block.scope, DEPTH)}")
        else:
            self.add(f"{pad}let {name}: {type_.text} = {self.w.of(type_, block.scope, DEPTH)}")
        return evolve_scope(block, locals=(*block.scope.locals, (name, type_)))

    def _if(self, block: Block, level: int) -> None:
        pad, inner = "    " * level, deeper(block)
        self.add(f"{pad}if {self.w.truth(block.scope, DEPTH)}:")
        self.block(inner, level + 1)
        if self.maybe(0.3):
            self.add(f"{pad}elif {self.w.truth(block.scope, 1)}:")
            self.block(inner, level + 1)
        if self.maybe(0.4):
            self.add(f"{pad}else:")
            self.block(inner, level + 1)

    def _loop(self, block: Block, level: int) -> None:
        pad, inner, w = "    " * level, deeper(block, in_loop=True), self.w
        way = self.rng.randrange(6)
        if way == 4 and self.world.zones:
            self._card_loop(block, level)
            return
        if way == 5:
            test = self.rng.choice([" while round < 4", " until round > 4", ""])
            self.add(f"{pad}repeat{test}:", f"{pad}    round += 1", f"{pad}    if round > 8: stop")
        elif way == 0:
            self.add(f"{pad}repeat {self.rng.choice(['2', '3', w.number(block.scope, 0)])} times:")
        elif way == 1 and not block.scope.you:
            self.add(f"{pad}for you in {w.set_of('Player', block.scope, 1)}:")
            inner = evolve_scope(inner, you=True)
        else:
            name, of = w.binder()
            seen = inner.scope.having((name, Type("member", of)))
            where = f" where {w.truth(seen, 1)}" if self.maybe(0.5) else ""
            self.add(f"{pad}for {name} in {w.domain(of, block.scope, 1)}{where}:")
            inner = evolve_scope(inner, locals=seen.locals)
        self.block(inner, level + 1)
        if self.maybe(0.2):
            self.add(f"{pad}    if {w.truth(inner.scope, 1)}: {self.rng.choice(['stop', 'next'])}")

    def _card_loop(self, block: Block, level: int) -> None:
        """Over what lies in a zone, some of which is moved."""
        pad, who = "    " * level, "you" if block.scope.you else self.w.literal("Player")
        name = self.w.fresh("v")
        source, target = self.rng.sample([f"{who}.hand", "heap", "deck"], 2)
        inner = block.scope.having((name, Type("member", "Card")))
        self.add(f"{pad}for {name} in {source} where {self.w.truth(inner.loose, 1)}:")
        if self.maybe(0.6):
            self.add(f"{pad}    move {name} from {source} to {target}")
        else:
            self.block(evolve_scope(deeper(block), locals=inner.locals), level + 1)

    def _roll(self, block: Block, pad: str) -> Block | None:
        name = self.w.fresh("x")
        if self.world.dice and self.maybe(0.3):
            until = f" until sum(dice) {self.rng.choice(['<', '>'])} 3" if self.maybe(0.3) else ""
            self.add(f"{pad}roll {self.rng.choice('123')} Die into dice{until}")
            return None
        way = self.rng.randrange(4)
        if way == 0:
            until = f" until {name} {self.rng.choice(['<', '>', '!='])} 2" if self.maybe(0.3) else ""
            self.add(f"{pad}roll {name}: 1..3{until}")
            return evolve_scope(block, locals=(*block.scope.locals, (name, Type("int", "", 1, 3))))
        if way == 1:
            until = f" until sum({name}) != 4" if self.maybe(0.4) else ""
            self.add(f"{pad}roll 2 Die into {name}{until}")
            total = self.w.fresh("x")
            self.add(f"{pad}let {total} = sum({name})")
            return evolve_scope(block, locals=(*block.scope.locals, (total, INT)))
        of = self.w.some_type()
        source = self.w.set_of(of, block.scope, 1)
        if self.maybe(0.2):
            self.add(f"{pad}draw {name} from {source}")
            return evolve_scope(block, locals=(*block.scope.locals, (name, Type("member", of))))
        self.add(f"{pad}if count({source}) > 0:", f"{pad}    draw {name} from {source}")
        self._assign(evolve_scope(block, locals=(*block.scope.locals, (name, Type("member", of)))), pad + "    ")
        return None

    def _cards(self, block: Block, pad: str) -> Block | None:
        w, scope = self.w, block.scope
        who = "you" if scope.you else w.literal("Player")
        places = [f"{who}.{z.name}" if z.owner else z.name for z in self.world.zones]
        one, other = self.rng.sample(places, 2)
        piles = [p for p in places if p.split(".")[-1] in ("deck", "heap", "row")]
        ways = [
            lambda: f"move up to {self.rng.randrange(1, 3)} from {self.rng.choice(piles)} to {other}",
            lambda: f"move all from {one} to {other}",
            lambda: f"shuffle {self.rng.choice(piles)}",
            lambda: f"if count({one}) > 0: draw 1 from {one} to {other}",
            lambda: f"gather({self.rng.choice(piles)})" if self.maybe(0.3) else f"shuffle {self.rng.choice(piles)}",
            lambda: f"swap({one}, {who}.hand)" if one in ("box",) else f"show {who}.hand to {w.member(SEAT, scope, 1)}",
        ]
        if self.maybe(0.15):
            self._local_zone(pad, self.rng.choice(piles), other)
            return None
        if self.maybe(0.15):
            self.add(f"{pad}move up to 1 from (deck if {w.truth(scope, 1)} else heap) to {who}.hand")
            return None
        if self.maybe(0.2):
            name = w.fresh("x")
            self.add(
                f"{pad}if count({one}) > 0:",
                f"{pad}    draw {name} from {one}",
                f"{pad}    move up to 1 from {other} to {one}",
            )
            self._assign(evolve_scope(block, locals=(*scope.locals, (name, Type("member", "Card")))), pad + "    ")
            return None
        self.add(pad + self.rng.choice(ways)())
        return None

    def _local_zone(self, pad: str, source: str, target: str) -> None:
        name = self.w.fresh("z")
        self.add(f"{pad}let {name}: {self.rng.choice(['bag', 'pile'])} of Card = []")
        self.add(f"{pad}move up to {self.rng.randrange(1, 3)} from {source} to {name}")
        if self.maybe(0.5):
            self.add(f"{pad}if sum(k.value for k in {name}) > {self.rng.randrange(4)}: round = 0")
        self.add(f"{pad}move all from {name} to {target}")

    def _call(self, block: Block, pad: str) -> None:
        name = self.rng.choice(block.calls)
        args = ", ".join(self.w.of(p, block.scope, 1) for p in self.procedures[name])
        self.add(f"{pad}{name}({args})")

    def _award(self, block: Block, pad: str) -> None:
        by = block.scope.having(("q", SEAT))
        ties = self.rng.choice(["share", "friendly", "cancel"])
        ranking = f"(rank q in players by most {self.w.number(by, 1)}, ties {ties})"
        self.add(f"{pad}award [2, 1] to {ranking} as points")

    # -------------------------------------------------------------------------------------------- decisions

    def _choose(self, block: Block, level: int) -> None:
        pad, w = "    " * level, self.w
        who, seen = self._asked(block)
        if not who and not seen.you:
            who = w.literal("Player")
        binds: list[tuple[str, Type]] = []
        said = []
        for _ in range(self.rng.randrange(1, 3)):
            name, of = w.binder()
            inner = evolve(seen, locals=tuple(binds))
            if self.maybe(0.3):
                said.append(f"{name} in 0..{self.rng.randrange(1, 3)}")
                binds.append((name, Type("int", "", 0, 2)))
            else:
                said.append(f"{name} in {w.domain(of, inner, 1)}")
                binds.append((name, Type("member", of)))
        where = f" where {w.truth(evolve(seen, locals=tuple(binds)), 1)}" if self.maybe(0.4) else ""
        modal = self.rng.choice(["must", "may"])
        able = " if able" if modal == "must" and self.maybe(0.7) else ""
        self.add(f"{pad}{who}{modal} choose {', '.join(said)}{where}{able}:")
        inner_block = evolve_scope(deeper(block), locals=(*block.scope.locals, *binds))
        self.block(inner_block, level + 1)
        self._otherwise(block, level, not able)

    def _asked(self, block: Block) -> tuple[str, Scope]:
        """Who is asked, and what may be read to make the list: of locals nothing, as they may hold secrets."""
        seen = Scope(you=True, is_open=True)
        if block.scope.you and self.maybe(0.7):
            return "", seen
        optional = self.maybe(0.2)
        subject = self.w.member(evolve(SEAT, optional=optional), evolve(block.scope, is_open=False), 1)
        if " " in subject or "[" in subject:
            subject = self.w.literal("Player")
        return f"{subject} ", seen

    def _otherwise(self, block: Block, level: int, is_free: bool) -> None:
        if is_free and self.maybe(0.7):
            pad = "    " * level
            self.add(f"{pad}otherwise:")
            self.block(deeper(block, asks=False), level + 1)

    def sentence(self, block: Block, level: int) -> None:
        """A decision between actions."""
        pad = "    " * level
        deeds = self.rng.sample(self.world.deeds, min(len(self.world.deeds), self.rng.randrange(1, 4)))
        who, _ = self._asked(block)
        modal = self.rng.choice(["must", "may"])
        joint = self.rng.choice([" or ", " or ", " and "])
        parts = []
        for deed in deeds:
            text = deed.name
            if deed.params and self.maybe(0.2):
                first = deed.params[0]
                given = str(self.rng.randrange(3)) if first.kind == "int" else self.w.of(first, Scope(you=True), 0)
                text += f"({given})"
            if modal == "may" and self.maybe(0.3):
                text += f" up to {self.rng.randrange(1, 4)} times"
            parts.append(text)
        able = " if able" if modal == "must" and self.maybe(0.75) else ""
        self.add(f"{pad}{who}{modal} {joint.join(parts)}{able}")
        self._otherwise(block, level, not able)


def deeper(block: Block, **changes: Any) -> Block:
    return evolve(block, depth=block.depth - 1, **changes)


def evolve_scope(block: Block, **changes: Any) -> Block:
    return evolve(block, scope=evolve(block.scope, **changes))
