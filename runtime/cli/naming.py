"""What things are called on the screen: fields, members, seats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import frozen

from hoyle.runtime.catalogue import message
from hoyle.runtime.description import DomainInfo, FieldInfo, TypeInfo
from hoyle.runtime.rules import Position, Rules
from hoyle.runtime.sentences import humanised, member_name, shown, word
from hoyle.runtime.values import Value
from hoyle.runtime.views import UNKNOWN


def field_name(rules: Rules, field: FieldInfo, language: str) -> str:
    """What a field is called."""
    return word(rules, field.key, language) or humanised(field.name)


def type_name(rules: Rules, domain: str, language: str) -> str:
    return word(rules, domain, language) or humanised(domain)


def option_value(rules: Rules, option: str, value: str, language: str) -> str:
    """What the value of an option, as it is typed, is called."""
    named = word(rules, f"option.{option}.{value}", language)
    if named is not None:
        return named
    if value in ("true", "false", "none"):
        return message(language, {"true": "yes", "false": "no", "none": "nothing"}[value])
    holders = (d for d in rules.info.domains.values() if d.kind in ("player", "table", "enum") and value in d.labels)
    return next((member_name(rules, d.name, value, language) for d in holders), value.replace("_", " "))


def thing(value: Any) -> Value:
    """A value of an observation as the readable value it stands for: lists are tuples again."""
    return tuple(thing(item) for item in value) if isinstance(value, list) else value


def members(rules: Rules, domain: DomainInfo, language: str) -> dict[str, str]:
    """The names of all members of a type (of seats, those of this game), by notation."""
    labels = rules.info.players if domain.kind == "player" else domain.labels
    return {label: member_name(rules, domain.name, label, language) for label in labels}


@frozen
class Speaker:
    """Says values of one position in one language."""

    position: Position
    language: str

    def say(self, key: str, **values: object) -> str:
        return message(self.language, key, **values)

    def places(self, field: FieldInfo, labels: Sequence[str]) -> list[str]:
        """The indices of a place of a field, as people call them."""
        return [self._index(label, kind) for label, kind in zip(labels, field.indices, strict=False)]

    def _index(self, label: str, kind: TypeInfo) -> str:
        return label if kind.domain is None else member_name(self.position.rules, kind.domain, label, self.language)

    def value(self, value: Any, kind: TypeInfo) -> str:
        """A value of an observation in words, with what is hidden told as such; "-" for nothing."""
        match value:
            case None | []:
                return "-"
            case {"top": top, "count": count} if kind.of is not None:
                return "-" if count == 0 else self.say("cli.board.pile", top=self._member(top, kind.of), count=count)
            case {"top": top} if kind.of is not None:
                return self._member(top, kind.of)
            case {"count": count}:
                return "-" if count == 0 else self.say("cli.board.hidden", count=count)
            case str() if value == UNKNOWN:
                return "?"
            case list() if kind.kind == "pile" and kind.of is not None:
                return self._pile(value, kind.of)
        return shown(self.position, thing(value), kind, self.language)

    def _member(self, value: Any, kind: TypeInfo) -> str:
        return "-" if value is None else shown(self.position, thing(value), kind, self.language)

    def _pile(self, value: list[Any], kind: TypeInfo) -> str:
        separator = message(self.language, "list")
        return separator.join("?" if item == UNKNOWN else self._member(item, kind) for item in value)
