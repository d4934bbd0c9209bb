"""The syntax tree of a rule file: frozen values, one class for each kind of sentence of the grammar.

Two trees are equal if they say the same: spans never count. Nothing here knows what a name means.
"""

from __future__ import annotations

from hoyle.dsl.nodes_base import *  # noqa: F403
from hoyle.dsl.nodes_declarations import *  # noqa: F403
from hoyle.dsl.nodes_expressions import *  # noqa: F403
from hoyle.dsl.nodes_statements import *  # noqa: F403
