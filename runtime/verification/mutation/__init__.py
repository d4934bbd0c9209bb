"""Mutants: games with one small mistake each, and whether examples, records, promises and laws notice it."""

from __future__ import annotations

from hoyle.runtime.verification.mutation.mutants import Mutant, mutants
from hoyle.runtime.verification.mutation.mutated import Mutated, Tried, mutate
from hoyle.runtime.verification.mutation.trial import Verdict

__all__ = ["Mutant", "Mutated", "Tried", "Verdict", "mutants", "mutate"]
