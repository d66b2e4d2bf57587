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
    rows = list(matrix.rows(names))
    width = max(len(row.name) for row in rows) + 2
    click.echo(" " * width + "".join(f"{name:20}" for name in names).rstrip())
    for row in rows:
        words = (matrix.word(support) + row.mark(i) for i, support in enumerate(row.support))
        click.echo(f"{row.name:{width}}" + "".join(f"{word:20}" for word in words).rstrip())
    click.echo("\n* but:")
    for i, target in enumerate(names):
        for (kind, support), features in matrix.exceptions(rows, i).items():
            click.echo(f"{target}, {kind}: {matrix.word(support)}: {', '.join(features)}")
