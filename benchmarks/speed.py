"""How fast kfexport is, as ratios to libyaml's own pass over the same file.

    python -m benchmarks.speed [--mixed | --rich] [QUESTIONS]

makes a bank of 10,000 single choices (about 12 MB), or with ``--mixed`` of all ten types in turn, or with ``--rich`` of
single choices with code, formulas and images, runs each command as a process of its own, and prints its CPU time (user
and system) and peak memory, the median of three runs, and the ratio to a process that does nothing but pull libyaml's
events out of that file. The ratio is the figure to look at: machines differ, and so does their load.
"""

import argparse
import os
import resource
import statistics
import struct
import subprocess
import sys
import tempfile
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

RUNS: Final = 3
EVENTS: Final = """
import sys, yaml
get = yaml.CSafeLoader(open(sys.argv[1], encoding="utf-8").read()).get_event
end = yaml.StreamEndEvent
while type(get()) is not end:
    pass
"""
LIMITS: Final = {"validate": 5.0, "build -t moodle": 7.0, "--version": 1.4, "ten times": 10.5}
RICH_LIMITS: Final = {"build -t moodle": 7.0, "build, default targets": 16.0}
IMAGES: Final = 200


@dataclass(frozen=True, slots=True)
class Cost:
    """What a process used."""

    seconds: float
    """CPU time, user and system."""
    megabytes: float
    """Peak of the resident memory."""


def write_bank(path: Path, count: int, *, mixed: bool = False) -> None:
    """Write a quiz of questions with prompts of two paragraphs, feedback and explanations, a hundred a section."""
    templates = [_QUESTION, *(_ASKED.replace("@", part) for part in _PARTS)] if mixed else [_QUESTION]
    _write(path, count, lambda i: templates[i % len(templates)].replace("{i}", str(i)))


def _write(path: Path, count: int, question: Callable[[int], str]) -> None:
    """Write a quiz, piece by piece: a process starts with the peak memory of the one that made it."""
    with path.open("w", encoding="utf-8") as file:
        file.write(f"format: 1\nid: {path.stem}\ntitle: Big\nlang: en\nsections:\n")
        for i in range(count):
            if i % 100 == 0:
                file.write(f"  - id: s{i // 100}\n    title: Section {i // 100}\n    questions:\n")
            file.write(question(i))


_QUESTION: Final = """\
      - id: q{i}
        type: single_choice
        prompt: |
          Question {i}: which of these **restart** a container in `kubectl` number {i}?

          Think about the pod, its probes and the memory limit, and what the kubelet does about each of them in
          turn when something fails.
        choices:
          - text: A failing liveness probe number {i} that has failed more often than its threshold says
            correct: true
            feedback: That is right, the kubelet restarts it after the *threshold* was passed.
          - A readiness probe that has failed for a long time, and still does
          - text: An image that nobody can pull from the registry any more
            feedback: No container has started yet, so nothing can be restarted here.
          - None of these, since containers are never restarted by anything at all
        explanation: |
          The kubelet restarts the container of pod {i}; see the documentation on `livenessProbe`.
          A readiness probe only takes the pod out of the service, it restarts nothing, and an image pull
          is tried again and again with growing pauses (`ImagePullBackOff`), without any container.
        tags: [pods, probes]
"""


