"""The rules of a game in words: what the rules say of themselves (`hoyle.compiler.outline`) as parts with a title and
lines, in the language of the players.

Nothing here knows a game: the sentences are those of the rules and their words files, put together by a few fixed
phrases of the catalogue.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from attrs import frozen

from hoyle.runtime.catalogue import message
from hoyle.runtime.cli.columns import paragraph
from hoyle.runtime.cli.naming import field_name, option_value, type_name
from hoyle.runtime.game import Game
from hoyle.runtime.loader import spoken
from hoyle.runtime.sentences import (
    about,
    bare_name,
    component_name,
    gaps,
    humanised,
    member_name,
    seat_name,
    team_name,
    word,
)

Step = Mapping[str, Any]
PARTS: Final = ("aim", "end", "setup", "course", "actions", "terms", "tables", "options")
_MOST_MEMBERS: Final = 12  # of a type that has but names
_DEPTH: Final = 2  # columns that a line is further in than the one above it


@frozen
class Line:
    """A sentence. depth: how far in; cites: the clauses it rests on."""

    depth: int
    text: str
    cites: tuple[str, ...] = ()

    def filled(self, language: str) -> list[str]:
        """As lines of the screen."""
        said = self.text
        if self.cites:
            said = message(language, "rules.cite", text=said, cites=", ".join(self.cites))
        return paragraph(f"{'- ' if self.depth else ''}{said}", self.depth * _DEPTH)


@frozen
class Entry:
    """One thing that can be asked for. part: which of `PARTS` it belongs to; names: by which it is found."""

    part: str
    names: frozenset[str]
    lines: tuple[Line, ...]


@frozen
class Rulebook:
    """A game and the outline of its rules, in a language."""

    game: Game
    outline: Mapping[str, Any]
    language: str

    def say(self, key: str, **values: object) -> str:
        return message(self.language, key, **values)

    # -------------------------------------------------------------------------------------------- parts

    def entries(self, part: str) -> list[Entry]:
        """What a part says, in order."""
        match part:
            case "actions":
                return [self._action(verb, found) for verb, found in self.outline["actions"].items()]
            case "tables":
                return [self._table(table) for table in self.outline["tables"] if self._is_worth_telling(table)]
            case "terms":
                terms = self.outline["terms"]
                return [Entry(part, _folded(term["name"]), self._notes([term])) for term in terms]
            case "options":
                return [
                    Entry(part, _folded(term["key"].partition(".")[2]), (line,))
                    for term, line in zip(self.outline["options"], self._options(), strict=True)
                ]
        lines = {"aim": self._aim, "end": self._end, "setup": self._setup, "course": self._course}[part]()
        return [Entry(part, frozenset(), tuple(lines))] if lines else []

    def head(self) -> list[str]:
        """The game, who plays it, its variants, and options that are not as usual."""
        game, rules = self.game, self.game.rules
        seats = self._names(game.players)
        lines = [self.say("rules.cite", text=game.title(self.language), cites=", ".join(self.outline["cites"]))]
        lines = lines if self.outline["cites"] else [game.title(self.language)]
        lines.append(self.say("rules.players", count=len(game.deciding), names=seats))
        for variant in self.outline["variants"]:
            name = word(rules, variant["key"], self.language) or humanised(variant["key"])
            text = about(rules, variant["key"], self.language) or (variant["text"] if self.language == "en" else None)
            key = "rules.variant" if text is None else "rules.variant.text"
            lines.append(self.say(key, name=name, text=text))
        return [line for each in lines for line in paragraph(each)]

    def _about(self, key: str) -> tuple[Line, ...]:
        """What words files say about a thing beside its name."""
        text = about(self.game.rules, key, self.language)
        return () if text is None else (Line(1, gaps(text)),)

    # -------------------------------------------------------------------------------------------- sentences

    def text(self, step: Step) -> str | None:
        """The text of a note or prompt, with gaps for what is not known yet."""
        if step["text"] is None:
            return None
        return gaps(word(self.game.rules, step["key"], self.language) or step["text"])

    def _notes(self, steps: Iterable[Step], depth: int = 1) -> tuple[Line, ...]:
        found = ((self.text(step), tuple(step["cites"])) for step in steps)
        return tuple(Line(depth, text, cites) for text, cites in found if text is not None)

    def _seat(self, seat: str) -> str:
        return seat_name(self.game.rules, seat, self.language)

    def _names(self, seats: Iterable[str]) -> str:
        return self.say("list").join(self._seat(seat) for seat in seats)

    # -------------------------------------------------------------------------------------------- aim and end

    def _aim(self) -> list[Line]:
        rules, winner = self.game.rules, self.outline["winner"]
        lines: list[Line] = list(self._about(rules.info.name))
        lines += self._notes([winner] if winner is not None else []) or self._plain_aim(winner)
        for team, seats in self.game.teams.items():
            name = team_name(rules, team, self.language)
            lines.append(Line(1, self.say("rules.teams", team=name, names=self._names(seats))))
        for component in rules.info.components:
            own = [name for code, name in rules.seat_name.items() if code in component.seats]
            if own:
                key = "rules.points" if len(own) == len(rules.seat_name) else "rules.points_of"
                name = component_name(rules, component.name, self.language)
                lines.append(Line(1, self.say(key, name=name, names=self._names(own)), component.cites))
                lines += (Line(2, line.text) for line in self._about(f"score.{component.name}"))
        return lines

    def _plain_aim(self, winner: Step | None) -> Sequence[Line]:
        if winner is None:
            return [Line(1, self.say("rules.no_winner"))]
        key = "rules.most_points" if winner["most_total"] else "rules.ranked"
        lines = [Line(1, self.say(key), tuple(winner["cites"]))]
        if winner["ties"] != "never":
            lines.append(Line(1, self.say(f"rules.ties.{winner['ties']}")))
        return lines

    def _end(self) -> list[Line]:
        steps = [
            *self.outline["setup"],
            *self.outline["play"],
            *(step for found in self.outline["actions"].values() for step in found["steps"]),
        ]
        ends = list(_ends(steps))
        told = [step for place, step in enumerate(ends) if step not in ends[:place]]
        lines = list(self._notes(told))
        return lines or [Line(1, self.say("rules.end.course" if not told else "rules.end.plain"))]

    # -------------------------------------------------------------------------------------------- the course

    def _setup(self) -> list[Line]:
        return list(self.steps(self.outline["setup"], 1))

    def _course(self) -> list[Line]:
        return list(self.steps(self.outline["play"], 1))

    def steps(self, steps: Sequence[Step], depth: int) -> Iterator[Line]:
        """The steps of what happens, those within a step further in."""
        was_case = False
        for step in steps:
            is_case = step["kind"] == "case"
            told = self._step(step, "else" if is_case and was_case else step["kind"])
            was_case = is_case
            for number, text in enumerate(told):
                below = 1 if number and step["kind"] == "ask" else 0
                yield Line(depth + below, text, tuple(step["cites"]) if number == 0 else ())
            yield from self.steps(step["steps"], depth + (1 if told else 0))

    def _step(self, step: Step, kind: str) -> list[str]:
        """What is said of one step."""
        text = self.text(step)
        match kind:
            case "note":
                return [] if text is None else [text]
            case "end":
                return [self.say("rules.end.plain") if text is None else self.say("rules.end", text=text)]
            case "ask":
                return self._asked(step, text)
            case "chance":
                return [text or self._chance(step)]
            case "do":
                said = self.say("rules.step.do", table=type_name(self.game.rules, step["table"], self.language))
                return [said if text is None else f"{text} {said}"]
        said = self.say(f"rules.step.{kind}")
        return [said] if text is None else [text, said]

    def _asked(self, step: Step, note: str | None) -> list[str]:
        """What is asked, and below it what may be done."""
        prompt = None if step["prompt"] is None else self.text(step["prompt"])
        who = "" if step["who"] is None else self._seat(step["who"])
        if step["deeds"]:
            key = f"rules.{'who_' if who else ''}{step['modal']}"
            said = self.say(key, who=who, deeds=self.deeds(step))
        else:
            key = f"rules.{'who_' if who else ''}{'may_' if step['modal'] == 'may' else ''}choose"
            said = self.say(key, who=who)
        decline = None if step["decline"] is None else self.text(step["decline"])
        parts = [said, None if decline is None else self.say("rules.decline", text=decline)]
        if prompt is not None and not step["deeds"] and not who and step["modal"] == "must":
            parts = []  # that one chooses is clear from the question
        told = [prompt, note, " ".join(part for part in parts if part)]
        return [text for text in told if text]

    def deeds(self, said: Step) -> str:
        """What may be done, with how often."""
        rules = self.game.rules
        return self.say(f"rules.{said['joiner']}").join(
            self._timed(bare_name(rules, rules.by_verb[deed["action"]][0], self.language), deed["times"])
            for deed in said["deeds"]
        )

    def _timed(self, name: str, times: object) -> str:
        if times is None or times == 1:
            return name
        return self.say("rules.many" if times == "many" else "rules.times", deed=name, times=times)

    def _chance(self, step: Step) -> str:
        names = [name for key in step["names"] if (name := self._named(key))]
        if not names:
            return self.say("rules.chance")
        return self.say(f"rules.{step['how']}", names=self.say("list").join(dict.fromkeys(names)))

    def _named(self, key: str) -> str:
        """What a field (by its key) or a type is called."""
        rules = self.game.rules
        info = next((info for info in rules.info.fields if info.key == key), None)
        if info is not None:
            return field_name(rules, info, self.language)
        return type_name(rules, key, self.language) if key in rules.info.domains else ""

    # -------------------------------------------------------------------------------------------- actions

    def _action(self, verb: str, found: Step) -> Entry:
        rules = self.game.rules
        action = rules.by_verb[verb][0]
        name = bare_name(rules, action, self.language)
        lines = [Line(0, name, action.cites), *self._about(verb)]
        refusals = self._notes(found["refusals"], 2)
        lines += [Line(1, self.say("rules.refused")), *dict.fromkeys(refusals)] if refusals else []
        follows = list(self.steps(found["steps"], 2))
        lines += [Line(1, self.say("rules.then")), *follows] if follows else []
        return Entry("actions", _folded(verb, name, bare_name(rules, action, "en")), tuple(lines))

    # -------------------------------------------------------------------------------------------- tables

    def _is_worth_telling(self, table: Step) -> bool:
        return bool(self._said_of(table)) or any(self._row(table, place) for place in range(len(table["labels"])))

    def _said_of(self, table: Step) -> tuple[Line, ...]:
        """What a table is, in the words file or in the rules."""
        return self._about(table["name"]) or self._notes([table])

    def _table(self, table: Step) -> Entry:
        rules = self.game.rules
        name = type_name(rules, table["name"], self.language)
        lines = [Line(0, name, tuple(table["cites"])), *(Line(1, line.text) for line in self._said_of(table))]
        members = [member_name(rules, table["name"], label, self.language) for label in table["labels"]]
        told = [self._row(table, place) for place in range(len(members))]
        if any(told):
            for member, said in zip(members, told, strict=True):
                lines.append(Line(1, self.say("rules.row", name=member, said=said) if said else member))
        elif len(members) <= _MOST_MEMBERS:
            lines.append(Line(1, self.say("list").join(members)))
        return Entry("tables", _folded(table["name"], name, type_name(rules, table["name"], "en")), tuple(lines))

    def _row(self, table: Step, place: int) -> str:
        """What a row of a table says; "" if it has but a name."""
        label = table["labels"][place]
        cells = [self._cell(table["name"], column, column["values"][place]) for column in table["columns"]]
        said = [self.say("list").join(cell for cell in cells if cell)]
        said.append(about(self.game.rules, f"{table['name']}.{label}", self.language) or "")
        row = table["rows"].get(label)
        if row is not None and row["deeds"]:
            said.append(self.say(f"rules.{row['modal']}", deeds=self.deeds(row)))
        return self.say("rules.joint").join(part for part in said if part)

    def _cell(self, table: str, column: Step, value: Any) -> str:
        """A cell with the name of its column; "" for one that says nothing."""
        if value is None or value is False or value == []:
            return ""
        title = word(self.game.rules, f"{table}.{column['name']}", self.language)
        title = title or (self.say("rules.copies") if column["name"] == "copies" else column["name"].replace("_", " "))
        return title if value is True else self.say("rules.cell", column=title, value=self._value(column, value))

    def _value(self, column: Step, value: Any) -> str:
        if isinstance(value, list):
            return "/".join(self._value(column, item) for item in value)
        if column["domain"] is None:
            return str(value)
        return member_name(self.game.rules, column["domain"], str(value), self.language)

    # -------------------------------------------------------------------------------------------- options

    def _options(self) -> Iterator[Line]:
        for option in self.outline["options"]:
            name = option["key"].partition(".")[2]
            if name not in self.game.options:
                yield Line(1, name)
                continue
            said = spoken(self.game.options[name])
            text = word(self.game.rules, option["key"], self.language) or option["text"] or name
            told = self.say(
                "rules.option",
                text=text.rstrip(".,:;。、："),
                value=option_value(self.game.rules, name, said, self.language),
            )
            yield Line(1, told, tuple(option["cites"]))


def _ends(steps: Iterable[Step]) -> Iterator[Step]:
    for step in steps:
        if step["kind"] == "end":
            yield step
        yield from _ends(step["steps"])


def _folded(*names: str) -> frozenset[str]:
    return frozenset(folded(name) for name in names)


def folded(name: str) -> str:
    """A name as it is compared: without case, blanks, and what stands for something else."""
    return "".join(letter for letter in name.casefold() if letter.isalnum())
