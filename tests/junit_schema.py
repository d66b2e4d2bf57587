"""Fetch `junit-10.xsd`, the schema of JUnit reports of Jenkins's xUnit plugin, for `make tests`.

It is Gregory Boissinot's, under the MIT licence, and pytest holds its own JUnit reports against it: the source
distribution of pytest has it, and pytest is here anyway. So it is taken from there, of the version that is installed.
"""

import subprocess
import sys
import tarfile
import tempfile
from importlib.metadata import version
from pathlib import Path

PLACE = Path(sys.prefix, "junit-10.xsd")
"""Where the tests look for it: in the virtual environment."""
MEMBER = "pytest-{}/testing/example_scripts/junit-10.xsd"


def fetch(place: Path) -> None:
    release = version("pytest")
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
        subprocess.run([*command, "--no-binary", "pytest", "--dest", folder, f"pytest=={release}"], check=True)
        (path,) = Path(folder).glob("pytest-*.tar.gz")
        with tarfile.open(path) as archive:
            member = archive.extractfile(MEMBER.format(release))
            assert member is not None
            place.write_bytes(member.read())


if __name__ == "__main__":
    fetch(PLACE)
