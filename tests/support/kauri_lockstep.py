"""Kauri twice: the compiled rule file and the hand-written model play one game, move by move."""

from __future__ import annotations

import re
from fractions import Fraction
from random import Random
from typing import Any

from hoyle.runtime import Game, State
from kauri_deeds import Ask
from kauri_reference import Kauri
from kauri_tables import BESIDE, BORDERS

_PLAYS_LEGACY = re.compile(r"choose\([kpem]9, ")


class Lockstep:
    """One game in both forms; every pause compares all of it."""

    def __init__(self, game: Game, options: dict[str, object], random: Random) -> None:
        self.game = game
        self.state: State = game.new()
        self.model = Kauri(len(game.players), options)
        self.random = random
        self.pauses = 0

    def play(self) -> None:
        """To the end, at random."""
        flow = self.model.play()
        wanted = next(flow, None)
        while wanted is not None:
            self.skip_forced()
            self.pauses += 1
            self.check_state()
            if isinstance(wanted, Ask):
                said = self.check_question(wanted)
                self.say(said)
            else:
                said = self.check_draw(wanted.cards)
                self.say(f"draw({said})")
            try:
                wanted = flow.send(said)
            except StopIteration:
                wanted = None
        self.skip_forced()
        self.check_end()

    def say(self, notation: str) -> None:
        self.state.apply(self.game.parse(self.state, notation))

    def skip_forced(self) -> None:
        """What drivers apply by themselves, the model does not ask."""
        while self.state.kind == "decision" and len(self.state.legal_moves()) == 1:
            self.state.apply(self.state.legal_moves()[0])

    def check_question(self, ask: Ask) -> str:
        assert (self.state.kind, self.state.player) == ("decision", ask.player), self.state.legal_moves()
        listed = [move.notation for move in self.state.legal_moves()]
        assert sorted(listed) == sorted(ask.options)
        return self.pick(ask.options)

    def pick(self, options: list[str]) -> str:
        """At random, but legacy cards more often, deeds by verb so that rare ones are met, and seldom passing."""
        legacies = [option for option in options if _PLAYS_LEGACY.match(option)]
        if legacies and self.random.random() < 0.5:
            return self.random.choice(legacies)
        verbs = sorted({option.partition("(")[0] for option in options} - {"pass"})
        verb = self.random.choice(verbs) if self.random.random() < 0.9 or "pass" not in options else "pass"
        return self.random.choice(sorted(option for option in options if option.partition("(")[0] == verb))

    def check_draw(self, cards: list[str]) -> str:
        assert self.state.kind == "chance"
        found = {outcome.notation: chance for outcome, chance in self.state.outcomes()}
        assert found == {f"draw({card})": Fraction(1, len(cards)) for card in cards}
        return self.random.choice(cards)

    def check_end(self) -> None:
        assert self.state.kind == "over"
        self.check_state()
        assert [name for place in self.state.standing() for name in place] == self.model.standing()
        assert self.state.winners() == (self.model.standing()[0],)

    # ------------------------------------------------------------------------------------- the state

    def check_state(self) -> None:
        fields: dict[str, Any] = self.state.observation(None)["fields"]
        board = self.model.board
        for name, counter in (("kauri", board.kauri), ("kiwis", board.kiwi), ("possums", board.possum)):
            assert fields[f"Region.{name}"] == counter, name
        for name, regions in (("whare", board.whare), ("plague", board.plague)):
            assert {r for r in BESIDE if fields[f"Region.{name}"][r]} == regions, name
        for name, edges in (("road", board.road), ("flood", board.flood)):
            assert {e for e in BORDERS if fields[f"Border.{name}"][f"Border({e[0]}, {e[1]})"]} == edges, name
        for who in ("english", "maori"):
            found = [r for r in sorted(BESIDE) for _ in range(fields["Region.people"][r][who])]
            assert found == sorted(board.figures(who))
        for name, slots in (("taken", board.taken), ("cursed", board.cursed)):
            assert {slot for slot, number in fields[f"Legacy.{name}"].items() if number} == slots, name
        self.check_numbers(fields)
        self.check_seats(fields)

    def check_numbers(self, fields: dict[str, Any]) -> None:
        board, model = self.model.board, self.model
        numbers = {
            "awareness": board.awareness,
            "south_island": board.south_island(),
            "kiwi_supply": board.kiwi_supply(),
            "english_kauri": board.english_kauri,
            "english_possums": board.english_possum,
            "maori_kiwis": board.maori_kiwi,
            "maori_possums": board.maori_possum,
            "possum_supply": board.possum_supply(),
            "whare_supply": 8 - len(board.whare),
            "road_supply": 12 - len(board.road),
            "flood_supply": 4 - len(board.flood),
            "plague_supply": 2 - len(board.plague),
            "era": model.era,
            "turn": model.turn,
        }
        assert {name: fields[f"game.{name}"] for name in numbers} == numbers
        scores = board.scores()
        assert {name: score.total for name, score in self.state.scores().items()} == {p: scores[p] for p in model.seats}

    def check_seats(self, fields: dict[str, Any]) -> None:
        for name, seat in self.model.seats.items():
            public = {"tokens": seat.tokens, "spent": seat.spent}
            assert {key: fields[f"Player.{key}"][name] for key in public} == public
            assert set(fields["Player.discard"][name]) == seat.discard
        assert self.state.kind != "over" or all(len(seat.deck()) == 8 for seat in self.model.seats.values())
