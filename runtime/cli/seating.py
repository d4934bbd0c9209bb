"""Who sits at which seat: people, and bots by the name of their kind (`--seat NAME=KIND`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from hoyle.runtime import bots
from hoyle.runtime.catalogue import message
from hoyle.runtime.cli.guard import Misuse
from hoyle.runtime.cli.seats import seat_of
from hoyle.runtime.cli.sitting import Bot
from hoyle.runtime.game import Game

HUMAN: Final = "human"
RANDOM: Final = "random"


def seated(game: Game, said: Mapping[str, str], language: str, *, is_interactive: bool) -> dict[str, str]:
    """The kind of who sits at each deciding seat: as said, else a person at the first seat and bots at the others;
    without a terminal bots everywhere. Misuse if a seat or a kind does not exist."""
    default = RANDOM if said or not is_interactive else HUMAN
    seats = {seat: RANDOM for seat in game.deciding}
    if game.deciding:
        seats[game.deciding[0]] = default
    return reseated(game, seats, said, language)


def reseated(game: Game, seats: Mapping[str, str], said: Mapping[str, str], language: str) -> dict[str, str]:
    """The seats with those changed that somebody named."""
    changed = {seat_of(game, name, language): kind_of(kind, language) for name, kind in said.items()}
    return {**seats, **changed}


def kind_of(kind: str, language: str) -> str:
    """A kind as it is kept in records. Misuse if there is none, or if it cannot be set so."""
    try:
        return bots.kind_of(kind, more=(HUMAN,)).text
    except bots.BotError as error:
        raise Misuse(error.text(language)) from error


def maker(kind: str, game: Game) -> Callable[[str], Bot]:
    """What makes the bots of a kind, from a seed."""
    return partial(bots.make, bots.kind_of(kind), game)


def said_kind(kind: str, language: str) -> str:
    """Who that is, for people."""
    found = bots.kind_of(kind, more=(HUMAN,))
    said = message(language, f"cli.play.{found.name}")
    _, sign, settings = found.text.partition(":")
    return message(language, "cli.play.set", bot=said, settings=settings) if sign else said
