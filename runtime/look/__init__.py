"""How a position looks: a look's data and one player's view become a scene, and renderers draw the scene."""
