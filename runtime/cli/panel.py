"""A position as text: its boards, and what is not drawn on them: a column for each player, tables of other things."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from attrs import frozen

from hoyle.runtime.cli import drawing
from hoyle.runtime.cli.board import boards, carriers, draw
from hoyle.runtime.cli.columns import WIDTH, in_columns, paragraph, seen_width, table
from hoyle.runtime.cli.naming import Speaker, field_name, members, type_name
from hoyle.runtime.description import DomainInfo, FieldInfo, TypeInfo
from hoyle.runtime.look.low import Words, low_lines
from hoyle.runtime.look.sheet import Terminal
from hoyle.runtime.rules import Position
from hoyle.runtime.sentences import component_name, humanised, seat_name, team_name, word
from hoyle.runtime.views import UNKNOWN, Plain, observation

Rows = dict[tuple[str, ...], dict[str, str]]  # by title in parts: by thing the cell

MOST_COLUMNS: Final = (
    12  # of a table of things; of more things only those are listed of which there is something to say
)


def picture(
    position: Position,
    viewer: int | None,
    language: str,
    *,
    scores: bool = True,
    terminal: Terminal | None = None,
    room: int | None = None,
    whole: list[str] | None = None,
) -> list[str]:
    """The whole position as a seat (None: a spectator) sees it, as its look draws it, or without one field by field.

    scores: with the components of the scores; terminal: what it is shown on, by default where output goes; room: how
    many lines there are for it: if it is longer, or too wide, it is shown in short; whole: the same picture without
    that limit, if it has been drawn.
    """
    terminal = terminal or drawing.terminal_of()
    lines = _whole(position, viewer, language, scores, terminal) if whole is None else whole
    if room is None or (len(lines) <= room and max(map(seen_width, lines), default=0) <= terminal.width):
        return lines
    return _in_short(position, viewer, language, terminal, room)


def _in_short(position: Position, viewer: int | None, language: str, terminal: Terminal, room: int) -> list[str]:
    speaker, seen = Speaker(position, language), seen_by(position, viewer)
    drawn = drawing.scene_of(position, seen, language)
    look = drawing.look_at(position)
    shown = frozenset[str]() if look is None else look.read | look.left_out
    untold = [info for info in position.rules.info.fields if look is not None and info.key not in shown]
    words = Words(speaker.say("total"), speaker.say("cli.play.in_short"))

    def extra(width: int) -> list[str]:
        own = [info for info in untold if info.owner is None]
        said = [line for info in own for line in _game_field(speaker, info, seen["fields"][info.key], width)]
        return [*_teams(speaker, seen["scores"], width), *said]

    return low_lines(drawn, terminal, room, extra, words)


def _whole(position: Position, viewer: int | None, language: str, scores: bool, terminal: Terminal) -> list[str]:
    speaker = Speaker(position, language)
    seen = seen_by(position, viewer)
    looked = drawing.draw(position, seen, language, terminal)
    drawn: set[str] = set()
    parts, shown = ([], frozenset[str]()) if looked is None else (looked.parts, looked.shown)
    for board in boards(speaker, seen["fields"]):  # those that no look draws
        if not shown & {info.key for info in board.fields}:
            parts = [*parts, draw(speaker, board)]
            drawn |= {info.key for info in board.fields}
    shown |= drawn
    hidden = carriers(speaker)
    rest = [f for f in position.rules.info.fields if f.key not in shown and f.owner not in hidden]
    things = _of_things(speaker, rest, seen["fields"])
    parts += [things.lines]
    rest = [f for f in rest if f.key not in things.shown]
    parts += [_of_players(speaker, rest, seen, scores, looked)]
    return [line for part in parts if part for line in ["", *part]][1:]


def seen_by(position: Position, viewer: int | None) -> dict[str, Plain]:
    """What a seat sees; when the game is over, the scores of all are announced."""
    seen = observation(position, viewer)
    if position.is_over:
        rules = position.rules
        for seat, name in rules.seat_name.items():
            own = [c for c in rules.info.components if seat in c.seats]
            seen["scores"][name] = {c.name: position.module.score(position.s, c.number, seat) for c in own}
    return seen


def score_table(position: Position, viewer: int | None, language: str) -> list[str]:
    """The scores of all players, component by component, as a seat sees them."""
    speaker = Speaker(position, language)
    header = ["", *_players(speaker)]
    scores = seen_by(position, viewer)["scores"]
    rows = _scores(speaker, scores, components=True)
    return [*table([header, *rows], right=True), *_teams(speaker, scores)] if rows else []


# ------------------------------------------------------------------------------------------------ players


def _players(speaker: Speaker) -> list[str]:
    """The names of the seats, the one to move marked."""
    position = speaker.position
    info = next((d for d in position.rules.info.domains.values() if d.kind == "player"), None)
    names = {} if info is None else members(position.rules, info, speaker.language)
    you = None if position.you is None else position.rules.seat_name[position.you]
    return [("> " if seat == you else "  ") + names.get(seat, seat) for seat in position.rules.info.players]


def _of_players(
    speaker: Speaker,
    rest: list[FieldInfo],
    seen: Mapping[str, Plain],
    components: bool,
    looked: drawing.Drawing | None = None,
) -> list[str]:
    domains = speaker.position.rules.info.domains
    own = [f for f in rest if f.owner is not None and domains[f.owner].kind == "player"]
    rows = [] if looked is None else looked.rows
    rows = [*rows, *(row for info in own for row in _player_rows(speaker, info, seen["fields"][info.key]))]
    rows += _scores(speaker, seen["scores"], components)
    if not rows and looked is not None:
        return ["  ".join(looked.players)]
    indented = [[row[0], *(f"  {cell}" for cell in row[1:])] for row in rows]
    names = _players(speaker) if looked is None else looked.players
    return [*table([["", *names], *indented]), *_teams(speaker, seen["scores"])] if rows else []


def _player_rows(speaker: Speaker, info: FieldInfo, data: Plain) -> Iterator[list[str]]:
    """A row for each place of a field: of zones and of several places those in which some player has something."""
    name = field_name(speaker.position.rules, info, speaker.language)
    seats = speaker.position.rules.info.players
    places = _flat(data[seats[0]]) if info.indices else {(): None}
    for place in places:
        values = [_at(data[seat], place) for seat in seats]
        if (place or info.kind in ("bag", "pile", "set")) and not any(map(_is_something, values)):
            continue
        yield [" ".join([name, *speaker.places(info, place)]), *(speaker.value(value, info.type) for value in values)]


def _is_something(value: Plain) -> bool:
    return value not in (None, [], False, 0, {"count": 0}) and not (isinstance(value, dict) and value.get("count") == 0)


def _flat(data: Plain, front: tuple[str, ...] = ()) -> dict[tuple[str, ...], Plain]:
    """Dictionaries within dictionaries as one; zones that are told in part are no places."""
    if not isinstance(data, dict) or set(data) <= {"top", "count"}:
        return {front: data}
    return {place: value for key, inner in data.items() for place, value in _flat(inner, (*front, key)).items()}


def _at(data: Plain, place: tuple[str, ...]) -> Plain:
    for key in place:
        data = data[key]
    return data


def _scores(speaker: Speaker, scores: Mapping[str, Mapping[str, Plain]], components: bool) -> list[list[str]]:
    rules = speaker.position.rules
    if not rules.components:
        return []
    rows = []
    if components:
        for name in rules.components:
            points = [scores[seat].get(name, "-") for seat in rules.info.players]
            rows.append([component_name(rules, name, speaker.language), *map(_points, points)])
    totals = [_total(scores[seat]) for seat in rules.info.players]
    return [*rows, [speaker.say("total"), *totals]] if len(rules.components) > 1 or not components else rows


def _teams(speaker: Speaker, scores: Mapping[str, Mapping[str, Plain]], width: int = WIDTH) -> list[str]:
    """What is known of the totals of teams, each in a line: the sum of those of its members (semantics 17.6)."""
    rules = speaker.position.rules
    if not rules.components:
        return []
    names = {team_name(rules, team, speaker.language): seats for team, seats in rules.info.teams.items()}
    said = [f"{name}: {_total(_of_all(scores, seats))}" for name, seats in names.items()]
    return [line for text in said for line in paragraph(text, width=width)]


def _of_all(scores: Mapping[str, Mapping[str, Plain]], seats: Iterable[str]) -> dict[str, Plain]:
    """The components of several seats, told apart by the seat."""
    return {f"{seat}.{name}": points for seat in seats for name, points in scores[seat].items()}


def _points(value: Plain) -> str:
    return "?" if value == UNKNOWN else str(value)


def _total(points: Mapping[str, Plain]) -> str:
    """What is known of a total: `12`, or `12 + ?`."""
    known = [value for value in points.values() if value != UNKNOWN]
    return str(sum(known)) if len(known) == len(points) else f"{sum(known)} + ?"


# ------------------------------------------------------------------------------------------------ other things


@frozen
class _Things:
    """Lines about things, and the keys of the fields of players that are told there."""

    lines: list[str]
    shown: frozenset[str]


def _of_things(speaker: Speaker, rest: list[FieldInfo], fields: Mapping[str, Plain]) -> _Things:
    """The fields of the game, then those of all that is neither a player nor a place of a board."""
    domains = speaker.position.rules.info.domains
    lines: list[str] = []
    shown: list[FieldInfo] = []
    owners = {info.owner for info in rest if info.owner is not None and domains[info.owner].kind != "player"}
    for owner in dict.fromkeys(info.owner for info in rest if info.owner in owners):
        held = [f for f in rest if _is_held_by_players(domains, f, str(owner))]
        lines += _things(speaker, str(owner), [f for f in rest if f.owner == owner], held, fields)
        shown += held
    for info in rest:
        if info.owner is None:
            lines += _game_field(speaker, info, fields[info.key])
    return _Things(lines, frozenset(info.key for info in shown))


def _is_held_by_players(domains: Mapping[str, DomainInfo], info: FieldInfo, thing: str) -> bool:
    """Does each player have a number, or whatever it is, for each of these few things? It is told with the things."""
    if info.owner is None or domains[info.owner].kind != "player" or len(domains[thing].labels) > MOST_COLUMNS:
        return False
    return [kind.domain for kind in info.indices] == [thing]


def _game_field(speaker: Speaker, info: FieldInfo, data: Plain, width: int = WIDTH) -> list[str]:
    name = field_name(speaker.position.rules, info, speaker.language)
    if not info.indices:
        return paragraph(f"{name}: {speaker.value(data, info.type)}", width=width)
    said = [
        f"{' '.join(speaker.places(info, place))} {speaker.value(value, info.type)}"
        for place, value in _flat(data).items()
        if _is_something(value)
    ]
    return paragraph(f"{name}: {', '.join(said)}", width=width) if said else []


def _things(
    speaker: Speaker, owner: str, infos: list[FieldInfo], held: list[FieldInfo], fields: Mapping[str, Plain]
) -> list[str]:
    """What is printed on things, what they have, and what players have there."""
    rules = speaker.position.rules
    names = members(rules, rules.info.domains[owner], speaker.language)
    flat = [(info, label, place, value) for info in infos for label, place, value in _by_thing(fields[info.key])]
    if len(names) > MOST_COLUMNS:
        return _list(speaker, names, [item for item in flat if _is_something(item[3])])
    rows: Rows = _printed(speaker, rules.info.domains[owner])
    for info, label, place, value in flat:
        row = rows.setdefault((field_name(rules, info, speaker.language), *speaker.places(info, place)), {})
        row[label] = speaker.value(value, info.type)
    for info in held:
        rows |= _held(speaker, info, fields[info.key])
    header = [type_name(rules, owner, speaker.language), *names.values()]
    return table([header, *([" ".join(title), *(row.get(n, "-") for n in names)] for title, row in rows.items())])


def _printed(speaker: Speaker, domain: DomainInfo) -> Rows:
    """The numbers that a table gives to its rows; a list is written `9/6/3`."""
    rules, language = speaker.position.rules, speaker.language
    rows: Rows = {}
    for column in domain.columns:
        if column.name != "copies":
            title = word(rules, f"{domain.name}.{column.name}", language) or humanised(column.name)
            said = (_plain(speaker, value, column.type) for value in column.values)
            rows[title,] = dict(zip(domain.labels, said, strict=True))
    return rows


def _plain(speaker: Speaker, value: Any, kind: TypeInfo) -> str:
    if isinstance(value, tuple):
        return "/".join(map(str, value)) or "-"
    return "-" if value is None else speaker.value(bool(value) if kind.kind == "bool" else value, kind)


def _held(speaker: Speaker, info: FieldInfo, data: Plain) -> Rows:
    """A row for each player who has something of it."""
    rules, language = speaker.position.rules, speaker.language
    rows: Rows = {}
    for seat in rules.info.players:
        if any(map(_is_something, data[seat].values())):
            said = {n: speaker.value(v, info.type) if _is_something(v) else "-" for n, v in data[seat].items()}
            rows[f"{seat_name(rules, seat, language)}:", field_name(rules, info, language).casefold()] = said
    return rows


def _by_thing(data: Plain) -> Iterator[tuple[str, tuple[str, ...], Plain]]:
    """The values of a field by the thing that has them and the place within it."""
    for label, inner in data.items():
        for place, value in _flat(inner).items():
            yield label, place, value


def _list(
    speaker: Speaker, names: Mapping[str, str], items: list[tuple[FieldInfo, str, tuple[str, ...], Plain]]
) -> list[str]:
    """Of each thing what there is to say of it, as many things in a line as there is room for."""
    rules = speaker.position.rules
    said: dict[str, list[str]] = {}
    for info, label, place, value in items:
        name = " ".join([field_name(rules, info, speaker.language), *speaker.places(info, place)])
        told = name if value is True else f"{name} {speaker.value(value, info.type)}"
        said.setdefault(label, []).append(told)
    return in_columns([f"{name}: {', '.join(said[label])}" for label, name in names.items() if label in said])
