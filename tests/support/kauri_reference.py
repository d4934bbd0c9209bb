"""Kauri as one would write it by hand, from the rules digest and not from the rule file: a game is a generator.

It yields an `Ask` (who, and what may be said) or a `Draw` (cards, all equally likely) and is sent the answer; names of
moves are those of the digest, section 4, as the rule file writes them. Forced decisions with one answer are asked, too.
DP-8 is shown together with DP-9: the uses of both actions of an OU card are offered until one is made.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from itertools import combinations
from typing import Literal

from kauri_board import DEFAULTS
from kauri_deeds import Ask, Deeds, Draw, Flow, Seat, Uses, done, named
from kauri_tables import BESIDE, BORDERS, CARDS, CITIES, COAST, FACTION, PRIORITY, RIM, SLOTS, Border

SEATS = {2: ("possum", "kiwi"), 3: ("possum", "english", "kiwi"), 4: PRIORITY}


class Kauri(Deeds):
    """One game. `play()` is to be sent the answers."""

    def __init__(self, players: int, options: Mapping[str, object]) -> None:
        super().__init__(DEFAULTS | dict(options))
        tokens = self.options["legacy_tokens"]
        assert isinstance(tokens, int)
        self.seats = {name: Seat(name, tokens) for name in SEATS[players]}
        for seat in self.seats.values():
            seat.pile = {card for card in CARDS if FACTION[card[0]] == seat.name}
        self.era = self.turn = 1
        self.secret: Literal["redraw", "cards"] | None = None  # what is being chosen in secret

    def begins_selection(self) -> bool:
        return self.secret == "cards" and not any(seat.action for seat in self.seats.values())

    # ------------------------------------------------------------------------------------- the game

    def play(self) -> Flow:
        yield from self.setup()
        for self.era in range(1, 6):
            for self.turn in range(1, 5):
                yield from self.one_turn()
            self.end_era()

    def setup(self) -> Flow:
        board = self.board
        if "maori" in self.seats:
            yield from self.choose("maori", [r for r in BESIDE if r not in CITIES], board.maori.append)
        yield from self.choose("english" if "english" in self.seats else "possum", CITIES, board.english.append)
        for region in (board.english[0], *BESIDE[board.english[0]]):
            board.possum[region] += 1
        for seat in self.seats.values():
            yield from self.draw(seat, 1)

    def one_turn(self) -> Flow:
        """KA-2.2."""
        board = self.board
        if not any(board.possum.values()) and board.possum_supply():
            yield from self.choose("possum", CITIES, self.add_possum)
        for seat in self.seats.values():
            yield from self.draw(seat, 2)
        if self.options["mulligan"] and self.era == self.turn == 1:
            yield from self.mulligan()
        self.secret = "cards"
        for seat in self.seats.values():
            yield from self.select(seat)
        self.secret = None
        order = sorted(self.seats.values(), key=lambda s: (CARDS[s.initiative].initiative, PRIORITY.index(s.name)))
        for seat in order:
            yield from self.perform(seat, seat.action)
        for seat in order:
            seat.discard |= {seat.action, seat.initiative}
            seat.action = seat.initiative = ""
        if "english" not in self.seats:
            yield from self.automated()

    def end_era(self) -> None:
        """KA-11."""
        board = self.board
        for seat in self.seats.values():
            seat.pile, seat.discard = seat.discard, set()
        for region in BESIDE:
            if not board.kauri[region]:
                board.kiwi[region] = 0
            elif self.options["kiwis_per_kauri"] != "unlimited":
                board.kiwi[region] = min(board.kiwi[region], 1)
        board.flood.clear()
        board.plague.clear()
        if board.awareness <= 10:
            board.awareness += 2
        elif self.options["era_advance_at_cap"] == "clamp":
            board.awareness = 12

    def standing(self) -> list[str]:
        """KA-13.5."""
        scores = self.board.scores()
        return sorted(self.seats, key=lambda name: (-scores[name], PRIORITY.index(name)))

    # ------------------------------------------------------------------------------------- cards

    def draw(self, seat: Seat, number: int) -> Flow:
        """Section 5: a whole pile is drawn without chance, what lies on top comes first."""
        whole = len(seat.deck()) == number
        for card in sorted(seat.deck() if whole else seat.on_top):
            seat.take(card)
            number -= 1
        for _ in range(number):
            seat.take((yield Draw(sorted(seat.pile))))

    def mulligan(self) -> Flow:
        self.secret = "redraw"
        for seat in self.seats.values():
            seat.redraws = (yield Ask(seat.name, ["redraw", "pass"])) == "redraw"
        self.secret = None
        for seat in self.seats.values():
            if seat.redraws:
                seat.pile, seat.hand = seat.pile | seat.hand, set()
                yield from self.draw(seat, 3)

    def select(self, seat: Seat) -> Flow:
        pairs = {f"choose({a}, {b})": (a, b) for a in sorted(seat.hand) for b in sorted(seat.hand) if a != b}
        seat.action, seat.initiative = pairs[(yield Ask(seat.name, list(pairs)))]
        seat.hand -= {seat.action, seat.initiative}

    def perform(self, seat: Seat, name: str) -> Flow:
        """KA-3."""
        card, taken = CARDS[name], self.board.taken
        left = dict(card.uses)
        for action in left:
            faster = action in ("migration", "great_migration") and "speed" in taken
            richer = action in ("sowing", "reproduction") and "fertility" in taken
            left[action] += faster or richer
        while True:
            offered = {(move, action): use for action in left for move, use in self.uses(seat, action).items()}
            if not offered:
                return
            said = yield Ask(seat.name, [move for move, _ in offered] + ["pass"])
            if said == "pass":
                return
            action = next(action for move, action in offered if move == said)
            yield from offered[said, action]()
            if card.joint == "OU":
                left = {action: left[action]}
            left = {other: n - (other == action) for other, n in left.items() if n > (other == action)}

    def uses(self, seat: Seat, action: str) -> Uses:
        """D-ACTIONS."""
        uses: Uses = getattr(self, action)(seat)
        return uses

    # ------------------------------------------------------------------------------------- legacies

    def acquire_legacy(self, seat: Seat) -> Uses:
        """KA-10.1, KA-10.3, KA-10.10, KA-10.11."""
        board = self.board
        if not seat.tokens:
            return {}
        free = {slot for name in self.seats for slot in SLOTS[name]} - board.taken - board.cursed
        own = SLOTS[seat.name]
        uses: Uses = {}
        for slot in own:
            if slot in free and self.useful(seat, slot):
                uses[f"acquire_legacy({slot})"] = partial(self.acquire, seat, slot)
        if seat.name == "kiwi":
            uses |= {f"curse({slot})": partial(self.curse, seat, slot) for slot in free if slot not in own}
        else:
            cursed = [slot for slot in own if slot in board.cursed]
            uses |= {f"lift_curse({slot})": partial(self.lift, seat, slot) for slot in cursed}
        return uses

    def useful(self, seat: Seat, slot: str) -> bool:
        """KA-10.4."""
        return not hasattr(self, f"legacy_{slot}") or bool(self.effects(seat, slot))

    def effects(self, seat: Seat, slot: str) -> Uses:
        effects: Uses = getattr(self, f"legacy_{slot}")(seat)
        return effects

    def acquire(self, seat: Seat, slot: str) -> Flow:
        seat.tokens -= 1
        self.board.taken.add(slot)
        if hasattr(self, f"legacy_{slot}"):
            yield from self.must(seat.name, self.effects(seat, slot))

    def curse(self, seat: Seat, slot: str) -> Flow:
        seat.tokens -= 1
        self.board.cursed.add(slot)
        return done()

    def lift(self, seat: Seat, slot: str) -> Flow:
        self.board.cursed.remove(slot)
        self.seats["kiwi"].spent += 1
        if self.options["curse_costs_token"]:
            seat.tokens -= 1
            seat.spent += 1
        return done()

    def legacy_eruption(self, seat: Seat) -> Uses:
        pairs = [edge for edge in BORDERS if RIM & set(edge)]
        return {f"erupt({named(e)})": partial(self.erupt, e) for e in pairs}

    def erupt(self, edge: Border) -> Flow:
        board = self.board
        board.whare -= set(edge)
        board.road = {other for other in board.road if not set(other) & set(edge)}
        yield from self.ravage(edge)

    def legacy_tsunami(self, seat: Seat) -> Uses:
        return {f"strike_coast({named(e)})": partial(self.ravage, e) for e in BORDERS if set(e) <= COAST}

    def ravage(self, edge: Border) -> Flow:
        """KA-10.6 to 10.9."""
        for region in edge:
            self.board.kauri[region] = self.board.kiwi[region] = self.board.possum[region] = 0
        for who in ("english", "maori"):
            for region in sorted(r for r in self.board.figures(who) if r in edge):
                yield from self.displace(who, region, edge)

    def displace(self, who: str, region: str, edge: Border) -> Flow:
        board, figures = self.board, self.board.figures(who)
        goals = [r for r in board.steps(region) if r not in edge and board.may_enter(who, r)]
        owner = self.options["displacement_chooser"] == "owner" and who in self.seats

        def flee(goal: str) -> None:
            figures[figures.index(region)] = goal

        if goals:
            yield from self.choose(who if owner else "kiwi", goals, flee)

    def legacy_tani_oma_1(self, seat: Seat) -> Uses:
        return {f"repeat_card({card})": partial(self.perform, seat, card) for card in sorted(seat.discard)}

    legacy_tani_oma_2 = legacy_tani_oma_1

    def legacy_immigration(self, seat: Seat) -> Uses:
        board = self.board
        strict = self.options["immigration_event_clause"] == "placement"
        cities = [
            city
            for city in CITIES
            if board.may_enter("english", city) and not (strict and (city in board.plague or board.touches_flood(city)))
        ]
        return {f"immigrate({city})": partial(self.land, city) for city in cities}

    def land(self, city: str) -> Flow:
        self.board.english.append(city)
        return done()

    def legacy_political_activity(self, seat: Seat) -> Uses:
        steps = [by for by in (-2, -1, 1, 2) if 1 <= self.board.awareness + by <= 12]
        return {f"campaign({by})": partial(self.push, by) for by in steps}

    def legacy_hms_queen_victoria(self, seat: Seat) -> Uses:
        board = self.board
        return {
            f"sail({a}, {goal})": partial(self.travel, "english", a, goal)
            for a in set(board.english) & COAST
            for goal in COAST - {a}
            if board.may_enter("english", goal)
        }

    def legacy_extra_cargo(self, seat: Seat) -> Uses:
        number = min(3, self.board.possum_supply())
        loads = combinations(CITIES, number) if number else ()
        return {f"unload({{{', '.join(load)}}})": partial(self.unload, load) for load in loads}

    def unload(self, load: tuple[str, ...]) -> Flow:
        for city in load:
            self.add_possum(city)
        return done()

    # ------------------------------------------------------------------------------------- two players

    def automated(self) -> Flow:
        """KA-14.3 to 14.6."""
        who, left = "kiwi" if self.board.rangers() else "possum", ["stroll", "remove"]
        while uses := {move: (part, use) for part in left for move, use in getattr(self, part)().items()}:
            said = yield Ask(who, [*uses, "pass"])
            if said == "pass":
                return
            left.remove(uses[said][0])
            yield from uses[said][1]()

    def stroll(self) -> Uses:
        board, camp = self.board, self.board.english[0]
        goals = [r for r in board.steps(camp) if board.may_enter("english", r)]
        return {f"stroll({goal})": partial(self.travel, "english", camp, goal) for goal in goals}

    def remove(self) -> Uses:
        board, camp = self.board, self.board.english[0]
        verb, prey = ("cull", board.possum) if board.rangers() else ("fell", board.kauri)
        allowed = prey[camp] > 0 and board.may_work("english", camp)
        return {verb: partial(self.change, prey, camp, -1)} if allowed else {}
