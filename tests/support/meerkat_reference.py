"""Meerkat Kingdom written by hand from the digest alone: to hold the compiled game against.

A game is a generator. It yields decisions `(seat, options)` and chances `(kind, law)`, and is sent the option or the
outcome. Options are written as the rule file writes its moves, so that they can be compared; `pass` declines.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import Any

from attrs import define, field

from meerkat_tables import (
    BESIDE,
    BLUE,
    BONUS,
    BROWN,
    DEFAULTS,
    DOES,
    HAZARDS,
    OASES,
    TILES,
    VALUES,
    Seat,
    automa_rolls,
    awards,
    count_index,
    hawk_victims,
    pair_of,
    rolls,
    sums,
)

Play = Generator[tuple[Any, Any], Any, Any]


@define
class MeerkatKingdom:
    """One game. humans: how many; automa: whether the automa sits last."""

    humans: int
    automa: bool
    options: Mapping[str, str]
    seats: list[Seat] = field(init=False)
    place: dict[int, int] = field(factory=dict)
    token: dict[int, str | None] = field(factory=lambda: dict.fromkeys(TILES))
    blue: Counter[str] = field(factory=lambda: Counter(dict.fromkeys(BLUE, 2)))
    brown: Counter[str] = field(factory=lambda: Counter(dict.fromkeys(BROWN, 1)))
    male: int = 7
    green: int | None = None
    spent: int | None = None
    start: int | None = None
    over: bool = False

    def __attrs_post_init__(self) -> None:
        self.seats = [Seat() for _ in range(self.humans)] + [Seat(automa=True) for _ in range(self.automa)]
        self.options = {**DEFAULTS, **self.options}

    def says(self, option: str, value: str) -> bool:
        return self.options[option] == value

    # -------------------------------------------------------------------------------------- the board

    def near(self, tile: int) -> list[int]:
        at = {place: t for t, place in self.place.items()}
        return sorted(at[place] for place in BESIDE[self.place[tile]])

    def distances(self, tile: int) -> dict[int, int]:
        found, edge = {tile: 0}, [tile]
        while edge:
            here = edge.pop(0)
            for there in self.near(here):
                if there not in found:
                    found[there] = found[here] + 1
                    edge.append(there)
        return found

    def others(self, seat: int) -> Iterator[int]:
        return (other for other in range(len(self.seats)) if other != seat)

    def in_play(self) -> list[int]:
        return [n for n, seat in enumerate(self.seats) if seat.ran_out is None]

    # -------------------------------------------------------------------------------------- the course of the game

    def game(self) -> Play:
        yield from self.setup()
        humans = [(self.start or 0) + n for n in range(self.humans)]
        order = [n % self.humans for n in humans] + [self.humans] * self.automa
        while True:
            for seat in order:
                last = self.in_play() == [seat]
                yield from self.turn(seat)
                if last:
                    yield from self.score()
                    self.over = True
                    return

    def setup(self) -> Play:
        left = set(TILES)
        for place in BESIDE:
            tile = yield "tile", {t: Fraction(1, len(left)) for t in left}
            left.remove(tile)
            self.place[tile] = place
        for oasis in OASES:
            self.token[oasis] = yield from self.draw(self.blue)
        rolling = list(range(self.humans))
        while self.start is None:
            total = {}
            for seat in rolling:
                total[seat] = sum((yield "dice", rolls(3)))
            single = [seat for seat in rolling if list(total.values()).count(total[seat]) == 1]
            if single:
                self.start = max(single, key=lambda seat: total[seat])
            elif self.says("start_tie", "top"):
                rolling = [seat for seat in rolling if total[seat] == max(total.values())]
        if self.automa:
            self.seats[-1].queen_home = False
            self.seats[-1].queen = yield "sum", sums([2])

    def draw(self, bag: Counter[str]) -> Play:
        kind: str = yield "token", {k: Fraction(n, bag.total()) for k, n in bag.items() if n}
        bag[kind] -= 1
        return kind

    def finished(self, seat: Seat) -> bool:
        """MK-2.2; with the check at once, whoever called meerkats back goes on while tokens are left."""
        return seat.ran_out is not None and (seat.supply == 0 or len(self.in_play()) <= 1)

    def turn(self, n: int) -> Play:
        seat = self.seats[n]
        if self.green == n:
            self.green = None
        if self.finished(seat):
            return
        if seat.automa:
            yield from self.automa_turn(seat)
            self.check(seat)
            return
        dice = yield from self.rolled(n)
        yield from self.main_action(n, dice)
        yield from self.burrow(n)
        self.check(seat)
        yield from self.refill(n)

    def check(self, seat: Seat) -> None:
        """MK-13.1."""
        if seat.supply == 0:
            seat.queen_home = False
            if seat.ran_out is None:
                seat.ran_out = len(self.seats) - len(self.in_play()) + 1

    def check_at_once(self, seat: Seat) -> None:
        if self.says("runout_check", "immediate"):
            self.check(seat)

    def rolled(self, n: int) -> Play:
        """MK-3."""
        dice = yield "dice", rolls(3)
        choices = {tuple(f for f, taken in zip(dice, mask, strict=True) if taken) for mask in product((0, 1), repeat=3)}
        named = {"reroll({" + ", ".join(map(str, c)) + "})" if c else "pass": c for c in choices}
        again = named[(yield n, list(named))]
        if again:
            fresh = yield "dice", rolls(len(again))
            dice = tuple(sorted((Counter(dice) - Counter(again) + Counter(fresh)).elements()))
        return dice

    def main_options(self, seat: Seat, dice: tuple[int, ...]) -> set[str]:
        """4.2 of the digest."""
        options = set()
        for n, d in enumerate(dice):
            x, y = dice[:n] + dice[n + 1 :]
            for t in TILES if (x, y) == (1, 1) else [x + y]:
                options.add(f"place({min((d + 1) // 2, seat.supply)}, {t})")
                if d >= 5 and seat.queen_home:
                    options.add(f"place_queen({t})")
        if seat.guardians < 4:
            options.add("post_guardian")
        return options

    def main_action(self, n: int, dice: tuple[int, ...]) -> Play:
        seat = self.seats[n]
        verb, args = parsed((yield n, sorted(self.main_options(seat, dice))))
        if verb == "post_guardian":
            seat.supply -= 1
            seat.guardians += 1
            self.check_at_once(seat)
        elif verb == "place":
            seat.supply -= args[0]
            seat.on[args[1]] += args[0]
            self.check_at_once(seat)
            yield from self.triggers(n, args[1])
        else:
            seat.queen_home, seat.queen = False, args[0]
            if self.says("queen_triggers", "true"):
                yield from self.triggers(n, args[0])

    # -------------------------------------------------------------------------------------- tokens

    def triggers(self, n: int, t: int) -> Play:
        """MK-7."""
        left = {"oasis", "male"} if self.male == t else {"oasis"}
        if self.says("trigger_order", "oasis_first"):
            for one in ("oasis", "male"):
                yield from self.window(n, t, {one} & left)
        else:
            yield from self.window(n, t, left)

    def window(self, n: int, t: int, left: set[str]) -> Play:
        while True:
            options = ["activate_male"] if "male" in left else []
            if "oasis" in left and self.token[t] and self.effects(n, DOES[self.token[t] or ""], t):
                options.append(f"use_token({t})")
            if not options:
                return
            answer = yield n, [*options, "pass"]
            if answer == "pass":
                return
            if answer == "activate_male":
                left = left - {"male"}
                yield from self.activate_male(n)
            else:
                left = left - {"oasis"}
                yield from self.use_token(n, t)

    def use_token(self, n: int, t: int) -> Play:
        token = self.token[t]
        assert token is not None
        self.do(n, (yield n, self.effects(n, DOES[token], t)))
        if token in BLUE:
            self.token[t], self.spent = None, t

    def effects(self, n: int, effect: str, tile: int | None = None) -> list[str]:
        """The ways to carry out an effect; tile: where its token lies, none in the burrow."""
        seat = self.seats[n]
        if effect == "move":
            where = [tile] if tile is not None and self.says("move_scope", "token_tile") else list(TILES)
            steps = [f"step({a}, {b})" for a in where if seat.on[a] for b in self.near(a)]
            if self.says("queen_is_meerkat", "true") and seat.queen in where:
                steps += [f"lead({seat.queen}, {b})" for b in self.near(seat.queen or 0)]
            return steps
        if effect == "swap":
            return [
                f"swap({a}, {b}, {self.name(x)})"
                for a in TILES
                if seat.on[a]
                for b in self.near(a)
                for x in self.others(n)
                if self.seats[x].on[b] and self.seats[x].queen != b
            ]
        if effect == "recall":
            home = [f"recall_from({t})" for t in TILES if seat.on[t]]
            home += [f"recall_worker(b{r})" for r in sorted(seat.burrow)]
            return home + ["recall_her"] * (self.says("recall_queen", "true") and seat.queen is not None)
        if effect == "guard":
            if seat.guardians > 3:
                return []
            if self.says("guard_source", "tile"):
                return [f"enlist({t})" for t in TILES if seat.on[t]]
            return ["gain_guardian"] * (seat.supply > 0)
        return []

    def name(self, n: int) -> str:
        return "automa" if self.seats[n].automa else f"player_{n + 1}"

    def do(self, n: int, option: str) -> None:
        """Carry out one of these ways."""
        seat = self.seats[n]
        verb, args = parsed(option)
        if verb in ("step", "chase"):
            seat.shift(*args)
        elif verb in ("lead", "walk_queen"):
            seat.queen = args[-1]
        elif verb == "swap":
            a, b, name = args
            seat.shift(a, b)
            self.seats[-1 if name == "automa" else int(name[-1]) - 1].shift(b, a)
        elif verb == "recall_from":
            seat.on[args[0]] -= 1
            seat.supply += 1
        elif verb == "recall_worker":
            seat.burrow.remove(int(args[0][1]))
            seat.supply += 1
        elif verb == "recall_her":
            seat.queen, seat.queen_home = None, True
        elif verb == "enlist":
            seat.on[args[0]] -= 1
            seat.guardians += 1
        elif verb == "gain_guardian":
            seat.supply -= 1
            seat.guardians += 1
            self.check_at_once(seat)
        elif verb == "move_token":
            a, b = args
            self.token[a], self.token[b] = None, self.token[a]
            if self.token[b] == "t_reverse":
                self.green = n
        else:
            raise AssertionError(option)

    def activate_male(self, n: int) -> Play:
        """MK-10."""
        seat = self.seats[n]
        away = self.distances(self.male)
        chases = [f"chase({a}, {b})" for a in TILES if seat.on[a] for b in self.near(a) if away[b] == away[a] - 1]
        if chases:
            self.do(n, (yield n, chases))
        to = yield "sum", sums([self.male] + [2] * self.says("sum2", "reroll"))
        if to == 2 and self.says("sum2", "choose"):
            to = parsed((yield n, [f"choose({t})" for t in TILES if t != self.male]))[1][0]
        if to != 2:
            self.male = to
        seat.pups = min(4, seat.pups + 1)

    # -------------------------------------------------------------------------------------- the burrow

    def burrow(self, n: int) -> Play:
        """MK-11."""
        seat = self.seats[n]
        must = self.says("burrow_requires_effect", "true")
        rooms = [r for r in range(1, 6) if seat.supply and r not in seat.burrow]
        rooms = [r for r in rooms if not must or self.room_effects(n, r)]
        if not rooms:
            return
        answer = yield n, [f"work(b{r})" for r in rooms] + ["pass"]
        if answer == "pass":
            return
        room = int(answer[6])
        seat.supply -= 1
        seat.burrow.add(room)
        self.check_at_once(seat)
        effects = self.room_effects(n, room)
        if effects:
            deed = yield n, effects + ["pass"] * (not must)
            if deed == "activate_male":
                yield from self.activate_male(n)
            elif deed != "pass":
                self.do(n, deed)

    def room_effects(self, n: int, room: int) -> list[str]:
        seat = self.seats[n]
        if room == 2:
            if seat.queen is None:
                return []
            return [f"walk_queen({t})" for t, d in self.distances(seat.queen).items() if d in (1, 2)]
        if room == 4:
            free = [t for t in TILES if not self.token[t]]
            return [
                f"move_token({a}, {b})"
                for a in TILES
                if self.token[a] and not (self.token[a] == "t_reverse" and self.green is not None)
                for b in free
            ]
        return ["activate_male"] if room == 5 else self.effects(n, "move" if room == 1 else "swap")

    # -------------------------------------------------------------------------------------- refill and hazards

    def refill(self, n: int) -> Play:
        """MK-8.9, steps 7 to 9 of a turn."""
        at, self.spent = self.spent, None
        bag = self.blue if self.blue.total() else self.brown
        if at is None or not bag.total():
            return
        token = yield from self.draw(bag)
        free = [t for t in OASES if not self.token[t]]
        if at not in free:
            if self.says("refill_choice", "player"):
                at = parsed((yield n, [f"choose({t})" for t in free]))[1][0]
            else:
                at = min(free)
        if token in HAZARDS:
            yield from self.hazard(n, token)
        if token == "t_reverse":
            self.green = n
        self.token[at] = token

    def hazard(self, n: int, token: str) -> Play:
        """MK-9."""
        hit = yield "sum", sums([2] * self.says("sum2", "reroll"))
        if hit == 2 and self.says("sum2", "choose"):
            hit = parsed((yield n, [f"choose({t})" for t in TILES]))[1][0]
        if hit == 2:
            return
        for seat, tile in self.losses(token, hit):
            if seat.queen != tile:
                seat.on[tile] -= 1
                seat.box += 1

    def losses(self, token: str, hit: int) -> list[tuple[Seat, int]]:
        if token == "h_hawk":
            protected = {n for n, seat in enumerate(self.seats) if seat.queen == hit}
            strengths = [seat.strength(hit) for seat in self.seats]
            victims = hawk_victims(strengths, protected, self.says("hawk_leaders", "skip_protected"))
            return [(self.seats[n], hit) for n in victims]
        if token == "h_fire":
            return [(seat, hit) for seat in self.seats if seat.strength(hit)]
        ground = self.near(hit) if self.says("jackal_scope", "neighbours") else [t for t in TILES if t != hit]
        found = []
        for seat in self.seats:
            prey = [t for t in ground if seat.strength(t)]
            if self.says("jackal_protected", "next"):
                prey = [t for t in prey if t != seat.queen]
            found += [(seat, max(prey))] if prey else []
        return found

    # -------------------------------------------------------------------------------------- the automa

    def automa_turn(self, seat: Seat) -> Play:
        """MK-16."""
        dice, letter = yield "automa", automa_rolls(self.says("automa_11", "all"))
        count, pair = dice[count_index(letter)], pair_of(dice, letter)
        if pair == (1, 1):
            law = {faces: share * Fraction(36, 35) for faces, share in rolls(2).items() if faces != (1, 1)}
            pair = yield "dice", law
        x = sum(pair)
        placed = min((count + 1) // 2, seat.supply)
        seat.supply -= placed
        seat.on[x] += placed
        if pair[0] == pair[1]:
            for _ in range(2 if count == pair[0] else 1):
                self.automa_acts(seat, pair[0], x)

    def automa_acts(self, seat: Seat, k: int, x: int) -> None:
        if k >= 5:
            assert seat.queen is not None
            seat.queen = (min if k == 5 else max)(self.near(seat.queen))
        elif seat.on[x]:
            y = (min if k == 3 else max)(self.near(x))
            if k == 2:
                seat.shift(x, y)
                return
            asked = [one for one in self.seats[:-1] if one.on[y] and one.queen != y]
            most = [one for one in asked if one.on[y] == max(other.on[y] for other in asked)]
            if asked or self.says("automa_swap_empty", "move"):
                seat.shift(x, y)
            if len(most) == 1:
                most[0].shift(y, x)

    # -------------------------------------------------------------------------------------- scoring

    def score(self) -> Play:
        """MK-14."""
        for t in TILES:
            found = awards(
                [seat.strength(t) for seat in self.seats],
                VALUES[t],
                reverse=DOES.get(self.token[t] or "") == "reverse",
                plus3=DOES.get(self.token[t] or "") == "plus3",
                mirror=self.says("reverse_three", "mirror"),
            )
            for seat, paid in zip(self.seats, found.paid, strict=True):
                seat.points[t] = paid
            if found.winner is not None and not self.seats[found.winner].automa:
                yield from self.relay(found.winner, t)

    def relay(self, n: int, t: int) -> Play:
        """MK-14.5, MK-14.6."""
        seat = self.seats[n]
        goals = [b for b in self.near(t) if b > t]
        most = (2 if self.says("guard2", "replace") else 3) if self.token[t] == "t_guard2" else 1
        for _ in range(most):
            if not seat.guardians or not goals:
                return
            answer = yield n, [f"send_guardian({t}, {b})" for b in goals] + ["pass"]
            if answer == "pass":
                return
            goal = parsed(answer)[1][-1]
            seat.guardians -= 1
            seat.on[goal] += 1
            if self.says("guard2_same_tile", "true"):
                goals = [goal]

    def totals(self) -> list[int]:
        """MK-15."""
        return [sum(s.points.values()) + s.pups * s.guardians + self.bonus(s) for s in self.seats]

    def bonus(self, seat: Seat) -> int:
        awarded = len(self.seats) - 1
        return BONUS[seat.ran_out - 1] if seat.ran_out is not None and seat.ran_out <= awarded else 0

    def standing(self) -> list[int]:
        totals = self.totals()
        return sorted(range(len(self.seats)), key=lambda n: (-totals[n], self.seats[n].ran_out or 99))


def parsed(option: str) -> tuple[str, list[Any]]:
    """Verb and arguments of an option."""
    verb, _, rest = option.rstrip(")").partition("(")
    return verb, [int(word) if word.isdigit() else word for word in rest.split(", ") if word]
