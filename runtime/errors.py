"""What can go wrong while a game runs: one thing, a rule that asks for something that is not there (semantics 4.4).

`message` is a key of the message catalogue; `values` fill its holes. The keys and what their values are:

undefined            a statement needs a value and has none; (source text,)
out_of_range         a write outside the type of its field or variable; (name, value)
negative_amount      a negative number of things; (number,)
negative_times       a negative number of rounds; (number,)
lacks                what should be moved is not there; (name of the zone or counter,)
no_room              it does not fit; (name of the counter,)
many_kinds           `move n` from a bag that holds several kinds; (name,)
nothing_to_draw      a draw from nothing; ()
no_outcome           `until` holds for no outcome; ()
no_move              a `must` without a legal move and without `otherwise`; (label of the decision,)
ties                 `rank … ties never` found equals; ()
rounds               10,000 rounds of a loop without a pause; ()
nested_too_deep      a `nested n deep` procedure went deeper; ()
nobody_takes_turns   `players take turns` among no seats; ()
start_takes_no_turn  the seat that should begin is not among them; ()
local_zone_not_empty a local zone still holds components when its block ends; ()
given_length         `given [… for …] = list` with another number of values than of places; (values, places)
one_site             two things of a carried board lie on one site; ()
"""

from __future__ import annotations

MESSAGES = (
    "undefined",
    "out_of_range",
    "negative_amount",
    "negative_times",
    "lacks",
    "no_room",
    "many_kinds",
    "nothing_to_draw",
    "no_outcome",
    "no_move",
    "ties",
    "rounds",
    "nested_too_deep",
    "nobody_takes_turns",
    "start_takes_no_turn",
    "local_zone_not_empty",
    "given_length",
    "one_site",
)


class RuleError(Exception):
    """The rules asked for the impossible. `line` is that of the rule (0: not known), in file `file`."""

    def __init__(self, message: str, line: int = 0, values: tuple[object, ...] = (), file: str = "") -> None:
        super().__init__(message, line, values, file)
        self.message = message
        self.line = line
        self.values = values
        self.file = file

    def __str__(self) -> str:
        said = f" ({', '.join(map(str, self.values))})" if self.values else ""
        return f"{self.file or 'rule'}:{self.line}: {self.message}{said}"
