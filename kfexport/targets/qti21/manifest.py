"""The manifest of a package: every file once, the test depending on every item, and both on the images they show.

An image is a resource of its own without ``href``. Canvas would pass over a file that is the ``href`` of a resource
(``gems/plugins/qti_exporter/lib/qti.rb``), and standard readers ask for none.

Sources: IMS Content Packaging 1.1.4 (``imscp_v1p1.xsd``) and the QTI 2.1 profile of it.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from kfexport.targets import media
from kfexport.targets.qti21.xml import Element, child, document, element_of_ours, refer, root

NAME: Final = "imsmanifest.xml"
"""Its name, at the top of the package."""
_NAMESPACE: Final = "http://www.imsglobal.org/xsd/imscp_v1p1"
_SCHEMA: Final = "http://www.imsglobal.org/xsd/qti/qtiv2p1/qtiv2p1_imscpv1p2_v1p0.xsd"


def manifest(test: str, items: Sequence[str], shown: Mapping[str, Sequence[str]]) -> bytes:
    """The manifest, from the identifiers of test and items; each stands in ``‹identifier›.xml``.

    ``shown`` gives for an identifier the names of the images in that file.
    """
    element = root("manifest", _NAMESPACE, _SCHEMA, identifier=f"m-{test}")
    metadata = child(element, "metadata")
    child(metadata, "schema", "QTIv2.1 Package")
    child(metadata, "schemaversion", "1.0.0")
    child(element, "organizations")
    resources = child(element, "resources")
    resource = _resource(resources, test, "imsqti_test_xmlv2p1")
    for item in items:
        refer(resource, "dependency", "identifierref", item)
        _depend(_resource(resources, item, "imsqti_item_xmlv2p1"), shown.get(item, ()))
    _depend(resource, shown.get(test, ()))
    for name in sorted({name for names in shown.values() for name in names}):
        image = child(resources, "resource", identifier=media.identifier(name), type="webcontent")
        child(image, "file", href=name)
    return document(element)


def _depend(resource: Element, images: Sequence[str]) -> None:
    for name in images:
        refer(resource, "dependency", "identifierref", media.identifier(name))


def _resource(resources: Element, identifier: str, kind: str) -> Element:
    href = f"{identifier}.xml"
    resource = element_of_ours(resources, "resource", f' identifier="{identifier}" type="{kind}" href="{href}"')
    refer(resource, "file", "href", href)
    return resource
