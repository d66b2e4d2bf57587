"""``kfexport build``."""

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
    "-t", "--target", "targets", multiple=True, metavar="TARGET", type=TargetName(),
    help="Target to build; repeat it for several. Without it: the default targets (see kfexport targets).",
)  # fmt: skip
@click.option("-o", "--out", metavar="FOLDER", type=click.Path(), help='Where exports go.  [default: "out"]')
@click.option("--allow-omit", is_flag=True, help="Let a target leave out the questions that it cannot express.")
@click.option("--tag", "tags", multiple=True, metavar="TAG", help="Only questions with this tag; needs -o.")
@click.option("--id", "ids", multiple=True, metavar="QUIZ[/QUESTION]", help="Only this quiz or question; needs -o.")
@click.option("--no-highlight", is_flag=True, help="Leave code blocks without colours.")
@click.option("--no-anki-tags", is_flag=True, help="Leave Anki's tags alone, so that learners' own tags survive.")
@typing_option
@judging
@statistics_option
def build(
    paths: tuple[str, ...],
    targets: tuple[str, ...],
    out: str | None,
    allow_omit: bool,
    tags: tuple[str, ...],
    ids: tuple[str, ...],
    no_highlight: bool,
    no_anki_tags: bool,
    anki_typing: bool,
    report_format: str | None,
    outputs: tuple[str, ...],
    strict: bool,
    settings: "Settings",
    statistics: bool,
) -> None:
    """Export quiz files.

    PATH is a quiz file, a folder of them, or - for standard input; "source" if none is given. On any error nothing is
    written.
    """
    from kfexport import pipeline
    from kfexport.targets.base import WriteOptions

    if (tags or ids) and out is None:
        raise click.UsageError("--tag and --id export a part; name a folder of its own for it with -o.")
    plan = Plan.of(report_format, outputs, sources(paths))
    with working() as progress:
        report = pipeline.build(
            sources(paths),
            targets=targets or None,
            out=out or pipeline.DEFAULT_OUT,
            strict=strict,
            allow_omit=allow_omit,
            select=pipeline.Selection(ids=ids, tags=tags),
            options=WriteOptions(highlight=not no_highlight, anki_tags=not no_anki_tags, anki_typing=anki_typing),
            settings=settings,
            progress=progress,
        )
    finish(report, plan, strict=strict, statistics=statistics)