_ASKED: Final = """\
      - id: q{i}
        prompt: |
          Question {i}: what does the **kubelet** do about a container in `kubectl` number {i}?

          Think about the pod, its probes and the memory limit, and what the kubelet does about each of them in
          turn when something fails.
@        explanation: |
          The kubelet restarts the container of pod {i}; see the documentation on `livenessProbe`.
          A readiness probe only takes the pod out of the service, it restarts nothing.
        tags: [pods, probes]
"""
_PARTS: Final = (
    """\
        type: multiple_response
        choices:
          - text: It restarts the container number {i} after a failing *liveness* probe
            correct: true
            feedback: That is right, after the threshold was passed.
          - text: It restarts it when it takes more memory than its limit
            correct: true
          - It restarts it when a readiness probe fails
          - It moves the pod to another node of the cluster
""",
    """\
        type: true_false
        answer: true
        feedback_true: That is right, the kubelet restarts it after the *threshold* was passed.
        feedback_false: It does; see `livenessProbe`.
""",
    """\
        type: short_answer
        answers:
          - restart {i}
          - restarts {i}
          - text: kills {i}
            credit: 50%
            feedback: And what comes after that?
""",
    """\
        type: numerical
        answers:
          - value: {i}.5
            tolerance: 1%
          - range: [0, 20000]
            credit: 50%
            feedback: Roughly.
        unit: s
""",
    """\
        type: essay
        model_answer: |
          It restarts the container number {i} in place; the pod keeps its *name* and its address.
        grading_notes: One point for `restartPolicy`, one for the address.
        response:
          lines: 10
""",
    """\
        type: matching
        pairs:
          - {item: a failing `livenessProbe`, match: restart number {i}}
          - {item: a failing `readinessProbe`, match: no traffic}
          - {item: a full node, match: eviction}
        distractors: [a new node, a new image]
""",
    """\
        type: ordering
        items:
          - The probe of container {i} **fails**
          - The threshold is passed
          - The kubelet kills the container
          - It starts a new one
""",
    """\
        type: cloze
        text: |
          A pod runs on a [[node]], at most [[limit]] of them by default. `kubectl [[verb]] pod web-{i}` shows
          its events, and what the *kubelet* did about each of them.
        blanks:
          node:
            answers: [node, {text: worker, credit: 50%}]
            weight: 2
          limit:
            answer: 110
            tolerance: 10
          verb:
            choices: [{text: describe, correct: true}, get, logs]
""",
    """\
        type: description
""",
)
"""What each type adds to the common keys; a single choice is a template of its own."""


def write_rich_bank(path: Path, count: int) -> None:
    """Write a quiz of questions with a code span in half of the texts, a fenced block in a quarter of the prompts, a
    formula in a tenth of the questions and one of 200 images beside the file in a twentieth."""
    figures = path.parent / "figures"
    figures.mkdir()
    for i in range(IMAGES):
        (figures / f"net-{i}.png").write_bytes(_png(i))
    _write(path, count, _rich_question)


def _rich_question(i: int) -> str:
    more = ""
    if i % 4 == 0:
        more += _FENCED
    if i % 10 == 1:
        more += "\n          The share is $x_{i} = \\frac{a}{b}$ of it, and $a < b$.\n"
    if i % 20 == 2:
        more += f"\n          ![The network {i % IMAGES}](figures/net-{i % IMAGES}.png)\n"
    return _RICH.replace("{more}", more).replace("{i}", str(i))


def _png(shade: int) -> bytes:
    """A picture of one dot, each shade another file."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0)
    dot = zlib.compress(bytes((0, shade, 0, 0)))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", dot) + chunk(b"IEND", b"")


_FENCED: Final = """
          ```yaml
          kind: Pod
          metadata:
            name: web-{i}
          ```
"""
_RICH: Final = """\
      - id: q{i}
        type: single_choice
        prompt: |
          Question {i}: which of these **restart** a container in `kubectl` number {i}?

          Think about the pod, its probes and the memory limit, and what the kubelet does about each of them in
          turn when something fails.
{more}        choices:
          - text: A failing liveness probe number {i} that has failed more often than its threshold says
            correct: true
            feedback: That is right, the kubelet restarts it after the `failureThreshold` was passed.
          - A readiness probe that has failed for a long time, such as `web-{i}`, and still does
          - text: An image that nobody can pull from the registry any more
            feedback: No container has started yet, so nothing can be restarted here.
          - None of these, since containers are never restarted by anything at all
        explanation: |
          The kubelet restarts the container of pod {i}; see the documentation on `livenessProbe`.
          A readiness probe only takes the pod out of the service, it restarts nothing, and an image pull
          is tried again and again with growing pauses (`ImagePullBackOff`), without any container.
        tags: [pods, probes]
