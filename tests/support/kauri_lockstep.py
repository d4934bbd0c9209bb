"""Kauri twice: the compiled rule file and the hand-written model play one game, move by move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

from hoyle.runtime import Game, State
from kauri_deeds import Ask, Seat
from kauri_reference import Kauri
from kauri_tables import BESIDE, BORDERS, PRIORITY, SLOTS
from kauri_walks import Walk

# What is compared: every field of the rule file but those of seats, which `check_seats` compares.
_SEATS = {"deck", "hand", "action_card", "initiative_card", "discard", "redraws", "tokens", "spent"}


class Lockstep:
    """One game in both forms; every pause compares all of it, forced decisions included.

    `upset`, if there is one, may change both states whenever cards are about to be chosen.
    """

    def __init__(
        self, game: Game, options: dict[str, object], walk: Walk, upset: Callable[[Lockstep], None] | None = None
    ) -> None:
        self.game = game
        self.state: State = game.new()
        self.model = Kauri(len(game.players), options)
        self.walk = walk
        self.upset = upset
        self.pauses = 0
        self.cards = ""

    @property
    def random(self) -> Random:
        return self.walk.random

    def play(self) -> None:
        """To the end, at random."""
        flow = self.model.play()
        wanted = next(flow, None)
        while wanted is not None:
            self.pauses += 1
            if self.upset is not None and self.model.begins_selection():
                self.upset(self)
            if isinstance(wanted, Ask):
                said = self.check_question(wanted)
            else:
                said = self.check_draw(wanted.cards)
            self.check_state()
            self.state.apply(self.game.parse(self.state, said))
            try:
                wanted = flow.send(said if isinstance(wanted, Ask) else said[len("draw(") : -1])
            except StopIteration:
                wanted = None
        self.check_end()

    def check_question(self, ask: Ask) -> str:
        assert (self.state.kind, self.state.player) == ("decision", ask.player), self.state.legal_moves()
        listed = [move.notation for move in self.state.legal_moves()]
        assert sorted(listed) == sorted(ask.options)
        return self.walk.answer(ask)

    def check_draw(self, cards: list[str]) -> str:
        assert self.state.kind == "chance"
        found = {outcome.notation: chance for outcome, chance in self.state.outcomes()}
        assert found == {f"draw({card})": Fraction(1, len(cards)) for card in cards}
        return f"draw({self.walk.card(cards)})"

    def check_end(self) -> None:
        assert self.state.kind == "over"
        self.check_state()
        assert [name for place in self.state.standing() for name in place] == self.model.standing()
        assert self.state.winners() == (self.model.standing()[0],)
        self.walk.met[f"won by {self.model.standing()[0]}"] += 1
        totals = [score.total for score in self.state.scores().values()]
        self.walk.met["tie at the top"] += Counter(totals)[max(totals)] > 1

    # ------------------------------------------------------------------------------------- the state

    def check_state(self) -> None:
        """The table at every pause; the cards of all players where they may have moved, else now and then."""
        seen = self.state.observation(None)
        fields: dict[str, Any] = seen["fields"]
        found = {name: value for name, value in fields.items() if name.partition(".")[0] != "Player"}
        assert found == self.table()
        assert seen["scores"] == {p: self.model.board.components()[p] for p in self.model.seats}
        cards = repr((self.model.secret, [(sorted(seat.hand), seat.action) for seat in self.model.seats.values()]))
        if self.cards != cards or self.pauses % 16 == 0:
            self.check_views()
        self.cards = cards

    def table(self) -> dict[str, Any]:
        """What lies on the table but for cards and tokens, in the names of the rule file."""
        board, slots = self.model.board, [slot for own in SLOTS.values() for slot in own]
        return self.numbers() | {
            "Region.kauri": dict(board.kauri),
            "Region.kiwis": dict(board.kiwi),
            "Region.possums": dict(board.possum),
            "Region.whare": {r: int(r in board.whare) for r in BESIDE},
            "Region.plague": {r: int(r in board.plague) for r in BESIDE},
            "Region.people": {r: {p: self.figures(p, r) for p in PRIORITY} for r in BESIDE},
            "Border.road": {f"Border({a}, {b})": int((a, b) in board.road) for a, b in BORDERS},
            "Border.flood": {f"Border({a}, {b})": int((a, b) in board.flood) for a, b in BORDERS},
            "Legacy.taken": {slot: int(slot in board.taken) for slot in slots},
            "Legacy.cursed": {slot: int(slot in board.cursed) for slot in slots},
        }

    def figures(self, who: str, region: str) -> int:
        return self.model.board.figures(who).count(region) if who in ("english", "maori") else 0

    def numbers(self) -> dict[str, int]:
        board, model = self.model.board, self.model
        return {
            "game.awareness": board.awareness,
            "game.south_island": board.south_island(),
            "game.kiwi_supply": board.kiwi_supply(),
            "game.english_kauri": board.english_kauri,
            "game.english_possums": board.english_possum,
            "game.maori_kiwis": board.maori_kiwi,
            "game.maori_possums": board.maori_possum,
            "game.possum_supply": board.possum_supply(),
            "game.whare_supply": 8 - len(board.whare),
            "game.road_supply": 12 - len(board.road),
            "game.flood_supply": 4 - len(board.flood),
            "game.plague_supply": 2 - len(board.plague),
            "game.settlers": 2 - len(board.english),
            "game.chiefs": 1 - len(board.maori),
            "game.era": model.era,
            "game.turn": model.turn,
        }

    # ------------------------------------------------------------------------------------- what players know

    def check_views(self) -> None:
        """Section 5 of the digest: of every card, who sees where it is."""
        for viewer in (*self.game.players, None):
            fields: dict[str, Any] = self.state.observation(viewer)["fields"]
            found = {name: fields[f"Player.{name}"] for name in _SEATS}
            wanted: dict[str, dict[str, Any]] = {name: {} for name in _SEATS}
            for seat in self.model.seats.values():
                for name, value in self.shown(seat, viewer).items():
                    wanted[name][seat.name] = value
            assert found == wanted, (viewer, found, wanted)

    def shown(self, seat: Seat, viewer: str | None) -> dict[str, Any]:
        own, open_cards = viewer == seat.name, self.model.secret != "cards"
        hand = seat.hand if own or open_cards else seat.hand | seat.played()
        redraws = seat.redraws and (own or self.model.secret != "redraw")
        return {
            "deck": {"count": len(seat.deck())},
            "hand": sorted(hand) if own else {"count": len(hand)},
            "action_card": [seat.action] if seat.action and (own or open_cards) else [],
            "initiative_card": [seat.initiative] if seat.initiative and (own or open_cards) else [],
            "discard": sorted(seat.discard),
            "redraws": redraws,
            "tokens": seat.tokens,
            "spent": seat.spent,
        }
