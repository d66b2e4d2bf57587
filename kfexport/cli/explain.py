"""``kfexport explain``."""

import click


def _complete(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
    from kfexport.pipeline import code_names

    known = [word for pair in code_names().items() for word in pair]
    return [word for word in known if word.lower().startswith(incomplete.lower())]


@click.command()
@click.argument("code", shell_complete=_complete)
def explain(code: str) -> None:
    """Say what a finding means and what to do about it.

    CODE is a code such as KF101, or a name such as unknown-key.
    """
    from kfexport import pipeline

    try:
        click.echo(pipeline.explain(code))
    except ValueError as error:
        raise click.UsageError(str(error)) from error
