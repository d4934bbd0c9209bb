"""Love Letter written by hand, as an engineer would who has only the rules: to hold the compiled game against.

A game is a generator: it yields each decision and is sent the move that was made.
"""

from __future__ import annotations

from collections.abc import Generator
from random import Random

from attrs import define, field

VALUES = {"guard": 1, "priest": 2, "baron": 3, "handmaid": 4, "prince": 5, "king": 6, "countess": 7, "princess": 8}
COPIES = {"guard": 5, "priest": 2, "baron": 2, "handmaid": 2, "prince": 2, "king": 1, "countess": 1, "princess": 1}
GOALS = {2: 7, 3: 5, 4: 4}

Decision = tuple[int, list[str]]
Play = Generator[Decision, str, None]


@define
class Person:
    hand: list[str] = field(factory=list)
    played: list[str] = field(factory=list)
    in_round: bool = True
    protected: bool = False
    tokens: int = 0


@define
class LoveLetter:
    """drawn: the cards that came to light since it was last emptied, without those that could be no other card."""

    players: int
    random: Random
    people: list[Person] = field(init=False)
    deck: list[str] = field(factory=list)
    aside: list[str] = field(factory=list)
    drawn: list[str] = field(factory=list)
    starter: int = 0

    def __attrs_post_init__(self) -> None:
        self.people = [Person() for _ in range(self.players)]

    def game(self) -> Play:
        while max(person.tokens for person in self.people) < GOALS[self.players]:
            self.deal()
            yield from self.round()
            self.reward()

    def deal(self) -> None:
        self.deck = [card for card, copies in COPIES.items() for _ in range(copies)]
        self.random.shuffle(self.deck)
        self.aside = [self.deck.pop()]
        if self.players == 2:
            for _ in range(3):
                self.draw()
        for person in self.people:
            person.in_round, person.protected, person.played = True, False, []
            person.hand = [self.draw()]

    def draw(self) -> str:
        """The next card, or the one put aside."""
        if len({*self.deck, *self.aside}) > 1:
            self.drawn.append((self.deck or self.aside)[-1])
        return (self.deck or self.aside).pop()

    def round(self) -> Play:
        turn = self.starter
        while self.deck and sum(person.in_round for person in self.people) > 1:
            if self.people[turn].in_round:
                yield from self.turn(turn)
            turn = (turn + 1) % self.players

    def turn(self, you: int) -> Play:
        me = self.people[you]
        me.protected = False
        me.hand.append(self.draw())
        must = "countess" in me.hand and ("king" in me.hand or "prince" in me.hand)
        said = yield you, [f"play_card({card})" for card in ({"countess"} if must else set(me.hand))]
        card = said.removeprefix("play_card(").removesuffix(")")
        me.hand.remove(card)
        me.played.append(card)
        yield from self.effect(you, card)

    def effect(self, you: int, card: str) -> Play:
        match card:
            case "handmaid":
                self.people[you].protected = True
            case "princess":
                self.knock_out(you)
            case "guard":
                guesses = [(rival, guess) for rival in self.rivals(you) for guess in VALUES if guess != "guard"]
                yield from self.accuse(you, [f"accuse(player_{rival + 1}, {guess})" for rival, guess in guesses])
            case "priest":
                yield from self.choose(you, "look_at", self.rivals(you))
            case "baron":
                yield from self.challenge(you)
            case "prince":
                yield from self.send_away(you)
            case "king":
                yield from self.trade(you)

    def rivals(self, you: int) -> list[int]:
        return [seat for seat, one in enumerate(self.people) if seat != you and one.in_round and not one.protected]

    def choose(self, you: int, verb: str, seats: list[int]) -> Generator[Decision, str, int | None]:
        if not seats:
            return None
        said = yield you, [f"{verb}(player_{seat + 1})" for seat in seats]
        return int(said.removeprefix(f"{verb}(player_").removesuffix(")")) - 1

    def accuse(self, you: int, guesses: list[str]) -> Play:
        if guesses:
            said = yield you, guesses
            rival, guess = said.removeprefix("accuse(player_").removesuffix(")").split(", ")
            if self.people[int(rival) - 1].hand == [guess]:
                self.knock_out(int(rival) - 1)

    def challenge(self, you: int) -> Play:
        rival = yield from self.choose(you, "challenge", self.rivals(you))
        if rival is not None:
            mine, theirs = (VALUES[self.people[seat].hand[0]] for seat in (you, rival))
            if mine != theirs:
                self.knock_out(rival if mine > theirs else you)

    def send_away(self, you: int) -> Play:
        target = yield from self.choose(you, "send_away", sorted([*self.rivals(you), you]))
        assert target is not None
        person = self.people[target]
        if person.hand == ["princess"]:
            self.knock_out(target)
        else:
            person.played += person.hand
            person.hand = [self.draw()]

    def trade(self, you: int) -> Play:
        rival = yield from self.choose(you, "trade_with", self.rivals(you))
        if rival is not None:
            mine, theirs = self.people[you], self.people[rival]
            mine.hand, theirs.hand = theirs.hand, mine.hand

    def knock_out(self, seat: int) -> None:
        person = self.people[seat]
        person.in_round = False
        person.played += person.hand
        person.hand = []

    def reward(self) -> None:
        standing = {
            seat: (VALUES[one.hand[0]], sum(VALUES[card] for card in one.played))
            for seat, one in enumerate(self.people)
            if one.in_round
        }
        for seat, worth in standing.items():
            if worth == max(standing.values()):
                self.people[seat].tokens += 1
                self.starter = seat
