"""What a compiled game stands on, and what people do with it: play, simulate, verify and report."""
