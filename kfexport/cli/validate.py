"""``kfexport validate``."""

import click

from kfexport.cli.options import Progress, TargetName, common, finish, sources, typing_option


@click.command()
@common
@click.option(
    "-t",
    "--target",
    "targets",
    multiple=True,
    metavar="TARGET",
    type=TargetName(),
    help="Also say what this target would lose.",
)
@click.option("--since", metavar="REV", help="Only what is about questions that differ from this revision in git.")
@click.option("--allow-omit", is_flag=True, help="Let a target leave out the questions that it cannot express.")
@typing_option
def validate(
    paths: tuple[str, ...],
    targets: tuple[str, ...],
    since: str | None,
    allow_omit: bool,
    anki_typing: bool,
    report_format: str,
    strict: bool,
) -> None:
    """Check quiz files and write nothing.

    PATH is a quiz file, a folder of them, or - for standard input; "source" if none is given.
    """
    from kfexport import pipeline
    from kfexport.targets.base import WriteOptions

    progress = Progress()
    try:
        report = pipeline.validate(
            sources(paths),
            targets=targets,
            allow_omit=allow_omit,
            since=since,
            options=WriteOptions(anki_typing=anki_typing),
            progress=progress,
        )
    except ValueError as error:
        raise click.UsageError(str(error)) from error
    finally:
        progress.end()
    finish(report, report_format, strict=strict)
