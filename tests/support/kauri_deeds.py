"""What one use of each action of Kauri does: D-ACTIONS and KA-10.16, KA-10.20, KA-10.21 of the digest.

Each action is a method that lists its uses now: the name of the move, and what it does, a generator of questions.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from functools import partial
from itertools import combinations
from typing import Any

from attrs import define, field, frozen

from kauri_board import Board
from kauri_tables import BESIDE, BORDERS, Border


@frozen
class Ask:
    player: str
    options: list[str]


@frozen
class Draw:
    cards: list[str]


Flow = Generator[Ask | Draw, str, None]
Use = Callable[[], Flow]
Uses = dict[str, Use]


def done() -> Flow:
    """After a use that leads to no further question."""
    return
    yield


def put(places: set[Any], place: Any) -> Flow:
    places.add(place)
    return done()


def named(edge: Border) -> str:
    return f"Border({edge[0]}, {edge[1]})"


@define
class Seat:
    """pile: cards in unknown order; on_top: what the Quartermaster has put on them."""

    name: str
    tokens: int
    pile: set[str] = field(factory=set)
    on_top: set[str] = field(factory=set)
    hand: set[str] = field(factory=set)
    action: str = ""
    initiative: str = ""
    discard: set[str] = field(factory=set)
    spent: int = 0
    redraws: bool = False

    def deck(self) -> set[str]:
        return self.pile | self.on_top

    def take(self, card: str) -> None:
        self.pile.discard(card)
        self.on_top.discard(card)
        self.hand.add(card)

    def played(self) -> set[str]:
        return {self.action, self.initiative} - {""}


class Deeds:
    """The board, and everything that cards do to it."""

    def __init__(self, options: Mapping[str, object]) -> None:
        self.options = options
        self.board = Board(options)

    # ------------------------------------------------------------------------------------- questions

    def choose(self, player: str, regions: list[str], effect: Callable[[str], object]) -> Flow:
        """A forced choice of a region; asked even if there is only one."""
        answer = yield Ask(player, [f"choose({region})" for region in regions])
        effect(answer[len("choose(") : -1])

    def may(self, player: str, uses: Uses) -> Flow:
        if uses:
            said = yield Ask(player, [*uses, "pass"])
            if said != "pass":
                yield from uses[said]()

    def must(self, player: str, uses: Uses) -> Flow:
        said = yield Ask(player, list(uses))
        yield from uses[said]()

    # ------------------------------------------------------------------------------------- kiwi

    def flood(self, seat: Seat) -> Uses:
        board = self.board
        dry = [e for e in BORDERS if e not in board.flood and board.kiwi[e[0]] + board.kiwi[e[1]] > 0]
        return {f"flood({named(e)})": partial(put, board.flood, e) for e in dry if len(board.flood) < 4}

    def flight(self, seat: Seat) -> Uses:
        return self.animal_moves("flight", self.board.kiwi)

    def animal_moves(self, verb: str, animals: dict[str, int]) -> Uses:
        return {
            f"{verb}({a}, {b})": partial(self.shift, animals, a, b)
            for a in BESIDE
            if animals[a]
            for b in self.board.steps(a)
        }

    def shift(self, animals: dict[str, int], a: str, b: str) -> Flow:
        animals[a] -= 1
        animals[b] += 1
        return done()

    def change(self, counter: dict[str, int], region: str, by: int) -> Flow:
        counter[region] += by
        return done()

    def reforestation(self, seat: Seat) -> Uses:
        board = self.board
        bare = [r for r in BESIDE if not board.kauri[r] and any(board.kiwi[n] for n in (r, *BESIDE[r]))]
        return {f"reforestation({r})": partial(self.change, board.kauri, r, 1) for r in bare if board.south_island()}

    def reserve(self, seat: Seat) -> Uses:
        board = self.board
        woods = [
            r for r in BESIDE if board.kauri[r] and not board.kiwi[r] and any(board.kiwi[n] for n in board.steps(r))
        ]
        return {f"reserve({r})": partial(self.change, board.kiwi, r, 1) for r in woods if board.kiwi_supply()}

    def magnetism(self, seat: Seat) -> Uses:
        return {"magnetism": partial(self.push, 1)} if self.board.awareness < 12 else {}

    def push(self, by: int) -> Flow:
        self.board.awareness += by
        return done()

    # ------------------------------------------------------------------------------------- possum

    def migration(self, seat: Seat) -> Uses:
        return self.animal_moves("migration", self.board.possum)

    def great_migration(self, seat: Seat) -> Uses:
        return self.animal_moves("great_migration", self.board.possum)

    def add_possum(self, region: str) -> None:
        self.board.possum[region] += 1

    def births(self, verb: str, regions: list[str]) -> Uses:
        supply = self.board.possum_supply()
        return {f"{verb}({r})": partial(self.change, self.board.possum, r, 1) for r in regions if supply}

    def sowing(self, seat: Seat) -> Uses:
        board = self.board
        new = [r for r in BESIDE if not board.possum[r] and any(board.possum[n] for n in board.steps(r))]
        return self.births("sowing", new)

    def reproduction(self, seat: Seat) -> Uses:
        return self.births("reproduction", [r for r in BESIDE if self.board.possum[r] >= 2])

    def eaten(self) -> list[str]:
        return [r for r in BESIDE if self.board.kauri[r] and self.board.possum[r]]

    def rapid_reproduction(self, seat: Seat) -> Uses:
        return {
            f"rapid_reproduction({r})": partial(self.multiply, r) for r in self.eaten() if self.board.possum_supply()
        }

    def multiply(self, region: str) -> Flow:
        self.board.kauri[region] = 0
        self.board.possum[region] += min(self.board.possum_supply(), 3 if "fertility" in self.board.taken else 2)
        return done()

    def gathering(self, seat: Seat) -> Uses:
        return {f"gathering({r})": partial(self.change, self.board.kauri, r, -1) for r in self.eaten()}

    def plague(self, seat: Seat) -> Uses:
        board = self.board
        ill = [r for r in BESIDE if board.possum[r] and r not in board.plague]
        return {f"plague({r})": partial(put, board.plague, r) for r in ill if len(board.plague) < 2}

    def aversion(self, seat: Seat) -> Uses:
        return {"aversion": partial(self.push, -1)} if self.board.awareness > 1 else {}

    # ------------------------------------------------------------------------------------- English

    def travel(self, who: str, start: str, goal: str) -> Flow:
        """A movement, and the possum that may follow (KA-10.21)."""
        board = self.board
        board.figures(who).remove(start)
        board.figures(who).append(goal)
        if "careless_traveller" in board.taken and board.possum[start]:
            yield from self.may("possum", {f"follow({start}, {goal})": partial(self.shift, board.possum, start, goal)})

    def catching(self) -> bool:
        return "possum_catcher" in self.board.taken and self.board.rangers()

    def catch(self, region: str, number: int) -> Flow:
        self.board.possum[region] -= number
        self.board.english_possum += number
        return done()

    def pick_up(self, region: str, *numbers: int) -> Flow:
        verbs = {1: "catch_possum", 2: "catch_two"}
        fitting = [n for n in numbers if self.board.possum[region] >= n and self.board.may_work("english", region)]
        yield from self.may("english", {f"{verbs[n]}({region})": partial(self.catch, region, n) for n in fitting})

    def march(self, seat: Seat) -> Uses:
        return {
            f"march({a}, {goal})": partial(self.marching, a, goal)
            for a in set(self.board.english)
            for goal in self.board.goals("english", a)
        }

    def marching(self, a: str, goal: str) -> Flow:
        road_move = goal in self.board.by_road("english", a)
        yield from self.travel("english", a, goal)
        if road_move and self.catching():
            yield from self.pick_up(goal, 1)

    def march_of_conscience(self, seat: Seat) -> Uses:
        board = self.board
        uses: Uses = {}
        for a in set(board.english) if board.rangers() else ():
            if board.possum[a] and board.may_work("english", a):
                uses[f"march_of_conscience({a}, {a})"] = partial(self.catch, a, 1)
            for goal in board.goals("english", a):
                uses[f"march_of_conscience({a}, {goal})"] = partial(self.marching_conscience, a, goal)
        return uses

    def marching_conscience(self, a: str, goal: str) -> Flow:
        road_move = goal in self.board.by_road("english", a)
        yield from self.travel("english", a, goal)
        if not (road_move and self.catching()) or self.board.possum[goal] < 2:
            yield from self.pick_up(goal, 1)
        elif self.options["conscience_catcher"] == "exactly_two":
            yield from self.pick_up(goal, 2)
        else:
            yield from self.pick_up(goal, 1, 2)

    def logging(self, seat: Seat) -> Uses:
        board = self.board
        here = [r for r in set(board.english) if board.kauri[r] and board.may_work("english", r)]
        return {f"logging({r})": partial(self.log, r) for r in here if not board.rangers()}

    def log(self, region: str) -> Flow:
        self.board.english_kauri += 1
        return self.change(self.board.kauri, region, -1)

    def possum_hunt(self, seat: Seat) -> Uses:
        board = self.board
        here = [r for r in set(board.english) if board.possum[r] and board.may_work("english", r)]
        return {f"possum_hunt({r})": partial(self.catch, r, board.possum[r]) for r in here if board.rangers()}

    def road_building(self, seat: Seat) -> Uses:
        board = self.board
        return {f"road_building({named(e)})": partial(put, board.road, e) for e in board.buildable()}

    def quartermaster(self, seat: Seat) -> Uses:
        return {"quartermaster": partial(self.look, seat)} if len(seat.deck()) >= 3 else {}

    def look(self, seat: Seat) -> Flow:
        deck = sorted(seat.deck())
        picks = {f"choose({{{', '.join(s)}}})": set(s) for n in range(3) for s in combinations(deck, n)}
        seat.on_top = picks[(yield Ask(seat.name, list(picks)))]
        seat.pile = set(deck) - seat.on_top

    # ------------------------------------------------------------------------------------- Maori

    def trek(self, seat: Seat, verb: str = "trek") -> Uses:
        home = self.board.maori[0]
        return {
            f"{verb}({goal})": partial(self.travel, "maori", home, goal) for goal in self.board.goals("maori", home)
        }

    def forced_march(self, seat: Seat) -> Uses:
        return self.trek(seat, "forced_march")

    def prey(self, region: str) -> list[str]:
        here = {"kiwi": self.board.kiwi[region], "possum": self.board.possum[region]}
        return [animal for animal, number in here.items() if number and self.board.may_work("maori", region)]

    def hunt(self, region: str, animal: str) -> Flow:
        if animal == "kiwi":
            self.board.kiwi[region] -= 1
            self.board.maori_kiwi += 1
        else:
            self.board.possum[region] -= 1
            self.board.maori_possum += 1
        return done()

    def hunting(self, seat: Seat) -> Uses:
        home = self.board.maori[0]
        return {f"hunting({animal})": partial(self.hunt, home, animal) for animal in self.prey(home)}

    def drive_away(self, seat: Seat) -> Uses:
        board, home = self.board, self.board.maori[0]
        animals = {"kiwi": board.kiwi, "possum": board.possum}
        return {
            f"drive_away({animal}, {goal})": partial(self.shift, animals[animal], home, goal)
            for animal in self.prey(home)
            for goal in board.steps(home)
        }

    def temple(self, seat: Seat) -> Uses:
        return {"temple": self.build_temple} if self.board.temple_fits(self.board.maori[0]) else {}

    def build_temple(self) -> Flow:
        home = self.board.maori[0]
        self.board.whare.add(home)
        return self.change(self.board.kauri, home, -1 if self.options["temple_consumes_kauri"] else 0)

    def settlement(self, seat: Seat) -> Uses:
        home = self.board.maori[0]
        return {"settlement": partial(put, self.board.whare, home)} if self.board.settlement_fits(home) else {}

    def decision(self, seat: Seat) -> Uses:
        board = self.board
        return {
            f"decision({r}, {animal})": partial(self.hunt, r, animal)
            for r in sorted({*board.maori, *board.english})
            if board.signed()
            for animal in self.prey(r)
        }
