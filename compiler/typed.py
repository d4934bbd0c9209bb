"""The typed tree: what the checker makes of a merged syntax tree, for one player count and one set of options.

Names are resolved, `you` is an explicit variable, player count, options, tables and boards are constants, and every
expression has a type. Expressions are pure and total: each has a value or is *undefined* (semantics, section 4).
Lowering (`lower.py`) turns the statements into the control-flow graph of `ir.py`; expressions go through unchanged.
Everything is immutable except the declarations (`Function`, `Action`, `Procedure` …), which are compared by identity.
"""

from __future__ import annotations

from hoyle.compiler.typed_declarations import *  # noqa: F403
from hoyle.compiler.typed_expressions import *  # noqa: F403
from hoyle.compiler.typed_program import *  # noqa: F403
from hoyle.compiler.typed_statements import *  # noqa: F403
