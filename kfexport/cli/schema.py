"""``kfexport schema``."""

import click


@click.command()
def schema() -> None:
    """Print the JSON Schema of the quiz file."""
    from kfexport.bank.schema import text

    click.echo(text().encode(), nl=False)  # bytes: JSON is UTF-8 whatever the terminal's encoding
