"""``kfexport validate``."""

from typing import TYPE_CHECKING

import click

from kfexport.cli.options import (
    TargetName,
    common,
    finish,
    judging,
    sources,
    statistics_option,
    typing_option,
    working,
)
from kfexport.cli.reports import Plan

if TYPE_CHECKING:
    from kfexport.pipeline import Settings


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
@judging
@statistics_option
def validate(
    paths: tuple[str, ...],
    targets: tuple[str, ...],
    since: str | None,
    allow_omit: bool,
    anki_typing: bool,
    report_format: str | None,
    outputs: tuple[str, ...],
    strict: bool,
    settings: "Settings",
    statistics: bool,
) -> None:
    """Check quiz files and write nothing.

    PATH is a quiz file, a folder of them, or - for standard input; "source" if none is given.
    """
    from kfexport import pipeline
    from kfexport.targets.base import WriteOptions

    plan = Plan.of(report_format, outputs, sources(paths))
    with working() as progress:
        report = pipeline.validate(
            sources(paths),
            targets=targets,
            allow_omit=allow_omit,
            since=since,
            options=WriteOptions(anki_typing=anki_typing),
            settings=settings,
            progress=progress,
        )
    finish(report, plan, strict=strict, statistics=statistics)
