"""Kumata twice: the compiled rule file and the hand-written model play one game, move by move.

The model is dealt first and holds the whole order of the stacks; the compiled game learns a domino only when it comes
to light, and is told the model's. A placement is compared as domino, cell of the low half, cell of the high half; of a
double the cells in order, since it is one placement either way (KU-4.8).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from random import Random

from hoyle.runtime import Game, Move, State
from kumata_reference import SQUARE, Face, Kumata, Placement, Spot, Stack, faces

CLAN_NAMES = {"M": "monkey", "S": "snake", "O": "toucan", "G": "tiger", "H": "hippo", "C": "crocodile"}
_CELL = re.compile(r"Cell\((\d+), (\d+)\)")
Tiles = list[tuple[int, int]]


def face_name(face: Face) -> str:
    """The rule file's name of a domino."""
    return f"d{face[0]}{face[1]}"


def cell(text: object) -> tuple[int, int]:
    """The coordinates of a cell as it is written in moves."""
    found = _CELL.fullmatch(str(text))
    assert found is not None, text
    return int(found[1]), int(found[2])


def canonical(placement: Placement) -> Placement:
    """One name for one placement: the cells of a double in order."""
    low, high = sorted((placement.low, placement.high))
    return Placement(placement.face, low, high) if placement.face[0] == placement.face[1] else placement


def placement_of(move: Move) -> Placement:
    """A lay_domino move as the model's placement."""
    name = str(move.args["d"])
    return canonical(Placement((int(name[1]), int(name[2])), cell(move.args["a"]), cell(move.args["b"])))


def notation_of(placement: Placement) -> str:
    """The model's placement as a move."""
    (ax, ay), (bx, by) = placement.low, placement.high
    return f"lay_domino({face_name(placement.face)}, Cell({ax}, {ay}), Cell({bx}, {by}))"


def deal(players: int, random: Random) -> tuple[str, list[list[list[Face]]], Tiles]:
    """Clans, stacks and tiles at random."""
    clans = list("HC" if players == 2 else "MSOG")
    random.shuffle(clans)
    stacks = []
    for _ in range(players):
        deck = faces(players)
        random.shuffle(deck)
        stacks.append([deck[n : n + 5] for n in range(0, len(deck), 5)])
    order = list(range(9))
    random.shuffle(order)
    return "".join(clans[:players]), stacks, [(tile, random.randrange(4)) for tile in order]


class Lockstep:
    """One game in both forms. tiles: number from 0 and quarter turns of each tile, in the order of sites."""

    def __init__(
        self,
        game: Game,
        clans: str,
        stacks: list[list[list[Face]]],
        tiles: Tiles,
        random: Random,
        sites: Sequence[Spot] = SQUARE,
    ) -> None:
        self.model = Kumata(clans, stacks, tiles, sites)
        self.state: State = game.new()
        self.game = game
        self.decisions = 0
        self._seen: list[set[Face]] = [set() for _ in clans]
        for letter in clans:
            self.say(f"choose({CLAN_NAMES[letter]})")
        for seat, piles in enumerate(stacks):
            for pile in piles:
                self.reveal(seat, pile[0])
        self.draw_first_player(random)
        self.draw_board(tiles)

    @classmethod
    def dealt(cls, game: Game, players: int, random: Random) -> Lockstep:
        """A random deal on a random board."""
        return cls(game, *deal(players, random), random)

    # ------------------------------------------------------------------------------------- answering the game

    def say(self, notation: str) -> None:
        """Make a move, or tell an outcome."""
        self.state.apply(self.game.parse(self.state, notation))

    def draw(self, choice: str, choices: set[str], verb: str = "draw") -> None:
        """Tell an outcome of a chance node that has exactly these, all equally likely; with one there is no node."""
        if len(choices) > 1:
            assert self.state.kind == "chance"
            probabilities = {outcome.notation: chance for outcome, chance in self.state.outcomes()}
            assert probabilities == {f"{verb}({name})": Fraction(1, len(choices)) for name in choices}
            self.say(f"{verb}({choice})")

    def reveal(self, seat: int, face: Face) -> None:
        """A domino comes to light: any that this player has not shown yet."""
        hidden = set(faces(self.model.players)) - self._seen[seat]
        self.draw(face_name(face), {face_name(one) for one in hidden})
        self._seen[seat].add(face)

    def draw_first_player(self, random: Random) -> None:
        """KU-2.1, KU-2.2."""
        seats = self.model.may_begin()
        first = random.choice(seats)
        self.draw(f"player_{first + 1}", {f"player_{seat + 1}" for seat in seats})
        self.model.begin(first)

    def draw_board(self, tiles: Tiles) -> None:
        """KU-1.6: tiles to their places, then how each is turned (unless all lie straight)."""
        left = {f"t{n}" for n in range(1, 10)}
        for tile, _ in tiles:
            self.draw(f"t{tile + 1}", left)
            left.remove(f"t{tile + 1}")
        for _, turns in tiles:
            if self.state.kind == "chance":
                self.draw(str(turns), set("0123"), verb="roll")

    # ------------------------------------------------------------------------------------- both at once

    def check(self) -> None:
        """Both say the same of who has to do what, and with which possibilities."""
        model, state = self.model, self.state
        if model.phase == "over":
            assert state.kind == "over"
            return
        assert state.kind == "decision"
        assert state.player == f"player_{model.turn + 1}"
        moves = state.legal_moves()
        if model.phase == "lay":
            assert {move.verb for move in moves} == {"lay_domino"}
            listed = [placement_of(move) for move in moves]
            assert len(set(listed)) == len(listed)
            assert set(listed) == {canonical(placement) for placement in model.placements()}
        elif model.phase == "totem":
            assert [move.verb for move in moves] == ["crown", "pass"]
        else:
            assert [move.notation for move in moves] == [
                f"peel({number})" for number in sorted(stack.number or 0 for stack in model.peelable())
            ]

    def lay(self, placement: Placement) -> None:
        """A placement in both; the next domino of the stack comes to light."""
        seat = self.model.turn
        stack = next(stack for stack in self.model.stacks[seat] if stack.dominoes[0] == placement.face)
        self.say(notation_of(placement))
        self.model.lay(placement)
        if stack.dominoes:
            self.reveal(seat, stack.dominoes[0])

    def crown(self, place: bool) -> None:
        """The totem question, answered in both."""
        self.state.apply(self.state.legal_moves()[0 if place else 1])
        self.model.crown(place)

    def peel(self, stack: Stack) -> None:
        """A new stack in both."""
        seat = self.model.turn
        self.say(f"peel({stack.number})")
        self.model.peel(stack)
        self.reveal(seat, stack.dominoes[0])

    def step(self, random: Random) -> None:
        """One random decision in both."""
        self.decisions += 1
        if self.model.phase == "lay":
            self.lay(random.choice(self.model.placements()))
        elif self.model.phase == "totem":
            self.crown(random.random() < 0.5)
        else:
            self.peel(random.choice(self.model.peelable()))
