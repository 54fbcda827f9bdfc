"""Ratings: how well people play each game, by whom they met and how that ended."""
