"""Every game that OpenSpiel has, too: the same history leads to the same player, the same moves, chances and results.

Skipped where OpenSpiel is not installed. `make openspiel` installs it, in an environment of its own, and runs these.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from random import Random
from string import ascii_lowercase
from typing import Any

import pytest
from attrs import field, frozen

from hoyle.runtime import Game, Move, Outcome, State, load

pyspiel: Any = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: `make openspiel` installs it")

GAMES = 30  # random games of each pair


@frozen
class Pair:
    """A game in both. text: what OpenSpiel calls a move or an outcome.

    ignored: OpenSpiel's moves that the rules here do not know, for a state of OpenSpiel. totals: are the results what
    the players gain, or who wins? may_stop: OpenSpiel breaks off long games as draws.
    """

    game: str
    spiel: str
    text: Callable[[State, Move | Outcome], str]
    players: int = 2
    options: Mapping[str, object] = field(factory=dict)
    ignored: Callable[[Any], set[str]] = lambda state: set()
    totals: bool = False
    may_stop: bool = False

    def __str__(self) -> str:
        return self.spiel


# ------------------------------------------------------------------------------------------------ names of moves


def place(value: object) -> tuple[int, int]:
    """The numbers of `Cell(3, 5)`."""
    x, y = re.findall(r"\d+", str(value))
    return int(x), int(y)


def square(value: object) -> str:
    """`Cell(3, 5)` as d6."""
    x, y = place(value)
    return f"{ascii_lowercase[x]}{y + 1}"


def mark(state: State) -> str:
    """The first player is x, the second o."""
    return "xo"[state.game.players.index(str(state.player))]


def tic_tac_toe(state: State, said: Move | Outcome) -> str:
    x, y = place(said.args["c"])
    return f"{mark(state)}({y},{x})"


def connect_four(state: State, said: Move | Outcome) -> str:
    x, _ = place(said.args["c"])
    return f"{mark(state)}{x}"


def nim(state: State, said: Move | Outcome) -> str:
    return f"pile:{'abcd'.index(str(said.args['h'])) + 1}, take:{said.args['n']};"


def breakthrough(state: State, said: Move | Outcome) -> str:
    """OpenSpiel's first player begins in the row that it numbers highest, ours in the one that we do."""
    return square(said.args["a"]) + square(said.args["b"])


def reversi(state: State, said: Move | Outcome) -> str:
    return "pass" if said.notation == "skip" else square(said.args["c"])


def hex_(state: State, said: Move | Outcome) -> str:
    return square(said.args["c"])


def dots_and_boxes(state: State, said: Move | Outcome) -> str:
    """The player, across or down, and the row and column of the first dot."""
    x, y, to_x, to_y = map(int, re.findall(r"\d+", str(said.args["l"])))
    way = "h" if y == to_y else "v"
    return f"P{state.game.players.index(str(state.player)) + 1}({way},{min(y, to_y)},{min(x, to_x)})"


# From above, and from the left.
POINTS = "a7 d7 g7 b6 d6 f6 c5 d5 e5 a4 b4 c4 e4 f4 g4 c3 d3 e3 b2 d2 f2 a1 d1 g1".split()


def nine_mens_morris(state: State, said: Move | Outcome) -> str:
    numbers = [POINTS.index(str(point)) for point in said.args.values()]
    return f"Move {numbers[0]} -> {numbers[1]}" if len(numbers) == 2 else f"Point {numbers[0]}"


def pig(state: State, said: Move | Outcome) -> str:
    if isinstance(said, Outcome):
        return said.notation.replace("roll(", "Roll ").rstrip(")")
    return {"throw": "roll", "pass": "stop"}[said.notation]


def drawn(said: Outcome, cards: list[str]) -> int:
    return cards.index(said.notation.removeprefix("draw(").removesuffix(")"))


def kuhn_poker(state: State, said: Move | Outcome) -> str:
    if isinstance(said, Outcome):
        return f"Deal:{drawn(said, ['jack', 'queen', 'king'])}"
    return {"check": "Pass", "fold": "Pass", "bet": "Bet", "call": "Bet"}[said.notation]


def kuhn_poker_3(state: State, said: Move | Outcome) -> str:
    if isinstance(said, Outcome):
        return f"Deal:{drawn(said, ['ten', 'jack', 'queen', 'king'])}"
    return kuhn_poker(state, said)


def leduc_poker(state: State, said: Move | Outcome) -> str:
    if isinstance(said, Outcome):
        cards = [f"{rank}_of_{suit}" for rank in ("jack", "queen", "king") for suit in ("hearts", "spades")]
        return f"Chance outcome:{drawn(said, cards)}"
    return {"fold": "Fold", "call": "Call"}.get(said.notation, "Raise")


def goofspiel(state: State, said: Move | Outcome) -> str:
    if isinstance(said, Outcome):
        return said.notation.replace("draw(", "Deal ").rstrip(")")
    return f"[P{state.game.players.index(str(state.player))}]Bid: {said.args['c']}"


def empty_turns(state: Any) -> set[str]:
    """Pig: to stop before the first throw of a turn."""
    return {"stop"} if "Turn total: 0\n" in str(state) else set()


