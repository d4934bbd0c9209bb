"""Whole games, invented at random: well typed, within limits, with all that the language has for state and flow.

    text = invented(random.Random(7))

Rules may still ask for the impossible while they run (that is a rule error), and some are refused for what only the
whole shows: decisions that leak, what is always undefined. `invented_games()` is the strategy of Hypothesis, whose
choices shrink.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from attrs import define, evolve, field
from hypothesis import strategies as st

from inventing_expressions import BOOL, INT, SEAT, Deed, Define, Field, Scope, Type, World, Writer, Zone

DEPTH = 2


def invented_games() -> st.SearchStrategy[str]:
    """Texts of whole games."""
    return st.randoms(use_true_random=False).map(invented)


def invented(rng: Random) -> str:
    """The text of a game."""
    return Game(rng).text()


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
class Game:
    """One game while it is invented."""

    rng: Random
    world: World = field(init=False)
    procedures: dict[str, tuple[Type, ...]] = field(factory=dict)
    out: list[str] = field(factory=list)
    has_secret: bool = False

    def __attrs_post_init__(self) -> None:
        self.world = World({}, ())

    @property
    def w(self) -> Writer:
        return Writer(self.rng, self.world, self._names)

    _names: list[int] = field(factory=lambda: [0])

    def text(self) -> str:
        self._domains()
        self._state()
        self._defines()
        self._verbs()
        self._flow()
        self._end()
        return "\n".join(self.out) + "\n"

    def add(self, *lines: str) -> None:
        self.out += lines

    def maybe(self, chance: float) -> bool:
        return self.rng.random() < chance

    # -------------------------------------------------------------------------------------------- types

    def _domains(self) -> None:
        seats = self.rng.randrange(1, 4)
        self.add("game Invented", "", f"players {seats}", "")
        members: dict[str, tuple[str, ...]] = {"Player": tuple(f"player_{n + 1}" for n in range(seats))}
        colours = ("red", "green", "blue", "black")[: self.rng.randrange(2, 5)]
        self.add(f"type Colour: {', '.join(colours)}", "type Die: 1..3")
        members["Colour"] = colours
        boards: tuple[str, ...] = ()
        if self.maybe(0.6):
            w, h = self.rng.randrange(1, 4), self.rng.randrange(1, 3)
            self.add(f"type Cell: grid({w}, {h})")
            members["Cell"] = tuple(f"Cell({x}, {y})" for y in range(h) for x in range(w))
            boards = ("Cell",)
        options: tuple[tuple[str, Type], ...] = ()
        if self.maybe(0.4):
            self.add("option fast: bool = " + self.rng.choice(["true", "false"]))
            self.add(f"option much: 1..4 = {self.rng.randrange(1, 5)}")
            options = (("fast", BOOL), ("much", INT))
        components = ("points",) if self.maybe(0.7) else ()
        self.world = World(members, boards, options=options, components=components)
        if self.maybe(0.6):
            self._table(colours)
        self.add("")

    def _table(self, colours: tuple[str, ...]) -> None:
        cards = ("ace", "ten", "four", "nine")[: self.rng.randrange(2, 5)]
        self.add("table Card:", "    card | value | hue | copies")
        for card in cards:
            value, copies = self.rng.randrange(-1, 6), self.rng.randrange(1, 3)
            self.add(f"    {card} | {value} | {self.rng.choice(colours)} | {copies}")
        self.world = evolve(
            self.world, members={**self.world.members, "Card": cards}, numbers=("value",), colours="hue"
        )

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

    # -------------------------------------------------------------------------------------------- state

    def _state(self) -> None:
        fields: list[Field] = [Field("round", Type("int", "", 0, 30))]
        owners = ["", "", "Player", *self.world.boards, *(["Colour"] if self.maybe(0.3) else [])]
        for n in range(self.rng.randrange(2, 6)):
            type_, owner = self._type(), self.rng.choice(owners)
            index = self.rng.choice(["", "", "", "Colour", "Player"])
            secret = owner == "Player" and self.maybe(0.25)
            fields.append(Field(f"f{n}", type_, owner, index, secret))
        fields.append(Field("points", Type("int", "", 0, 60), "Player"))
        if self.maybe(0.4):
            fields += [Field("stock", Type("int", "", 0, 9), "Player"), Field("bank", Type("int", "", 0, 20))]
        zones = self._zones() if "Card" in self.world.members else ()
        self.world = evolve(self.world, fields=tuple(fields), zones=zones)
        self._write_state()

    def _zones(self) -> tuple[Zone, ...]:
        seen = self.rng.choice(["nobody", "nobody", "all"])
        zones = [Zone("deck", "pile", "", seen), Zone("heap", "pile", "", self.rng.choice(["all", "all", "top"]))]
        zones.append(Zone("hand", "bag", "Player", self.rng.choice(["owner", "owner", "all", "nobody"])))
        if self.maybe(0.4):
            zones.append(Zone("box", "bag", "", self.rng.choice(["all", "nobody"])))
        if self.maybe(0.3):
            zones.append(Zone("row", "pile", "Player", "all"))
        return tuple(zones)

    def _write_state(self) -> None:
        owners = ["", *(name for name in self.world.members if any(f.owner == name for f in self.world.fields))]
        if self.world.zones and "Player" not in owners:
            owners.append("Player")
        for owner in owners:
            self.add("game has:" if not owner else f"each {owner} has:")
            for f in self.world.fields:
                if f.owner == owner:
                    self.add(f"    {self._field(f)}")
            for z in self.world.zones:
                if z.owner == owner:
                    self.add(f"    {z.name}: {z.kind} of Card{' = all' if z.name == 'deck' else ''}{_seen(z)}")
            if not owner and self.maybe(0.5):
                self.add("    dice: bag of Die")
        self.add("")

    def _field(self, f: Field) -> str:
        text = f"{f.name}{f'[{f.index}]' if f.index else ''}: {f.type.text}"
        if f.name in ("stock", "bank"):
            text += " = 5"
        elif f.type.kind == "int" and self.maybe(0.4):
            text += f" = {self.rng.randrange(0, 4)}"
        elif f.type.kind == "member" and self.maybe(0.4):
            text += " = " + (self.rng.choice(self.world.members[f.type.name]))
        return text + (", seen by owner" if f.is_secret else "")

    # -------------------------------------------------------------------------------------------- defines

    def _defines(self) -> None:
        for n in range(self.rng.randrange(0, 4)):
            type_ = self.rng.choice([INT, BOOL, self._type()])
            if type_.optional and self.maybe(0.5):
                type_ = evolve(type_, optional=False)
            params = tuple(self.rng.choice([INT, SEAT, self._plain()]) for _ in range(self.rng.randrange(0, 3)))
            you = self.maybe(0.3)
            scope = Scope(tuple((f"a{i}", p) for i, p in enumerate(params)), you=you, sure=self.maybe(0.8))
            self._define(f"d{n}", type_, params, scope)

    def _plain(self) -> Type:
        return Type("member", self.rng.choice(list(self.world.members)))

    def _define(self, name: str, type_: Type, params: tuple[Type, ...], scope: Scope) -> None:
        said = ", ".join(f"a{i}: {p.text}" for i, p in enumerate(params))
        head = f"define {name}{f'({said})' if params else ''}"
        bodies = [self.w.of(type_, scope, DEPTH)]
        if self.maybe(0.3):
            bodies.append(self.w.of(type_, scope, DEPTH))
            self.add(f"{head}:", f"    ({bodies[0]}) if {self.w.truth(scope, DEPTH)}")
            self.add(f"    ({bodies[1]}) otherwise" if scope.sure else f"    ({bodies[1]}) if true")
        else:
            self.add(f"{head} = {bodies[0]}")
        # Whether it mentions `you`, directly or through others, and then perhaps what only `you` see.
        reads_you = scope.you
        made = Define(name, type_, params, reads_you=reads_you)
        self.world = evolve(self.world, defines=(*self.world.defines, made))

    # -------------------------------------------------------------------------------------------- verbs

    def _verbs(self) -> None:
        self.add("")
        for n in range(self.rng.randrange(1, 3)):
            self._procedure(f"p{n}")
        for n in range(self.rng.randrange(1, 4)):
            self._action(f"act{n}")
        if self.world.zones:
            self._card_actions()
        if self.maybe(0.3) and len(self.world.members["Player"]) > 1:
            self._secret_action()
        if self.maybe(0.4):
            self._reaction()

    def _procedure(self, name: str) -> None:
        params = tuple(self.rng.choice([INT, SEAT, self._plain()]) for _ in range(self.rng.randrange(0, 3)))
        scope = Scope(tuple((f"a{i}", p) for i, p in enumerate(params)), is_open=False)
        block = Block(scope, asks=False, calls=tuple(self.procedures))
        said = ", ".join(f"a{i}: {p.text}" for i, p in enumerate(params))
        self.add(f"to {name}({said}):")
        self.block(block, 1)
        self.procedures[name] = params
        self.add("")

    def _action(self, name: str) -> None:
        params: list[tuple[str, Type]] = []
        said: list[str] = []
        scope = Scope(you=True, can=True)
        for i in range(self.rng.randrange(0, 3)):
            type_ = self.rng.choice([Type("int", "", 0, 2), self._plain(), BOOL])
            if type_.kind == "member" and self.maybe(0.4):
                said.append(f"a{i} in {self.w.domain(type_.name, scope.having(*params), 1)}")
            else:
                said.append(f"a{i}: {type_.text}")
            params.append((f"a{i}", type_))
        scope = scope.having(*params)
        self.add(f"action {name}({', '.join(said)}):" if params else f"action {name}:")
        same_type = len(params) == 2 and params[0][1] == params[1][1] and ":" in said[0] and ":" in said[1]
        if same_type and self.maybe(0.5):
            self.add(f"    same {name}(a1, a0)")
        for i in range(self.rng.randrange(0, 3)):
            if self.maybe(0.3):
                type_ = self.rng.choice([INT, BOOL])
                self.add(f"    let l{i} = {self.w.of(type_, scope, 1)}")
                scope = scope.having((f"l{i}", type_))
            self.add(f"    require r{i}: {self.w.truth(scope, DEPTH)}")
        effect = evolve_scope(Block(scope, calls=tuple(self.procedures)), is_open=False, can=False)
        if self.maybe(0.3) and any(f.name == "bank" for f in self.world.fields):
            self.add("    move 1 from bank to you.stock" if self.maybe(0.5) else "    move 1 from you.stock to bank")
        self.block(effect, 1)
        self.add("")
        self.world = evolve(self.world, deeds=(*self.world.deeds, Deed(name, tuple(t for _, t in params))))

    def _card_actions(self) -> None:
        hand = next(z for z in self.world.zones if z.name == "hand")
        if hand.seen in ("owner", "all"):
            self.add("action play_card(c in you.hand):")
            if self.maybe(0.5):
                scope = Scope((("c", Type("member", "Card")),), you=True)
                self.add(f"    require fits: {self.w.truth(scope, DEPTH)}")
            self.add("    move c from you.hand to heap")
            scope = Scope((("c", Type("member", "Card")),), you=True, is_open=False)
            self.block(Block(scope, calls=tuple(self.procedures)), 1)
            self.world = evolve(self.world, deeds=(*self.world.deeds, Deed("play_card", (Type("member", "Card"),))))
        self.add("action take_card:", "    require some_left: count(deck) > 0")
        self.add(self.rng.choice(["    draw 1 from deck to you.hand", "    move 1 from deck to you.hand"]), "")
        self.world = evolve(self.world, deeds=(*self.world.deeds, Deed("take_card", ())))

    def _secret_action(self) -> None:
        scope = Scope((("n", INT),), you=True)
        self.add("action bid(n: 0..2):")
        if self.maybe(0.4):
            self.add(f"    require may: {self.w.truth(scope, 1)}")
        mine = [f for f in self.world.fields if f.owner == "Player" and f.type.kind == "int" and not f.index]
        f = self.rng.choice(mine)
        self.add(f"    you.{f.name} = n", "")
        self.has_secret = True

    def _reaction(self) -> None:
        deed = self.rng.choice([d for d in self.world.deeds])
        names = [f"b{i}" for i in range(len(deed.params))]
        scope = Scope(tuple(zip(names, deed.params, strict=True)), you=True, is_open=False)
        head = f"{self.rng.choice(['after', 'after', 'instead'])} {deed.name}" + (
            f"({', '.join(names)})" if names else ""
        )
        if self.maybe(0.5):
            head += f" if {self.w.truth(scope, 1)}"
        if head.startswith("after") and self.maybe(0.4):
            head += " if round >= old(round)" if " if " not in head else " and round >= old(round)"
        self.add(f"{head}:")
        self.block(Block(scope, asks=False, calls=tuple(self.procedures), ends=False), 1)
        self.add("")

    # -------------------------------------------------------------------------------------------- flow

    def _flow(self) -> None:
        if self.maybe(0.7):
            self.add("setup:")
            if self.world.zones:
                self.add("    shuffle deck" if self.maybe(0.8) else "    move up to 1 from deck to heap")
                self.add(f"    for p in players: move up to {self.rng.randrange(1, 3)} from deck to p.hand")
            self.block(Block(Scope(is_open=False), asks=False, ends=False, calls=tuple(self.procedures)), 1)
            self.add("")
        self.add("play:")
        until = f" until {self.w.truth(Scope(is_open=False), 1)}" if self.maybe(0.3) else ""
        self.add(f"    players take turns{until}:", "        if round >= 12: stop", "        round += 1")
        block = Block(Scope(you=True, is_open=False), calls=tuple(self.procedures), in_loop=True, depth=3)
        self.sentence(block, 2)
        for _ in range(self.rng.randrange(0, 3)):
            self.statement(block, 2)
        if self.has_secret:
            self.add("    simultaneously for you in players: must bid" + self.rng.choice(["", " if able"]))
        if self.maybe(0.3):
            self.statement(Block(Scope(is_open=False), calls=tuple(self.procedures), asks=False), 1)
        self.add("")

    def _end(self) -> None:
        if self.world.components:
            self.world = evolve(self.world, components=())  # they may not count themselves
            scope = Scope(you=True, is_open=False, sure=self.maybe(0.8))
            self.add("scoring:", f"    points: {self.w.number(scope, DEPTH)}")
            if self.maybe(0.5):
                who = f" for {self.w.literal('Player')}" if self.maybe(0.3) else ""
                self.add(f"    more{who}: {self.w.number(scope, DEPTH)}")
            ties = self.rng.choice(["share", "share", "friendly", "cancel"])
            more = f", then {self.rng.choice(['least', 'most'])} p.points" if self.maybe(0.5) else ""
            self.add("", f"winner: rank p in players by most total(p){more}, ties {ties}", "")
        scope = Scope(is_open=False)
        for n in range(self.rng.randrange(0, 3)):
            self.add(f"always sure{n}: {self.w.truth(scope, DEPTH)} or round {self.w.one(['<', '>', '!='])} 4")
        if self.maybe(0.4):
            deed = self.rng.choice(self.world.deeds)
            names = [f"b{i}" for i in range(len(deed.params))]
            scope = Scope(tuple(zip(names, deed.params, strict=True)), you=bool(names), is_open=False)
            head = deed.name + (f"({', '.join(names)})" if names else "")
            self.add(f"always kept after {head}: old(round) <= round and ({self.w.truth(scope, 1)} or round != 3)")

    # -------------------------------------------------------------------------------------------- statements

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
        way = self.rng.randrange(4)
        if way == 0:
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

    def _roll(self, block: Block, pad: str) -> Block | None:
        name = self.w.fresh("x")
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


def _seen(zone: Zone) -> str:
    match zone.seen:
        case "all":
            return ""
        case "top":
            return ", top seen by all, seen by nobody"
    return f", seen by {zone.seen}"
