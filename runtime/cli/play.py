"""`hoyle play`: people and bots at one table."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from shlex import quote
from typing import Final

import click

from hoyle.runtime.catalogue import message
from hoyle.runtime.chance import fresh_seed
from hoyle.runtime.cli.choosing import Request, command, pairs, rules_options, said, speech
from hoyle.runtime.cli.columns import paragraph
from hoyle.runtime.cli.guard import INTERRUPTED, REFUSED, Misuse
from hoyle.runtime.cli.panel import picture
from hoyle.runtime.cli.person import Person, Table, is_interactive
from hoyle.runtime.cli.sitting import STEPS, Left, Sitting, bot
from hoyle.runtime.cli.telling import told_end
from hoyle.runtime.game import Game
from hoyle.runtime.loader import folded
from hoyle.runtime.problems import RecordError
from hoyle.runtime.records import Record, RecordWriter, check_count, check_rules, load_record
from hoyle.runtime.values import hint_for

HUMAN: Final = "human"
RANDOM: Final = "random"


@command("play")
@click.argument("game")
@rules_options
@click.option("--seat", "seats", multiple=True, metavar="NAME=human|random", help=said("cli.play.help.seat"))
@click.option("--record", metavar="FILE", help=said("cli.play.help.record"))
@click.option("--resume", metavar="FILE", help=said("cli.play.help.resume"))
@click.option("--seed", metavar="TEXT", help=said("cli.play.help.seed"))
def play(
    game: str,
    players: int | None,
    variants: tuple[str, ...],
    options: dict[str, str],
    seats: Sequence[str],
    record: str | None,
    resume: str | None,
    seed: str | None,
) -> int:
    """Play a game at the terminal."""
    language = speech()
    begun = None if resume is None else load_record(resume)
    request = _request(game, players, variants, options, begun)
    rules = request.load()
    table = Table(language, 0)
    chosen = str(fresh_seed()) if seed is None else seed
    people = _seated(rules, pairs(seats, "cli.bad.seat"), language)
    table.people = sum(kind == HUMAN for kind in people.values())
    at = {seat: Person(seat, table) if kind == HUMAN else bot(chosen, seat) for seat, kind in people.items()}
    if begun is not None:
        check_rules(begun, rules)
    sitting = Sitting(rules, chosen, at, None if record is None else RecordWriter(record, rules.info))
    _greet(request, rules, people, chosen, language)
    if begun is not None:
        sitting.go_on_from(begun)
    return _played(sitting, table, record, game)


def _request(
    game: str, players: int | None, variants: tuple[str, ...], options: dict[str, str], begun: Record | None
) -> Request:
    """The game as asked for; where nothing is asked, as it was recorded."""
    if begun is None:
        return Request(game, players, variants, options)
    check_count(begun, players)
    return Request(game, len(begun.players), variants or begun.variants, {**begun.options, **options})


# ------------------------------------------------------------------------------------------------ who sits where


def _seated(game: Game, said: dict[str, str], language: str) -> dict[str, str]:
    """Who sits at each deciding seat: as said, else a person at the first seat and bots at the others; without a
    terminal bots everywhere."""
    default = RANDOM if said or not is_interactive() else HUMAN
    seats = {seat: RANDOM for seat in game.deciding}
    if game.deciding:
        seats[game.deciding[0]] = default
    for name, kind in said.items():
        seats[_seat(game, name, language)] = _kind(kind, language)
    return seats


def _seat(game: Game, name: str, language: str) -> str:
    """The seat of a name: as in notation or as people call it."""
    for seat in game.deciding:
        if folded(name) in {folded(seat), folded(game.seat_name(seat, language)), folded(game.seat_name(seat))}:
            return seat
    hint = hint_for(folded(name), {folded(seat): seat for seat in game.deciding})
    told = hint if isinstance(hint, str) else hint.text(language)
    raise Misuse(
        message(language, "cli.bad.seat_name", name=name, game=game.name, seats=", ".join(game.deciding), hint=told)
    )


def _kind(kind: str, language: str) -> str:
    if kind.casefold() not in (HUMAN, RANDOM):
        raise Misuse(message(language, "cli.bad.seat_kind", kind=kind))
    return kind.casefold()


def _greet(request: Request, game: Game, people: dict[str, str], seed: str, language: str) -> None:
    click.echo(message(language, "cli.play.title", game=game.title(language), seed=seed))
    note = request.note(game, language)
    if note:
        click.echo(note)
    for seat, kind in people.items():
        click.echo(f"  {game.seat_name(seat, language)}: {message(language, f'cli.play.{kind}')}")
    if HUMAN in people.values():
        click.echo(message(language, "cli.play.ask_help"))


# ------------------------------------------------------------------------------------------------ to the end


def _played(sitting: Sitting, table: Table, record: str | None, game: str) -> int:
    """Play, show the end, and the exit status."""
    try:
        sitting.play()
    except Left:
        _left(sitting, table, record, game)
        return 0
    except KeyboardInterrupt:
        click.echo()
        _left(sitting, table, record, game)
        return INTERRUPTED
    finally:
        if sitting.record is not None:
            sitting.record.close()
    return _end(sitting, table, record)


def _end(sitting: Sitting, table: Table, record: str | None) -> int:
    people = [player for player in sitting.players.values() if isinstance(player, Person)]
    if people:
        # Several look at one screen: what has not been told to all of them, and nothing that only one may see.
        min(people, key=lambda person: person.told).show_news(sitting, openly=len(people) > 1)
    click.echo()
    for line in picture(sitting.state.position, _last_viewer(sitting), table.language):
        click.echo(line)
    click.echo()
    if sitting.state.kind != "over":
        table.say("cli.play.stopped", steps=STEPS)
        return REFUSED
    for line in told_end(sitting.state, table.language):
        click.echo("\n".join(paragraph(line)))
    if record is not None:
        table.say("cli.play.recorded", file=quote(record))
    return 0


def _last_viewer(sitting: Sitting) -> int | None:
    """Whose view is shown at the end: the person's, if only one plays."""
    people = [seat for seat, player in sitting.players.items() if isinstance(player, Person)]
    return sitting.game.rules.seat(people[0]) if len(people) == 1 else None


def _left(sitting: Sitting, table: Table, record: str | None, game: str) -> None:
    """Somebody left: what was played is kept, in the record or in a file of its own."""
    file = record
    if file is None and len(sitting.events) > 1:
        file = _saved(sitting)
    if file is None:
        table.say("cli.play.left")
    else:
        table.say("cli.play.saved", file=quote(file), game=quote(game))


def _saved(sitting: Sitting) -> str | None:
    """A record of what was played, where programs keep such things; None if there it cannot be written."""
    folder = _state_folder()
    number = 1
    while True:
        path = folder / f"{sitting.game.name}-{sitting.seed}-{number}.record".replace(os.sep, "_")
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with RecordWriter(path, sitting.game.info) as writer:
                sitting.write_to(writer)
            return str(path)
        except RecordError as error:
            if error.key != "record.exists":
                return None
        except OSError:
            return None
        number += 1


def _state_folder() -> Path:
    base = os.environ.get("XDG_STATE_HOME")
    return (Path(base) if base and os.path.isabs(base) else Path.home() / ".local" / "state") / "hoyle"
