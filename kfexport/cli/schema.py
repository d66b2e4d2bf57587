"""``kfexport schema``."""

import click


@click.command()
@click.argument("of", type=click.Choice(["quiz", "report"]), default="quiz")
def schema(of: str) -> None:
    """Print the JSON Schema of the quiz file, or with "report" that of the JSON report."""
    from kfexport.bank.schema import text

    click.echo(text(of).encode(), nl=False)  # bytes: JSON is UTF-8 whatever the terminal's encoding
