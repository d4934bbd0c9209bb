"""What is told of one game, as plain data: a row of a table (`flat`) or an object of JSON (`row_of`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import pairwise
from typing import Any, Final

from hoyle.runtime.compiled import PASS
from hoyle.runtime.description import DomainInfo, FieldInfo, TypeInfo
from hoyle.runtime.game import Game
from hoyle.runtime.rules import Position, Rules
from hoyle.runtime.simulation.table import Played, Watch

PARTS: Final = 10  # into which a game is divided to tell how it changes
_THINGS: Final = ("enum", "table")  # domains whose members are cards, tiles, powers
Row = dict[str, Any]


def row_of(game: Game, played: Played) -> Row:
    """A game as an object. Players are called as in notation.

    game: its number; rules: the identity of the game; winners, seats: empty if it was stopped. By seat: who sat there
    (`bot`), `won`, `total`, `scores` by component, `powers` (what fields of an enumeration hold at the end: a clan, a
    faction), how often each action was done (`actions`) and each card or the like named (`named`). options: how many
    moves there were to choose from, on average in each tenth of the game; lead_changes: how often another took the
    lead, None if scores do not tell who leads.
    """
    watch, end = played.watch, played.end
    assert watch is not None
    names = dict(zip(game.deciding, played.kinds, strict=False))
    seats = {name: _seat(game, played, name, names[name].text if name in names else None) for name in game.players}
    return {
        "game": played.index,
        "title": game.name,
        "rules": game.identity,
        "ending": end.ending(game),
        "stopped": end.stopped,
        "moves": end.moves,
        "steps": end.steps,
        "winners": [] if end.stopped else list(game.rules.names(game.fast().winners(end.vector))),
        "lead_changes": _lead_changes(watch),
        "options": _by_part(watch.options),
        "most_options": max(watch.options, default=0),
        "seats": seats,
    }


def _seat(game: Game, played: Played, name: str, bot: str | None) -> Row:
    module, s, seat = game.fast(), played.end.vector, game.rules.seat_code[name]
    actions, named = _counted(game.rules, played.watch, seat)
    scores = {c.name: module.score(s, c.number, seat) for c in game.info.components if seat in c.seats}
    return {
        "bot": bot or ("random" if name in game.deciding else None),
        "won": not played.end.stopped and seat in module.winners(s),
        "total": module.total(s, seat),
        "scores": scores,
        "powers": _powers(game, s, seat),
        "actions": actions,
        "named": named,
    }


# ------------------------------------------------------------------------------------------------ what happened


def _by_part(numbers: list[int]) -> list[float | None]:
    """The mean of each tenth of a list, in order; None where a short list has none."""
    parts: list[list[int]] = [[] for _ in range(PARTS)]
    for place, number in enumerate(numbers):
        parts[place * PARTS // len(numbers)].append(number)
    return [round(sum(part) / len(part), 3) if part else None for part in parts]


def _lead_changes(watch: Watch) -> int:
    """How often somebody took the lead from another."""
    leaders = [leader for leader in watch.leaders if leader is not None]
    return sum(before != after for before, after in pairwise(leaders))


def _counted(rules: Rules, watch: Watch | None, seat: int) -> tuple[dict[str, int], dict[str, int]]:
    """How often a seat did each action, and named each card or the like."""
    actions, named = Counter[str](), Counter[str]()
    for code in [code for who, code in watch.choices if who == seat] if watch is not None else ():
        if code == PASS:
            actions["pass"] += 1
            continue
        number, values = rules.module.decode(code)
        action = rules.actions[number]
        actions[action.label] += 1
        for value, (_, kind) in zip(values, action.params, strict=True):
            named.update(_things(rules, value, kind))
    return dict(sorted(actions.items())), dict(sorted(named.items()))


def _things(rules: Rules, value: Any, kind: TypeInfo) -> list[str]:
    """What a value names, `Card.k1`."""
    if kind.of is not None:
        return [thing for item in value for thing in _things(rules, item, kind.of)]
    domain = rules.info.domains.get(kind.domain or "")
    if domain is None or domain.kind not in _THINGS or value not in domain.codes:
        return []
    return [f"{domain.name}.{_label(domain, value)}"]


def _label(domain: DomainInfo, code: int) -> str:
    return domain.labels[domain.codes.index(code)]


def power_fields(game: Game) -> list[tuple[FieldInfo, DomainInfo]]:
    """The fields of players that say who they are in this game: one member of an enumeration each."""
    domains = game.info.domains
    return [
        (info, domains[info.type.domain])
        for info in game.info.fields
        if info.owner is not None and domains[info.owner].kind == "player" and not info.indices
        if info.kind == "scalar" and info.type.domain in domains and domains[info.type.domain].kind == "enum"
    ]


def _powers(game: Game, s: list[Any], seat: int) -> dict[str, str]:
    position = Position(game.rules, s)
    found = {info.name: position.module.read_field(s, info.number, (seat,)) for info, _ in power_fields(game)}
    by_name = {info.name: domain for info, domain in power_fields(game)}
    return {name: _label(by_name[name], code) for name, code in found.items() if code in by_name[name].codes}


# ------------------------------------------------------------------------------------------------ as a table


def columns(game: Game) -> list[str]:
    """The columns of a table of games: of the whole game, then of each seat `SEAT.…`."""
    own = ["bot", "won", "total"]
    whole = ["game", "ending", "stopped", "moves", "steps", "winners", "lead_changes", "mean_options", "most_options"]
    powers = [info.name for info, _ in power_fields(game)]
    for name, seat in game.rules.seat_code.items():
        scores = [f"score.{c.name}" for c in game.info.components if seat in c.seats]
        whole += [f"{name}.{column}" for column in (*own, *scores, *(f"power.{power}" for power in powers))]
    return whole


def flat(row: Mapping[str, Any]) -> Row:
    """A row as a table has it: one plain value by column; what is not there is missing."""
    options = [mean for mean in row["options"] if mean is not None]
    whole = {key: row[key] for key in ("game", "ending", "stopped", "moves", "steps", "lead_changes", "most_options")}
    whole["winners"] = " ".join(row["winners"])
    whole["mean_options"] = round(sum(options) / len(options), 3) if options else None
    for name, seat in row["seats"].items():
        whole |= {f"{name}.{key}": seat[key] for key in ("bot", "won", "total")}
        whole |= {f"{name}.score.{component}": points for component, points in seat["scores"].items()}
        whole |= {f"{name}.power.{power}": value for power, value in seat["powers"].items()}
    return whole
