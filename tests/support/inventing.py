"""Whole games, invented at random: well typed, within limits, with all that the language has for state and flow.

    text = invented(random.Random(7))

Rules may still ask for the impossible while they run (that is a rule error), and some are refused for what only the
whole shows: decisions that leak, what is always undefined. `invented_games()` is the strategy of Hypothesis, whose
choices shrink.
"""

from __future__ import annotations

from random import Random

from attrs import define, evolve
from hypothesis import strategies as st

from inventing_expressions import BOOL, INT, SEAT, Deed, Define, Field, Scope, Type, World, Zone
from inventing_statements import DEPTH, Block, Statements, evolve_scope

_BOARDS = [
    *(
        ("grid", f"grid({w}, {h})", tuple(f"Cell({x}, {y})" for y in range(h) for x in range(w)))
        for w in range(1, 4)
        for h in range(1, 3)
    ),
    ("hexes", "hexes(2)", ("Cell(0, 0)", "Cell(1, 0)", "Cell(0, 1)", "Cell(-1, 1)")),
    ("track", "track(4)", tuple(f"Cell({n})" for n in range(1, 5))),
    ("ring", "ring(3)", tuple(f"Cell({n})" for n in range(1, 4))),
]


def invented_games() -> st.SearchStrategy[str]:
    """Texts of whole games."""
    return st.randoms(use_true_random=False).map(invented)


def invented(rng: Random) -> str:
    """The text of a game."""
    return Game(rng).text()


@define
class Game(Statements):
    """One game while it is invented."""

    has_secret: bool = False
    has_errands: bool = False

    def __attrs_post_init__(self) -> None:
        self.world = World({}, {})

    def text(self) -> str:
        self._domains()
        self._state()
        self._defines()
        self._verbs()
        self._flow()
        self._end()
        return "\n".join(self.out) + "\n"

    # -------------------------------------------------------------------------------------------- types

    def _domains(self) -> None:
        seats = self.rng.randrange(1, 4)
        plus = " plus robot" if self.maybe(0.15) else ""
        self.add("game Invented", "", f"players {seats}{plus}", "")
        named = (*(f"player_{n + 1}" for n in range(seats)), *(["robot"] if plus else []))
        members: dict[str, tuple[str, ...]] = {"Player": named}
        colours = ("red", "green", "blue", "black")[: self.rng.randrange(2, 5)]
        self.add(f"type Colour: {', '.join(colours)}", "type Die: 1..3")
        members["Colour"] = colours
        boards: dict[str, str] = {}
        if self.maybe(0.6):
            kind, text, cells = self.rng.choice(_BOARDS)
            self.add(f"type Cell: {text}")
            members["Cell"] = cells
            boards["Cell"] = kind
        edges = ""
        if boards.get("Cell") == "grid" and "Cell(1, 0)" in members["Cell"] and self.maybe(0.4):
            self.add("type Border: edges(Cell)")
            members["Border"] = ("Border(Cell(0, 0), Cell(1, 0))",)
            edges = "Cell"
        options: tuple[tuple[str, Type], ...] = ()
        if self.maybe(0.4):
            self.add("option fast: bool = " + self.rng.choice(["true", "false"]))
            self.add(f"option much: 1..4 = {self.rng.randrange(1, 5)}")
            options = (("fast", BOOL), ("much", INT))
        components = ("points",) if self.maybe(0.7) else ()
        self.world = World(members, boards, edges, self.maybe(0.4), options=options, components=components)
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
            if not owner and self.world.dice:
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
        if self.maybe(0.15):
            self._nested()
        for n in range(self.rng.randrange(1, 4)):
            self._action(f"act{n}")
        if self.maybe(0.15):
            like = self.rng.choice(self.world.deeds)
            self.add(f"action twin like {like.name}", "")
            self.world = evolve(self.world, deeds=(*self.world.deeds, Deed("twin", like.params)))
        if self.world.zones:
            self._card_actions()
        if self.maybe(0.3) and len(self.world.members["Player"]) > 1:
            self._secret_action()
        if self.maybe(0.4):
            self._reaction()
        if self.maybe(0.3):
            self._errands()

    def _nested(self) -> None:
        """A procedure that calls itself, at times deeper than it may."""
        self.add("to again(a0: 0..9) nested 3 deep:", f"    round = max([0, min([30, {self.rng.choice('123')} * a0])])")
        scope = Scope((("a0", INT),), is_open=False, sure=True)
        self.add(f"    if a0 > 0 and {self.w.truth(scope, 1)}: again(a0 - {self.rng.choice('1123')})", "")
        self.procedures["again"] = (INT,)

    def _errands(self) -> None:
        """A table whose rows say what is to be done."""
        self.add("table Errand:", "    errand | deed")
        for row in ("walk", "rest", "stay")[: self.rng.randrange(2, 4)]:
            deeds = self.rng.sample(self.world.deeds, min(2, len(self.world.deeds)))
            modal = self.rng.choice(["must {} if able", "may {}", "may {} up to 2 times", "-"])
            self.add(
                f"    {row} | {modal.format(deeds[0].name if 'times' in modal else ' or '.join(d.name for d in deeds))}"
            )
        self.add("")
        self.has_errands = True

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
            if type_.kind == "member" and self.maybe(0.2) and len(self.world.members[type_.name]) <= 4:
                of = self.w.set_of(type_.name, scope.having(*params), 1)
                said.append(f"a{i} in subsets({of}, 0..2)")
                params.append((f"a{i}", Type("set", type_.name)))
                continue
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
        if head.startswith("instead") and self.maybe(0.6):
            self.add("    base()")
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
        if self.has_errands:
            errand = self.rng.choice(["do walk.deed", "for e in Errand where you can do e.deed: do e.deed"])
            self.add(f"        {errand}")
        if self.has_secret:
            self.add("    simultaneously for you in players: must bid" + self.rng.choice(["", " if able"]))
        elif self.maybe(0.2):
            self.add("    simultaneously for you in players:", "        may choose n in 0..2: you.points = n")
            self.add("        if you.points == 1: you.points = 3")
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
            if len(self.world.members["Player"]) > 1 and self.maybe(0.2):
                halves = [("odd", 1), ("even", 0)]
                self.add("", "teams:", *(f"    {n}: {{p in players where index(p) % 2 == {k}}}" for n, k in halves))
                self.add("", "winner: rank g in Team by most total(g), ties share", "")
            else:
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


def _seen(zone: Zone) -> str:
    match zone.seen:
        case "all":
            return ""
        case "top":
            return ", top seen by all, seen by nobody"
    return f", seen by {zone.seen}"
