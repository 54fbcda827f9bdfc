"""Tailed Beasts §3: the map of an edition, its checks and distances, drawn for the terminal and as a picture."""
