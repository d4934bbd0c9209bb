"""Games of a simulation that the rules cannot go on with: how many, why, and a record of the first."""

from __future__ import annotations

from pathlib import Path
from shlex import quote

import click

from hoyle.runtime.catalogue import message
from hoyle.runtime.cli.choosing import Request
from hoyle.runtime.cli.keeping import state_folder
from hoyle.runtime.cli.kept_games import new_in
from hoyle.runtime.cli.recorded import setting_of
from hoyle.runtime.cli.telling import told_failure
from hoyle.runtime.game import Game
from hoyle.runtime.problems import RecordError, tell_rule_error
from hoyle.runtime.simulation.failing import FailedGame, HowItFailed, how_it_failed
from hoyle.runtime.simulation.table import Setting


def tell_failed(
    request: Request, game: Game, seed: str, failed: tuple[FailedGame, ...], setting: Setting, games: int, language: str
) -> None:
    """Say that some of the games failed, on the error output. games: how many were begun."""
    first = failed[0]
    how = how_it_failed(game, seed, first, setting)
    lines = [message(language, "cli.simulate.failed", count=len(failed), games=games, number=first.index + 1)]
    if how.last is None:
        lines.append(tell_rule_error(first.error, language))
    else:
        lines += told_failure(*how.last, first.error, request.name, language)
    lines += _recorded(request, game, seed, first, how, language)
    for line in lines:
        click.echo(line, err=True)


def _recorded(
    request: Request, game: Game, seed: str, failed: FailedGame, how: HowItFailed, language: str
) -> list[str]:
    """Write the game down up to the last choice; where, and what to do with it."""
    folder = state_folder() or Path()
    setting = setting_of(request, game, folder, f"{seed}/{failed.index}", {})
    try:
        with new_in(folder, f"{game.name}-{seed}-game-{failed.index + 1}", game.info, setting) as writer:
            for player, choice in how.choices:
                writer.write(player, choice)
            if how.last is not None:
                player, choice = how.last
                writer.remark(f"{player or '*'} {choice.notation}: {tell_rule_error(failed.error)}")
    except RecordError as error:
        return [error.text(language)]
    return message(language, "cli.simulate.failed_record", file=quote(str(writer.path))).splitlines()
