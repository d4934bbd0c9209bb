"""What many games came to, as a value."""

from __future__ import annotations

from typing import Any

from attrs import frozen

from hoyle.runtime.game import Game
from hoyle.runtime.simulation.failing import FailedGame
from hoyle.runtime.simulation.statistics import wilson
from hoyle.runtime.simulation.tally import BotTally, Tally


@frozen
class SeatResult:
    """One seat over all games. wins: a shared victory counts for each winner. Means are over the games that ended, None
    if none did."""

    name: str
    wins: int
    mean_score: float | None
    components: dict[str, float | None]


@frozen
class TeamResult:
    """One team over all games. wins: of all its members; mean_score: of the sum of its members' totals."""

    name: str
    wins: int
    mean_score: float | None


@frozen
class BotResult:
    """A kind of bot over the games that ended. interval: of the share of its games that it won, by Wilson, 95 %."""

    name: str
    games: int
    wins: int
    interval: tuple[float, float]
    mean_score: float | None


@frozen
class SimulationResult:
    """What `games` games came to. shared, draws: games that several won, or nobody; length: decisions a game; endings:
    by name, the most frequent first; interrupted: whether fewer games than asked for were played; teams: () in a game
    without; bots: () if all moved at random without being asked to; failed: games that the rules could not go on with,
    in order, which do not count among the others."""

    game: str
    variants: tuple[str, ...]
    players: int
    games: int
    seconds: float
    moves: int
    seats: tuple[SeatResult, ...]
    shared: int
    draws: int
    length: dict[str, float | int | None]
    endings: dict[str, int]
    interrupted: bool = False
    teams: tuple[TeamResult, ...] = ()
    bots: tuple[BotResult, ...] = ()
    failed: tuple[FailedGame, ...] = ()

    @property
    def playouts_per_second(self) -> float:
        return self.games / self.seconds if self.seconds else 0.0

    @property
    def moves_per_second(self) -> float:
        return self.moves / self.seconds if self.seconds else 0.0

    def to_dict(self) -> dict[str, Any]:
        """As `simulate --format json` prints it; teams are not in it, bots only if they were asked for,
        failed games only if there are any."""
        return {
            "game": self.game,
            "variants": list(self.variants),
            "players": self.players,
            "games": self.games,
            "seconds": self.seconds,
            "playouts_per_second": self.playouts_per_second,
            "moves_per_second": self.moves_per_second,
            "seats": [
                {"name": s.name, "wins": s.wins, "mean_score": s.mean_score, "components": s.components}
                for s in self.seats
            ],
            "shared": self.shared,
            "length": self.length,
            "endings": self.endings,
            "draws": self.draws,
            **({"failed": len(self.failed)} if self.failed else {}),
            **({"bots": [_plain(bot) for bot in self.bots]} if self.bots else {}),
        }


def _plain(bot: BotResult) -> dict[str, Any]:
    low, high = bot.interval
    told = {"name": bot.name, "games": bot.games, "wins": bot.wins, "low": low, "high": high}
    return {**told, "mean_score": bot.mean_score}


def result_of(
    game: Game, tally: Tally, seconds: float, interrupted: bool, failed: tuple[FailedGame, ...] = ()
) -> SimulationResult:
    """What the games of a tally came to."""
    return SimulationResult(
        game=game.name,
        variants=game.variants,
        players=len(game.deciding),
        games=tally.games,
        seconds=seconds,
        moves=tally.moves,
        seats=tuple(_seat(game, tally, place) for place in range(tally.seats)),
        shared=tally.shared,
        draws=tally.draws,
        length={"mean": _mean(tally.moves, tally.games), "min": tally.shortest, "max": tally.longest},
        endings=dict(sorted(tally.endings.items(), key=lambda item: (-item[1], item[0]))),
        interrupted=interrupted,
        teams=tuple(_team(game, tally, name, seats) for name, seats in game.teams.items()),
        bots=tuple(_bot(name, tally.bots[name]) for name in sorted(tally.bots)),
        failed=failed,
    )


def _bot(name: str, tally: BotTally) -> BotResult:
    return BotResult(name, tally.games, tally.wins, wilson(tally.wins, tally.games), _mean(tally.total, tally.games))


def _team(game: Game, tally: Tally, name: str, seats: tuple[str, ...]) -> TeamResult:
    total = sum(tally.totals[game.players.index(seat)] for seat in seats)
    return TeamResult(name, tally.teams[name], _mean(total, tally.finished))


def _seat(game: Game, tally: Tally, place: int) -> SeatResult:
    seat, sums = game.info.seat_codes[place], tally.components[place]
    own = [component for component in game.info.components if seat in component.seats]
    return SeatResult(
        name=game.players[place],
        wins=tally.wins[place],
        mean_score=_mean(tally.totals[place], tally.finished),
        components={c.name: _mean(sums[c.number], tally.finished) for c in own},
    )


def _mean(total: int, number: int) -> float | None:
    return total / number if number else None
