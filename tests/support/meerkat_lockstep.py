"""Meerkat Kingdom twice: the compiled rule file and the game written by hand, pause by pause.

Compared at each: who decides and among what, or what chance may bring and how likely; everything that lies on the
table; what each tile has paid, totals and places. A decision with one option is no question to either (section 4 of the
digest). Chances are compared as the digest describes them: two dice that name a tile by their sum, rolls by their
ascending faces.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random
from typing import Any

from hoyle.runtime import Game, Outcome, State
from meerkat_reference import MeerkatKingdom
from meerkat_tables import BESIDE, TILES, Law, Seat

# Taken whenever there: else the brown bag would seldom be opened.
EAGER = {"use_token": 0.9, "activate_male": 0.5, "send_guardian": 0.7}


class Lockstep:
    """One game in both forms. met: the deeds, tokens drawn and kinds of chance of all games it is given."""

    def __init__(self, game: Game, options: dict[str, str], met: Counter[str]) -> None:
        self.state: State = game.new()
        automa = "automa" in game.players
        self.model = MeerkatKingdom(len(game.players) - automa, automa, options)
        self.met = met
        self.course = self.model.game()
        self.asked: Any = self.send(None)

    def send(self, answer: Any) -> Any:
        """The model's next pause at which there is anything to choose, or to chance; none at the end."""
        try:
            who, choices = self.course.send(answer)
            while len(choices) == 1:
                who, choices = self.course.send(next(iter(choices)))
        except StopIteration:
            return None
        return who, choices

    def play(self, random: Random) -> int:
        """To the end; how many pauses were compared."""
        pauses = 0
        while self.asked is not None:
            self.settle()
            self.compare_table()
            who, choices = self.asked
            if isinstance(who, int):
                self.decide(who, choices, random)
            else:
                self.chance(who, choices, random)
            pauses += 1
        self.settle()
        assert self.state.kind == "over"
        self.compare_end()
        return pauses

    def settle(self) -> None:
        """What is no question is answered."""
        while self.state.kind == "decision" and len(self.state.legal_moves()) == 1:
            self.state.apply(self.state.legal_moves()[0])

    def decide(self, seat: int, options: list[str], random: Random) -> None:
        assert self.state.player == self.model.name(seat)
        moves = {move.notation: move for move in self.state.legal_moves()}
        assert sorted(moves) == sorted(options)
        answer = self.pick(sorted(options), random)
        self.met[answer.partition("(")[0]] += 1
        self.state.apply(moves[answer])
        self.asked = self.send(answer)

    def pick(self, options: list[str], random: Random) -> str:
        """At random, but seldom leaving a token where it can be used, and often placing where one lies."""
        for verb, eagerness in EAGER.items():
            ways = [option for option in options if option.startswith(verb)]
            if ways and random.random() < eagerness:
                return random.choice(ways)
        model = self.model
        wet = [o for o in options if o.startswith("place(") and model.token[int(o.rstrip(")").split(", ")[1])]]
        return random.choice(wet if wet and random.random() < 0.5 else options)

    def chance(self, kind: str, law: Law, random: Random) -> None:
        found: dict[Any, Fraction] = {}
        outcomes: dict[Any, Outcome] = {}
        for outcome, probability in self.state.outcomes():
            key = key_of(kind, outcome)
            found[key] = found.get(key, Fraction(0)) + probability
            outcomes[key] = outcome
        assert found == law
        key = random.choices(list(law), [float(share) for share in law.values()])[0]
        self.met[key if kind == "token" else kind] += 1
        self.state.apply(outcomes[key])
        self.asked = self.send(key)

    # -------------------------------------------------------------------------------------- comparing

    def compare_table(self) -> None:
        fields = self.state.observation(None)["fields"]
        model = self.model
        at = {place: t for t, place in model.place.items()}
        assert fields["Position.tile"] == {f"p{n}": at.get(n) for n in BESIDE}
        assert fields["Tile.token"] == {str(t): model.token[t] for t in TILES}
        assert Counter(fields["game.blue_bag"]) == +model.blue
        assert Counter(fields["game.brown_bag"]) == +model.brown
        assert fields["game.male"] == model.male
        assert fields["game.green"] == (None if model.green is None else model.name(model.green))
        assert fields["game.starter"] == (None if model.start is None else model.name(model.start))
        for n, seat in enumerate(model.seats):
            compare_seat(seat, {key[7:]: of[model.name(n)] for key, of in fields.items() if key[:7] == "Player."})
        self.compare_scores()

    def compare_scores(self) -> None:
        model, scores = self.model, self.state.scores()
        names = [model.name(n) for n in range(len(model.seats))]
        assert [scores[name].total for name in names] == model.totals()
        for name, seat in zip(names, model.seats, strict=True):
            parts = {"tiles": sum(seat.points.values()), "pups": seat.pups * seat.guardians, "bonus": model.bonus(seat)}
            assert scores[name].components == parts

    def compare_end(self) -> None:
        self.compare_table()
        model = self.model
        assert self.state.standing() == tuple((model.name(n),) for n in model.standing())
        assert self.state.winners() == (model.name(model.standing()[0]),)


def compare_seat(seat: Seat, fields: dict[str, Any]) -> None:
    assert fields["supply"] == seat.supply
    assert fields["queen_in_supply"] == seat.queen_home
    assert fields["queen"] == seat.queen
    assert fields["meerkats"] == {str(t): seat.on[t] for t in TILES}
    assert fields["burrow"] == {f"b{r}": int(r in seat.burrow) for r in range(1, 6)}
    assert (fields["guardians"], fields["pups"], fields["box"]) == (seat.guardians, seat.pups, seat.box)
    assert fields["ran_out"] == seat.ran_out
    assert fields["points"] == {str(t): seat.points.get(t, 0) for t in TILES}


def key_of(kind: str, outcome: Outcome) -> Any:
    """An outcome as the model has it."""
    values: list[Any] = list(outcome.args.values())
    if kind == "sum":
        return sum(values[0])
    if kind == "dice":
        return tuple(sorted(values[0]))
    return (tuple(sorted(values[0])), values[1]) if kind == "automa" else values[0]
