"""python -m steelyard.pictures FOLDER: write the book's cover."""

from __future__ import annotations

import click

from steelyard.pictures.covers import cover


@click.command(name="python -m steelyard.pictures", help="Write the book's cover, three GIFs, into FOLDER.")
@click.argument("folder", type=click.Path(file_okay=False))
@click.option("--language", type=click.Choice(["en", "fr", "es"]), default="en", show_default=True)
@click.option("--seed", type=int, default=0, show_default=True, help="Of the points.")
def main(folder: str, language: str, seed: int) -> None:
    """The command."""
    for path in cover(folder, language, seed):
        click.echo(path)


if __name__ == "__main__":
    main()
