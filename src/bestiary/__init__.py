"""Bestiary: four games of beasts from one rules source."""

__version__ = "0.1.0"
