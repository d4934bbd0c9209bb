"""What is added up over games: integers only, so the order in which games finish does not matter."""

from __future__ import annotations

from collections import Counter

from attrs import define, field

from hoyle.runtime.game import Game
from hoyle.runtime.playout import Playout
from hoyle.runtime.simulation.table import Played


@define
class BotTally:
    """A kind of bot over games that ended. games: seats it sat at, counted once a game each; total: of its scores."""

    games: int = 0
    wins: int = 0
    total: int = 0

    def add(self, other: BotTally) -> None:
        self.games += other.games
        self.wins += other.wins
        self.total += other.total


@define
class Tally:
    """What is added up over games. By seat: wins, totals and the components of the scores; finished: games not stopped
    at the step limit, the only ones with scores and winners; shared: won by several, draws: by nobody; teams: how often
    all members of each won; bots: by what sat at a seat, how often it did, won, and its totals."""

    seats: int
    games: int = 0
    finished: int = 0
    moves: int = 0
    shortest: int | None = None
    longest: int = 0
    shared: int = 0
    draws: int = 0
    wins: list[int] = field(init=False)
    totals: list[int] = field(init=False)
    components: list[Counter[int]] = field(init=False)
    endings: Counter[str] = field(factory=Counter)
    teams: Counter[str] = field(factory=Counter)
    bots: dict[str, BotTally] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        self.wins = [0] * self.seats
        self.totals = [0] * self.seats
        self.components = [Counter() for _ in range(self.seats)]

    def count(self, game: Game, game_played: Played) -> None:
        """Add one game."""
        played = game_played.end
        self.games += 1
        self.moves += played.moves
        self.shortest = played.moves if self.shortest is None else min(self.shortest, played.moves)
        self.longest = max(self.longest, played.moves)
        self.endings[played.ending(game)] += 1
        if not played.stopped:
            self._score(game, played)
            self._judge(game, game_played)

    def _judge(self, game: Game, played: Played) -> None:
        module, s = game.fast(), played.end.vector
        winners = module.winners(s)
        for name, kind in zip(game.deciding, played.kinds, strict=False):
            seat = game.rules.seat_code[name]
            own = self.bots.setdefault(kind.text, BotTally())
            own.add(BotTally(1, int(seat in winners), module.total(s, seat)))

    def _score(self, game: Game, played: Playout) -> None:
        module, s = game.fast(), played.vector
        winners = module.winners(s)
        self.finished += 1
        self.shared += len(winners) > 1
        self.draws += not winners
        named = game.rules.names(winners)
        self.teams.update(team for team, seats in game.teams.items() if set(seats) <= set(named))
        for place, seat in enumerate(game.info.seat_codes):
            self.wins[place] += seat in winners
            self.totals[place] += module.total(s, seat)
            own = self.components[place]
            for component in game.info.components:
                if seat in component.seats:
                    own[component.number] += module.score(s, component.number, seat)

    def add(self, other: Tally) -> None:
        """Add the games of another tally."""
        self.games += other.games
        self.finished += other.finished
        self.moves += other.moves
        lengths = [n for n in (self.shortest, other.shortest) if n is not None]
        self.shortest = min(lengths, default=None)
        self.longest = max(self.longest, other.longest)
        self.shared += other.shared
        self.draws += other.draws
        self.wins = [a + b for a, b in zip(self.wins, other.wins, strict=True)]
        self.totals = [a + b for a, b in zip(self.totals, other.totals, strict=True)]
        for own, others in zip(self.components, other.components, strict=True):
            own.update(others)
        self.endings.update(other.endings)
        self.teams.update(other.teams)
        for name, bot in other.bots.items():
            self.bots.setdefault(name, BotTally()).add(bot)
