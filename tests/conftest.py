"""What several tests need: where the shared folder is, and quizzes made in a line."""

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SHARED = Path(os.environ.get("KFEXPORT_SHARED_DIR", ROOT.parent / "shared"))
XSD = Path(os.environ.get("KFEXPORT_XSD_DIR", SHARED / "xsd"))

if (XSD / "catalog.xml").is_file():
    # libxml2 reads it once, so it must stand before anything validates; nothing then asks the network.
    os.environ.setdefault("XML_CATALOG_FILES", (XSD / "catalog.xml").as_uri())


os.environ.pop("GITHUB_ACTIONS", None)  # there a report begins with annotations, and tests say what a person sees
os.environ.pop("GITHUB_STEP_SUMMARY", None)  # that is the summary of the tests' own job


@pytest.fixture(scope="session")
def xsd_dir() -> Path:
    """The folder of QTI and Content Packaging schemas."""
    if not (XSD / "catalog.xml").is_file():
        pytest.skip(f"the XML Schemas are not at {XSD}; set KFEXPORT_XSD_DIR")
    return XSD


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--accept", action="store_true", help="rewrite expected reports; read the diff before committing")


@pytest.fixture
def accept(request: pytest.FixtureRequest) -> bool:
    """Whether expected files are to be rewritten."""
    return bool(request.config.getoption("--accept"))
