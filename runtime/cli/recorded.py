"""The game a record was made with: its header tells how it was called, and where the rule files lie that are not
shipped."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from hoyle.runtime.catalogue import message
from hoyle.runtime.cli.choosing import Request, speech
from hoyle.runtime.cli.columns import paragraph
from hoyle.runtime.cli.guard import Misuse
from hoyle.runtime.cli.listing import options_in
from hoyle.runtime.cli.naming import option_value
from hoyle.runtime.game import Game
from hoyle.runtime.loader import find, folded, games_folder, headers_in, shipped_files, spoken
from hoyle.runtime.problems import LoadError
from hoyle.runtime.records import Record, Setting, check_count, check_rules, load_record
from hoyle.runtime.sentences import word


def opened(path: str) -> Record:
    """A record; of a last line that was cut off people are told that it is left out."""
    record = load_record(path, mend=True)
    if record.torn is not None:
        text = message(speech(), "cli.record.torn", file=path, text=record.torn.strip()[:40])
        click.echo("\n".join(paragraph(text)), err=True)
    return record


def game_of(record: Record, asked: Request | None = None) -> Game:
    """The game a record was made with; asked: what the command says. RecordError if the rules are others."""
    game = request_of(record, asked).load()
    check_rules(record, game)
    return game


def request_of(record: Record, asked: Request | None = None) -> Request:
    """A game as it was recorded. Misuse if the command asks for something else."""
    asked = asked or Request("", None, (), {})
    _check(record, asked)
    near = Path(record.name).parent
    variants = asked.variants or tuple(
        _found(record.setting.overlays.get(name), near) or name for name in record.variants
    )
    name = asked.name or _found(record.setting.rules, near) or record.game
    return Request(name, len(record.players), variants, dict(record.options))


def _check(record: Record, asked: Request) -> None:
    """What is asked for beside a record must be what was recorded."""
    check_count(record, asked.players)
    for name, value in asked.options.items():
        known = next((kept for option, kept in record.options.items() if folded(option) == folded(name)), value)
        if folded(known) != folded(value):
            _refuse(record, f"--option {name}", known, value)


def _refuse(record: Record, what: str, theirs: object, ours: object) -> None:
    values = {"file": record.name, "what": what, "theirs": theirs, "ours": ours}
    raise Misuse(message(speech(), "cli.record.other", **values))


def _found(path: str | None, near: Path) -> str | None:
    """A rule file as kept in a record: where it was, else beside the record, else here. None if nothing was kept."""
    if path is None:
        return None
    places = [near / path, near / Path(path).name, Path(Path(path).name)]
    return str(next((place for place in places if place.is_file()), places[0]))


# ------------------------------------------------------------------------------------------------ for a new record


def setting_of(
    request: Request, game: Game, folder: Path, seed: str, seats: dict[str, str], *, takeback: bool = False
) -> Setting:
    """What a record in a folder keeps of how a game was set up."""
    pairs = zip(game.variants, request.variants, strict=False)
    overlays = {name: _kept(Path(path), folder) for name, path in pairs if Path(path).is_file()}
    return Setting(seed, seats, _own_rules(request, folder), overlays, takeback)


def _own_rules(request: Request, folder: Path) -> str | None:
    """Where the rules lie, of a game that is not shipped."""
    try:
        path = find(request.name)
    except LoadError:
        return None
    return None if path.is_relative_to(games_folder().resolve()) else _kept(path, folder)


def _kept(path: Path, folder: Path) -> str:
    """A path as it is kept: relative if it lies below the folder of the record, so that both can be moved together."""
    path, folder = path.resolve(), folder.resolve()
    return (path.relative_to(folder) if path.is_relative_to(folder) else path).as_posix()


# ------------------------------------------------------------------------------------------------ as people call it


def said_rules(game: Game, name: str, language: str) -> Sequence[str]:
    """The variants a game is played with, and the options that are not what they are if not given. name: of the game,
    as asked for."""
    lines = []
    if game.variants:
        said = [word(game.rules, variant, language) or variant for variant in game.variants]
        lines.append(message(language, "cli.rules.variants", names=message(language, "list").join(said)))
    usual = _defaults(game, name)
    changed = {
        option: spoken(value)
        for option, value in game.options.items()
        if value is not None and usual.get(option) != spoken(value)
    }
    if changed:
        each = (_said_option(game, option, value, language) for option, value in changed.items())
        lines.append(message(language, "cli.rules.options", options=message(language, "list").join(each)))
    return lines


def _said_option(game: Game, option: str, value: str, language: str) -> str:
    name = word(game.rules, f"option.{option}", language)
    if name is None:
        return f"{option}={value}"
    return f"{name}: {option_value(game.rules, option, value, language)}"


def _defaults(game: Game, name: str) -> dict[str, str]:
    """What the options of a game and its variants are if not given."""
    try:
        base = find(name)
    except LoadError:
        return {}
    headers = [*headers_in(base.parent), *shipped_files()]
    named = {folded(variant) for variant in game.variants}
    files = [base, *(h.path for h in headers if h.kind == "variant" and folded(h.name) in named)]
    said = (option for file in files for option in options_in(file.read_text("utf-8", "replace")))
    pairs = (option.partition(" (")[0].partition("=") for option in said)
    return {option: value for option, _, value in pairs}
