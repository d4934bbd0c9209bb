"""Kumata as one would write it by hand: objects, lists, and a scan of the whole board at every turn.

Written from the rules digest, not from the rule file, so that each can be held against the other. It keeps nothing
between turns. Cells are (x, y) from the north-west corner; a domino is its two values, the lower one first. The tiles
may lie anywhere; otherwise everything is for the digest's default options (Alliance and house rules are not here).
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from attrs import define, frozen

Face = tuple[int, int]
Spot = tuple[int, int]
Slot = tuple[Spot, Spot]

# Clan and value of the squares of the nine tiles, in the order NW, NE, SW, SE (digest, 2.4).
FOUR_CLANS = (
    "M0 S1 O2 G3", "M1 S2 O3 G0", "S3 O0 M2 G1", "O1 G2 S0 M3", "G3 M0 S1 O2",
    "O3 G2 M1 S0", "O0 S3 G1 M2", "S2 O1 G0 M3", "M2 G2 O2 S2",
)  # fmt: skip
TWO_CLANS = (
    "H1 C2 C3 H4", "C4 H2 H3 C1", "H4 C3 C2 H1", "C1 H3 H2 C4", "H1 C0 C4 H3",
    "C3 H0 H4 C1", "H3 C4 C0 H1", "C1 H4 H0 C3", "H2 C2 C2 H2",
)  # fmt: skip

SQUARE: tuple[Spot, ...] = tuple((n % 3, n // 3) for n in range(9))  # where the tiles lie, in the normal mode


@define(eq=False)
class Domino:
    """A domino on the board. Two dominoes of one face are two: they are compared by identity."""

    owner: int
    level: int
    totem: bool = False


@frozen
class Layer:
    """What is seen from above on one cell: a printed square (no domino) or half a domino."""

    clan: str
    value: int
    domino: Domino | None = None


@define(eq=False)
class Stack:
    """A stack in a player's reserve, top first. number: from 1 as dealt; none for one that was split off."""

    dominoes: list[Face]
    number: int | None = None


@frozen
class Placement:
    """One domino of the player to move with its low half on one cell and its high half on the other."""

    face: Face
    low: Spot
    high: Spot


def faces(players: int) -> list[Face]:
    """The dominoes of one clan: all pairs of the values 0 to 3, or 0 to 4 with two players."""
    top = 4 if players == 2 else 3
    return [(low, high) for low in range(top + 1) for high in range(low, top + 1)]


def clans(players: int) -> str:
    """The letters of the clans that can be chosen."""
    return "HC" if players == 2 else "MSOG"


def fits(value: int, below: int) -> bool:
    """Whether a half may cover another: equal values, and blanks with everything (KU-4.4)."""
    return value == below or value == 0 or below == 0


