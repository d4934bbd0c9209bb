"""Positions of Kauri that play at random would hardly reach, put on the table of both sides of a lockstep.

They keep the laws of section 8 of the digest: how many pieces there are, where figures may stand, what tokens are out.
"""

from __future__ import annotations

from random import Random
from typing import Any

from kauri_board import Board
from kauri_lockstep import Lockstep
from kauri_reference import Kauri
from kauri_tables import BESIDE, BORDERS, CITIES, SLOTS

_REGIONS = sorted(BESIDE)


def upset(both: Lockstep) -> None:
    """Another board, other tokens, other awareness, for the game and for the model; the cards stay."""
    scatter(both.model, both.random)
    data: Any = both.state.to_dict()
    seats = both.model.seats.values()
    data["fields"] |= both.table()
    data["fields"]["Player.tokens"] = {seat.name: seat.tokens for seat in seats}
    data["fields"]["Player.spent"] = {seat.name: seat.spent for seat in seats}
    both.state = both.game.from_dict(data)


def scatter(model: Kauri, random: Random) -> None:
    board = model.board
    deal_tokens(model, random)
    board.awareness = random.choice([*range(1, 13), 1, 2, 6, 7, 11, 12])
    scatter_trees(board, random)
    scatter_animals(board, random, with_maori="maori" in model.seats)
    board.road = set(random.sample(BORDERS, random.choice([0, 3, 8, 11, 12]))) if "english" in model.seats else set()
    board.flood = set(random.sample(BORDERS, random.choice([0, 1, 3, 4])))
    place_figures(model, random)
    gather(board, random)
    board.plague = set(random.sample(_REGIONS, random.choice([0, 1, 2])))
    if random.random() < 0.4:
        board.plague = {*random.sample(board.english, 1), *random.sample(_REGIONS, 1)}


def deal_tokens(model: Kauri, random: Random) -> None:
    """INV-12: own tokens on slots, curses, tokens out of the game."""
    board, each = model.board, model.options["legacy_tokens"]
    assert isinstance(each, int)
    board.taken, board.cursed = set(), set()
    for name, seat in model.seats.items():
        seat.tokens, seat.spent = each, 0
        for slot in random.sample(SLOTS[name], random.randint(0, min(len(SLOTS[name]), each))):
            board.taken.add(slot)
            seat.tokens -= 1
    kiwi = model.seats["kiwi"]
    free = sorted({s for name in model.seats if name != "kiwi" for s in SLOTS[name]} - board.taken)
    for slot in random.sample(free, random.randint(0, min(kiwi.tokens, len(free)))):
        board.cursed.add(slot)
        kiwi.tokens -= 1
    for seat in model.seats.values():
        if seat.tokens and random.random() < 0.2:
            seat.tokens, seat.spent = seat.tokens - 1, seat.spent + 1


def scatter_trees(board: Board, random: Random) -> None:
    bare = set(random.sample(_REGIONS, random.choice([0, 1, 5, 12, 20])))
    board.kauri = {r: int(r not in bare) for r in BESIDE}
    board.english_kauri = random.choice([0, len(bare), random.randint(0, len(bare))])


def scatter_animals(board: Board, random: Random, with_maori: bool) -> None:
    """INV-2, INV-3; often with an empty supply, sometimes with a last possum or none."""
    kiwis, possums = random.choice([5, 15, 24, 25]), random.choice([0, 1, 2, 12, 30, 38, 39, 40])
    board.maori_kiwi = random.randint(0, 25 - kiwis) if with_maori else 0
    board.english_possum = random.choice([0, 40 - possums, random.randint(0, 40 - possums)])
    board.maori_possum = random.randint(0, 40 - possums - board.english_possum) if with_maori else 0
    for counter, number in ((board.kiwi, kiwis), (board.possum, possums)):
        herd = random.sample(_REGIONS, random.choice([3, 8, 25]))
        counter.update(dict.fromkeys(BESIDE, 0))
        for _ in range(number):
            counter[random.choice(herd)] += 1


def place_figures(model: Kauri, random: Random) -> None:
    """INV-10, INV-15, INV-16."""
    board = model.board
    board.english = [random.choice(_REGIONS) for _ in range(1 + ("immigration" in board.taken))]
    if len(board.english) == 2 and random.random() < 0.4:
        board.english[1] = board.english[0]
    whares = random.sample(_REGIONS, random.choice([0, 2, 7, 8])) if "maori" in model.seats else []
    if board.signed():
        board.whare = set(whares)
    else:
        board.whare = {r for r in whares if r not in CITIES and r not in board.english}
    if "maori" in model.seats:
        board.maori = [random.choice([r for r in _REGIONS if board.signed() or r not in (*CITIES, *board.english)])]
        if board.signed() and random.random() < 0.4:
            board.maori = [random.choice(CITIES)]


def gather(board: Board, random: Random) -> None:
    """Animals and roads where the figures are, where most of the rules are."""
    for camp in (*board.english, *board.maori):
        for _ in range(2):
            herds = sorted(r for r in BESIDE if board.possum[r] > 1)
            if herds and random.random() < 0.6:
                board.possum[random.choice(herds)] -= 1
                board.possum[camp] += 1
        near = [edge for edge in BORDERS if camp in edge]
        if board.road and len(board.road) + len(near) <= 12 and random.random() < 0.6:
            board.road |= set(near)
