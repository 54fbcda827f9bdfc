"""The conformance kit: what must always hold, for every game, checked by random and hostile play."""
