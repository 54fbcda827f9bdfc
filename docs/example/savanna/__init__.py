"""A package with one game: Waterhole, the example of docs/add-a-game.md."""
