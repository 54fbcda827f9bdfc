"""`python -m bestiary` is the same as `bestiary`."""

from bestiary.cli import main

main()
