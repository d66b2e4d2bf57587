"""The manifest of a package: the assessment, and its settings as its first dependency.

New Quizzes look for the settings there, and Classic Quizzes by their path, ``‹assessment›/assessment_meta.xml``.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from kfexport.targets import media
from kfexport.targets.canvas.texts import MEDIA
from kfexport.targets.canvas.xml import root

NAME: Final = "imsmanifest.xml"
"""Its name, at the top of the package."""
_NAMESPACE: Final = "http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1"
_SCHEMA: Final = "http://www.imsglobal.org/xsd/imscp_v1p1.xsd"
# A schema called "IMS Common Cartridge" or "QTIv2…" would lead to other importers.
_METADATA: Final = "<metadata><schema>IMS Content</schema><schemaversion>1.1.3</schemaversion></metadata>"
_ASSESSMENT: Final = "imsqti_xmlv1p2"
_SETTINGS: Final = "associatedcontent/imscc_xmlv1p1/learning-application-resource"


def assessment_path(assessment: str) -> str:
    """Where the questions stand in the package."""
    return f"{assessment}/{assessment}.xml"


def meta_path(assessment: str) -> str:
    """Where the settings stand in the package."""
    return f"{assessment}/assessment_meta.xml"


def manifest(assessment: str, images: Sequence[str]) -> bytes:
    """The manifest of a package with one assessment, from its identifier and the file names of its images."""
    settings, path = f"{assessment}-meta", meta_path(assessment)
    lines = (
        _METADATA,
        "<organizations/>",
        "<resources>",
        f'  <resource identifier="{assessment}" type="{_ASSESSMENT}">',
        f'    <file href="{assessment_path(assessment)}"/>',
        f'    <dependency identifierref="{settings}"/>',
        *(f'    <dependency identifierref="{media.identifier(image)}"/>' for image in images),
        "  </resource>",
        f'  <resource identifier="{settings}" type="{_SETTINGS}" href="{path}">',
        f'    <file href="{path}"/>',
        "  </resource>",
        *(line for image in images for line in _image(image)),
        "</resources>",
    )
    inside = "".join(f"  {line}\n" for line in lines)
    return root("manifest", _NAMESPACE, _SCHEMA, f' identifier="m-{assessment}"', inside)


def _image(name: str) -> Iterator[str]:
    path = f"{MEDIA}/{name}"
    yield f'  <resource identifier="{media.identifier(name)}" type="webcontent" href="{path}">'
    yield f'    <file href="{path}"/>'
    yield "  </resource>"