class Kumata:
    """One game. phase is lay, totem, peel or over; turn is the seat (from 0) that decides."""

    def __init__(
        self,
        clans: str,
        stacks: list[list[list[Face]]],
        tiles: list[tuple[int, int]],
        sites: Sequence[Spot] = SQUARE,
    ) -> None:
        """stacks of each player, top first; tiles: number from 0 and clockwise quarter turns, in the order of sites."""
        self.players = len(clans)
        self.clans = clans
        self.stacks = [[Stack(list(pile), n) for n, pile in enumerate(piles, 1)] for piles in stacks]
        self.totems = [2 if self.players == 2 else 1] * self.players
        self.cells: dict[Spot, list[Layer]] = {}
        for (tx, ty), (tile, turns) in zip(sites, tiles, strict=True):
            self.lay_tile(tx, ty, tile, turns)
        self.slots: list[Slot] = [
            ((x, y), near) for x, y in self.cells for near in ((x + 1, y), (x, y + 1)) if near in self.cells
        ]
        self.last: Domino | None = None
        self.turn = 0
        self.phase = ""
        self.begin_turn()

    @classmethod
    def dealt(cls, players: int, random: Random) -> Kumata:
        """A game dealt at random: clans, stacks, tiles; of equal players a random one begins."""
        letters = list(clans(players))
        random.shuffle(letters)
        stacks = []
        for _ in range(players):
            deck = faces(players)
            random.shuffle(deck)
            stacks.append([deck[n : n + 5] for n in range(0, len(deck), 5)])
        order = list(range(9))
        random.shuffle(order)
        tiles = [(tile, random.randrange(4)) for tile in order]
        game = cls("".join(letters[:players]), stacks, tiles)
        game.begin(random.choice(game.may_begin()))
        return game

    def lay_tile(self, tx: int, ty: int, tile: int, turns: int) -> None:
        """Put down one tile, turned clockwise."""
        squares = (TWO_CLANS if self.players == 2 else FOUR_CLANS)[tile].split()
        for _ in range(turns):
            nw, ne, sw, se = squares
            squares = [sw, nw, se, ne]
        for n, square in enumerate(squares):
            self.cells[2 * tx + n % 2, 2 * ty + n // 2] = [Layer(square[0], int(square[1]))]

    # ------------------------------------------------------------------------------------- turns

    def may_begin(self) -> list[int]:
        """The seats with most points on top of their stacks (KU-2.1)."""
        points = [self.reserve_points(seat) for seat in range(self.players)]
        return [seat for seat in range(self.players) if points[seat] == max(points)]

    def begin(self, seat: int) -> None:
        """Give the first turn to a seat."""
        self.turn = seat
        self.begin_turn()

    def begin_turn(self) -> None:
        """What the player to move has to do (digest, section 4)."""
        if not self.stacks[self.turn]:
            self.phase = "over"
        elif self.placements():
            self.phase = "lay"
        elif self.peelable():
            self.phase = "peel"
        else:
            self.phase = "over"

    def end_turn(self) -> None:
        """Go on with the next seat."""
        self.turn = (self.turn + 1) % self.players
        self.begin_turn()

    def lay(self, placement: Placement) -> None:
        """Lay a domino; the totem is asked for next, if one is left (KU-6.1)."""
        me = self.turn
        domino = Domino(me, len(self.cells[placement.low]) + 1)
        for spot, value in zip((placement.low, placement.high), placement.face, strict=True):
            self.cells[spot].append(Layer(self.clans[me], value, domino))
        stack = next(stack for stack in self.stacks[me] if stack.dominoes[0] == placement.face)
        del stack.dominoes[0]
        if not stack.dominoes:
            self.stacks[me].remove(stack)
        self.last = domino
        if self.totems[me]:
            self.phase = "totem"
        else:
            self.end_turn()

    def crown(self, place: bool) -> None:
        """Put a totem on the domino just laid, or keep it."""
        assert self.last is not None
        if place:
            self.totems[self.turn] -= 1
            self.last.totem = True
        self.end_turn()

    def peel(self, stack: Stack) -> None:
        """Set the top of a stack beside it (KU-5.1, KU-A24); the turn is over."""
        mine = self.stacks[self.turn]
        mine.insert(mine.index(stack) + 1, Stack([stack.dominoes.pop(0)]))
        self.end_turn()

    # ------------------------------------------------------------------------------------- what is legal

    def placements(self) -> list[Placement]:
        """Every placement of every visible domino of the player to move, each once."""
        found = []
        for stack in self.stacks[self.turn]:
            low, high = face = stack.dominoes[0]
            for a, b in self.slots:
                if self.legal(low, a, high, b):
                    found.append(Placement(face, a, b))
                if low != high and self.legal(low, b, high, a):
                    found.append(Placement(face, b, a))
        return found

    def legal(self, v: int, a: Spot, w: int, b: Spot) -> bool:
        """KU-4: half v on a, half w on the neighbouring cell b."""
        under, beside = self.cells[a], self.cells[b]
        if len(under) != len(beside):
            return False
        first, second = under[-1], beside[-1]
        if first.domino is not None and second.domino is not None:
            if first.domino is second.domino or first.domino.totem or second.domino.totem:
                return False
        return fits(v, first.value) and fits(w, second.value)

    def peelable(self) -> list[Stack]:
        """The stacks of two or more of the player to move (KU-A8)."""
        return [stack for stack in self.stacks[self.turn] if len(stack.dominoes) >= 2]

    # ------------------------------------------------------------------------------------- the end

    def field_points(self, seat: int) -> int:
        """KU-8.1."""
        tops = [layers[-1] for layers in self.cells.values()]
        return sum(top.value for top in tops if top.clan == self.clans[seat])

    def reserve_points(self, seat: int) -> int:
        """KU-8.2."""
        return sum(sum(stack.dominoes[0]) for stack in self.stacks[seat])

    def heights(self, seat: int) -> list[int]:
        """The levels of the dominoes that bear this seat's totems."""
        crowned = {layer.domino for layers in self.cells.values() for layer in layers if layer.domino is not None}
        return [domino.level for domino in crowned if domino.totem and domino.owner == seat]

    def breakdown(self, seat: int) -> dict[str, int]:
        """The parts of a score (KU-8)."""
        return {
            "field": self.field_points(seat),
            "reserve": self.reserve_points(seat),
            "totems": sum(self.heights(seat)),
            "penalty": -self.totems[seat],
        }

    def scores(self) -> list[int]:
        """The totals, by seat."""
        return [sum(self.breakdown(seat).values()) for seat in range(self.players)]

    def winners(self) -> set[int]:
        """KU-9: highest total, then highest totem, then shared."""
        keys = [(total, max(self.heights(seat), default=0)) for seat, total in enumerate(self.scores())]
        return {seat for seat in range(self.players) if keys[seat] == max(keys)}

    # ------------------------------------------------------------------------------------- playing

    def play_out(self, random: Random) -> int:
        """Play to the end at random; the number of decisions."""
        decisions = 0
        while self.phase != "over":
            decisions += 1
            if self.phase == "lay":
                self.lay(random.choice(self.placements()))
            elif self.phase == "totem":
                self.crown(random.random() < 0.5)
            else:
                self.peel(random.choice(self.peelable()))
        return decisions
