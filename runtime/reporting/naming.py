"""What a report calls what rows name: in the words of the game, where it has any."""

from __future__ import annotations

import re
from typing import Final

from hoyle.runtime.catalogue import message
from hoyle.runtime.game import Game
from hoyle.runtime.playout import STOPPED
from hoyle.runtime.sentences import action_name, humanised, member_name, word
from hoyle.runtime.simulation.rows import power_fields

_HOLE: Final = re.compile(r"\{[^}]*\}")


def _without_holes(text: str) -> str:
    """A sentence without what it says of one move."""
    return _HOLE.sub("…", text)


class Names:
    """Of one game in one language. What the game does not know, because it is of another variant, is made readable."""

    def __init__(self, game: Game, language: str) -> None:
        self._game, self._rules, self.language = game, game.rules, language

    def say(self, key: str, **values: object) -> str:
        return message(self.language, key, **values)

    def seat(self, name: str) -> str:
        return self._game.seat_name(name, self.language) if name in self._game.players else humanised(name)

    def component(self, name: str) -> str:
        known = name in self._game.components
        return self._game.component_name(name, self.language) if known else humanised(name)

    def power_field(self, name: str) -> str:
        key = next((info.key for info in self._game.info.fields if info.name == name), name)
        return word(self._rules, key, self.language) or humanised(name)

    @property
    def power_domains(self) -> set[str]:
        """The types whose members say who a player is."""
        return {domain.name for _, domain in power_fields(self._game)}

    def power(self, field: str, value: str) -> str:
        info = next((info for info in self._game.info.fields if info.name == field), None)
        domain = None if info is None else info.type.domain
        return humanised(value) if domain is None else self._member(domain, value)

    def action(self, label: str) -> str:
        if label == "pass":
            return self.say("pass")
        action = next((a for a in self._rules.actions.values() if a.label == label), None)
        if action is None:
            return humanised(label)
        if action.verb == "choose":
            said = word(self._rules, label, self.language) or humanised(label.partition(".")[0])
            return self.say("report.choice", name=_without_holes(said))
        return _without_holes(action_name(self._rules, action, self.language))

    def domain(self, name: str) -> str:
        return word(self._rules, name, self.language) or humanised(name)

    def thing(self, name: str) -> str:
        """A card or the like, `Card.k1`."""
        domain, _, label = name.partition(".")
        called = self._member(domain, label)
        return f"{self.domain(domain)} {called}" if called.isdigit() else called

    def is_component(self, domain: str) -> bool:
        """Whether the members of a type lie in zones, as cards and tokens do."""
        fields = self._game.info.fields
        return any(f.kind in ("bag", "pile") and f.type.of and f.type.of.domain == domain for f in fields)

    def _member(self, domain: str, label: str) -> str:
        if domain not in self._rules.values.domains:
            return humanised(label)
        return member_name(self._rules, domain, label, self.language)

    def ending(self, name: str) -> str:
        if name == STOPPED:
            return self.say("ending.step_limit")
        ending = next((e for e in self._game.info.endings if e.name == name), None)
        text = None if ending is None else word(self._rules, ending.key, self.language) or ending.text
        if text is not None:
            return text
        return self.say("ending.played_out") if name.endswith(".end") else name