"""


def cost(*arguments: str) -> Cost:
    """Run Python with these arguments three times; the median of each figure."""
    runs = [_once(arguments) for _ in range(RUNS)]
    return Cost(statistics.median(r.seconds for r in runs), statistics.median(r.megabytes for r in runs))


def _once(arguments: tuple[str, ...]) -> Cost:
    process = subprocess.Popen([sys.executable, *arguments], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1):
        raise RuntimeError(f"{arguments} ended with {process.returncode}")
    return Cost(usage.ru_utime + usage.ru_stime, _megabytes(usage))


def _megabytes(usage: resource.struct_rusage) -> float:
    return usage.ru_maxrss / (1024 * 1024 if sys.platform == "darwin" else 1024)


def show(name: str, measured: Cost, base: Cost, limit: float | None = None) -> None:
    """Print one row."""
    ratio = measured.seconds / base.seconds
    verdict = "" if limit is None else f"  at most {limit:g}" + ("" if ratio <= limit else "  TOO SLOW")
    print(f"{name:28}{measured.seconds:8.2f} s{measured.megabytes:8.0f} MB{ratio:8.2f}{verdict}")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.speed", description="Measure how fast kfexport is.")
    parser.add_argument("questions", nargs="?", type=int, default=10_000, help="how many (default: 10000)")
    parser.add_argument("--mixed", action="store_true", help="questions of all ten types instead of single choices")
    parser.add_argument("--rich", action="store_true", help="questions with code, formulas and images")
    options = parser.parse_args()
    if options.rich:
        measure_rich(options.questions)
    else:
        measure(options.questions, mixed=options.mixed)


def measure_rich(count: int) -> None:
    """Measure the targets on texts of every kind."""
    with tempfile.TemporaryDirectory() as folder:
        path, out = Path(folder, "bank.yaml"), str(Path(folder, "out"))
        write_rich_bank(path, count)
        print(f"{count} questions, {path.stat().st_size / 1e6:.1f} MB; CPU time, peak memory, ratio")
        base = cost("-c", EVENTS, str(path))
        show("libyaml's events", base, base)
        show("validate", cost("-m", "kfexport", "validate", str(path)), base)
        build = ("-m", "kfexport", "build", str(path), "--no-highlight", "-o", out)
        show("build -t moodle", cost(*build, "-t", "moodle"), base, RICH_LIMITS["build -t moodle"])
        show("build, default targets", cost(*build), base, RICH_LIMITS["build, default targets"])


def measure(count: int, *, mixed: bool) -> None:
    """Measure reading, checking, building, and starting."""
    with tempfile.TemporaryDirectory() as folder:
        path, ten = Path(folder, "bank.yaml"), Path(folder, "ten")
        write_bank(path, count, mixed=mixed)
        ten.mkdir()
        for number in range(10):
            write_bank(ten / f"bank-{number}.yaml", count, mixed=mixed)
        print(f"{count} questions, {path.stat().st_size / 1e6:.1f} MB; CPU time, peak memory, ratio")
        out = str(Path(folder, "out"))
        base = cost("-c", EVENTS, str(path))
        show("libyaml's events", base, base)
        validate = cost("-m", "kfexport", "validate", str(path))
        show("validate", validate, base, LIMITS["validate"])
        show("build -t moodle", cost("-m", "kfexport", "build", str(path), "-t", "moodle", "-o", out), base,
             LIMITS["build -t moodle"])  # fmt: skip
        show("build, default targets", cost("-m", "kfexport", "build", str(path), "-o", out), base)
        click = cost("-c", "import click")
        show("import click", click, click)
        show("--version", cost("-m", "kfexport", "--version"), click, LIMITS["--version"])
        show("validate, ten such files", cost("-m", "kfexport", "validate", str(ten)), validate, LIMITS["ten times"])


if __name__ == "__main__":
    main()