PAIRS = [
    Pair("tic-tac-toe", "tic_tac_toe", tic_tac_toe),
    Pair("connect-four", "connect_four", connect_four),
    Pair("connect-four", "connect_four(rows=4,columns=5)", connect_four, options={"width": 5, "height": 4}),
    Pair("nim", "nim", nim, options={"misere": True}),
    Pair("nim", "nim(is_misere=False)", nim),
    Pair("breakthrough", "breakthrough", breakthrough),
    Pair("breakthrough", "breakthrough(rows=4,columns=3)", breakthrough, options={"width": 3, "height": 4}),
    Pair("reversi", "othello", reversi),
    Pair("hex", "hex(board_size=7)", hex_, options={"size": 7}),
    Pair("nine-mens-morris", "nine_mens_morris", nine_mens_morris, options={"patience": 200}, may_stop=True),
    Pair("dots-and-boxes", "dots_and_boxes", dots_and_boxes, options={"width": 2, "height": 2}),
    Pair("dots-and-boxes", "dots_and_boxes(num_rows=2,num_cols=4)", dots_and_boxes, options={"width": 4, "height": 2}),
    Pair("pig", "pig(players=2)", pig, ignored=empty_turns),
    Pair("pig", "pig(players=3,winscore=30)", pig, players=3, options={"goal": 30}, ignored=empty_turns),
    Pair("kuhn-poker", "kuhn_poker", kuhn_poker, totals=True),
    Pair("kuhn-poker", "kuhn_poker(players=3)", kuhn_poker_3, players=3, totals=True),
    Pair("leduc-poker", "leduc_poker", leduc_poker, totals=True),
    Pair("goofspiel", "goofspiel", goofspiel),
    Pair(
        "goofspiel",
        "goofspiel(num_cards=5,points_order=ascending)",
        goofspiel,
        options={"cards": 5, "order": "ascending"},
    ),
]


# ------------------------------------------------------------------------------------------------ both at once


@frozen
class Both:
    """A game in lockstep."""

    pair: Pair
    ours: State
    theirs: Any

    @classmethod
    def begun(cls, pair: Pair, game: Game) -> Both:
        theirs = pyspiel.load_game(pair.spiel)
        if theirs.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
            theirs = pyspiel.convert_to_turn_based(theirs)
        return cls(pair, game.new(), theirs.new_initial_state())

    def their_answers(self) -> dict[str, int]:
        """What OpenSpiel lists, by text without the asterisk of captures."""
        player = self.theirs.current_player()
        texts = {self.theirs.action_to_string(player, a).rstrip("*"): a for a in self.theirs.legal_actions()}
        return {text: a for text, a in texts.items() if text not in self.pair.ignored(self.theirs)}

    def catch_up(self) -> None:
        """Answers that only one of them asks for, as there is nothing to choose: pig's stop with enough points,
        goofspiel's last bids."""
        while self.ours.kind == "decision" and self.theirs.is_terminal() and len(self.ours.legal_moves()) == 1:
            self.ours.apply(self.ours.legal_moves()[0])
        while self.ours.kind == "over" and not self.theirs.is_terminal() and "stop" in self.their_answers():
            self.theirs.apply_action(self.their_answers()["stop"])

    @property
    def is_over(self) -> bool:
        return self.ours.kind == "over" or bool(self.theirs.is_terminal())

    def check(self) -> None:
        """The same is asked of the same player, or chance has the same outcomes."""
        if self.ours.kind == "chance":
            known = {text: chance for text, chance in self._chances()}
            found = {self.pair.text(self.ours, outcome): float(chance) for outcome, chance in self.ours.outcomes()}
            assert found == pytest.approx(known)
            return
        assert self.ours.game.players.index(str(self.ours.player)) == self.theirs.current_player()
        texts = [self.pair.text(self.ours, move) for move in self.ours.legal_moves()]
        assert sorted(texts) == sorted(self.their_answers())

    def _chances(self) -> list[tuple[str, float]]:
        assert self.theirs.is_chance_node()
        return [(self.theirs.action_to_string(-1, a), chance) for a, chance in self.theirs.chance_outcomes()]

    def step(self, random: Random) -> None:
        answers: list[Move | Outcome] = list(self.ours.legal_moves())
        if self.ours.kind == "chance":
            answers = [outcome for outcome, _ in self.ours.outcomes()]
        answer = random.choice(answers)
        self.theirs.apply_action(self.their_answers()[self.pair.text(self.ours, answer)])
        self.ours.apply(answer)

    def check_results(self) -> None:
        results = list(self.theirs.returns())
        if self.pair.may_stop and self.ours.kind != "over":
            assert set(results) == {0.0}
            return
        assert self.ours.kind == "over"
        assert self.theirs.is_terminal()
        players, winners = self.ours.game.players, self.ours.winners()
        if self.pair.totals:
            assert [self.ours.scores()[player].total for player in players] == results
        elif set(results) == {0.0}:
            assert len(winners) != 1
        else:
            assert winners == tuple(player for player, r in zip(players, results, strict=True) if r > 0)


@pytest.mark.parametrize("pair", PAIRS, ids=str)
def test_every_history_leads_to_the_same_answers_in_openspiel(pair: Pair) -> None:
    game = load(pair.game, players=pair.players, options=pair.options)
    for seed in range(GAMES):
        both, random = Both.begun(pair, game), Random(seed)
        while not both.is_over:
            both.check()
            both.step(random)
            both.catch_up()
        both.check_results()
