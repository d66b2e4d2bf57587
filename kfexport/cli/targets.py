"""``kfexport targets``."""

import click


@click.command()
def targets() -> None:
    """List the targets and what each keeps of a quiz."""
    from kfexport.targets import matrix, registry

    specs = registry.specs()
    longest = max(map(len, specs)) + 2
    for spec in specs.values():
        click.echo(f"{spec.name:{longest}}{spec.summary}{'' if spec.default else ' (only when named)'}")
    names = tuple(specs)
    click.echo()
    rows = [(row.name, [matrix.word(s) for s in row.support]) for row in matrix.rows(names)]
    width = max(len(name) for name, _ in rows) + 2
    click.echo(" " * width + "".join(f"{name:20}" for name in names).rstrip())
    for name, words in rows:
        click.echo(f"{name:{width}}" + "".join(f"{word:20}" for word in words).rstrip())
