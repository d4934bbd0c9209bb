"""Coverage: what of a game's rules was used while its examples were run and games were played at random."""

from __future__ import annotations

from hoyle.runtime.verification.coverage.counting import Counts, Place, Spot
from hoyle.runtime.verification.coverage.covered import Coverage, Missing, cover

__all__ = ["Counts", "Coverage", "Missing", "Place", "Spot", "cover"]
