"""Many games at once: simulate, bench."""
