"""``kfexport explain``."""

import click


@click.command()
@click.argument("code")
def explain(code: str) -> None:
    """Say what a finding means and what to do about it.

    CODE is a code such as KF101, or a name such as unknown-key.
    """
    from kfexport import pipeline

    try:
        click.echo(pipeline.explain(code))
    except ValueError as error:
        raise click.UsageError(str(error)) from error
