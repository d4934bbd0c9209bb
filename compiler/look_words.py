"""The words a look may draw with: shapes, colours, layouts, settings. The runtime knows how each is drawn."""

from __future__ import annotations

from typing import Final

SHAPES: Final = (
    "disc ring dot square triangle diamond pentagon hexagon star cross x heart shield meeple pawn figure crown "
    "tower house tent flag coin card cube gem key skull eye bolt arrow back swap turn plus tree palm leaf flower "
    "mountain volcano wave drop fire sun moon paw bird snake fish cat road wall ship anchor sword die scroll"
).split()
COLOURS: Final = (
    "red orange amber yellow lime green forest teal cyan sky blue navy purple pink rose brown tan sand grey "
    "silver charcoal black white gold sea snow"
).split()
LAYOUTS: Final = "squares hexes points regions track ring row".split()
FACE_COLUMNS: Final = ("shape", "glyph", "letter", "colour")
SETTINGS: Final = {
    "board": ("layout", "joined", "height"),
    "borders": (),
    "area": (),
}
