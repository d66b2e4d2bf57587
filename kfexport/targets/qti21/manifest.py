"""The manifest of a package: every file once, the test depending on every item.

Sources: IMS Content Packaging 1.1.4 (``imscp_v1p1.xsd``) and the QTI 2.1 profile of it.
"""

from collections.abc import Sequence
from typing import Final

from kfexport.targets.qti21.xml import Element, child, document, root

NAME: Final = "imsmanifest.xml"
"""Its name, at the top of the package."""
_NAMESPACE: Final = "http://www.imsglobal.org/xsd/imscp_v1p1"
_SCHEMA: Final = "http://www.imsglobal.org/xsd/qti/qtiv2p1/qtiv2p1_imscpv1p2_v1p0.xsd"


def manifest(test: str, items: Sequence[str]) -> bytes:
    """The manifest, from the identifiers of test and items; each stands in ``‹identifier›.xml``."""
    element = root("manifest", _NAMESPACE, _SCHEMA, identifier=f"m-{test}")
    metadata = child(element, "metadata")
    child(metadata, "schema", "QTIv2.1 Package")
    child(metadata, "schemaversion", "1.0.0")
    child(element, "organizations")
    resources = child(element, "resources")
    resource = _resource(resources, test, "imsqti_test_xmlv2p1")
    for item in items:
        child(resource, "dependency", identifierref=item)
        _resource(resources, item, "imsqti_item_xmlv2p1")
    return document(element)


def _resource(resources: Element, identifier: str, kind: str) -> Element:
    href = f"{identifier}.xml"
    resource = child(resources, "resource", identifier=identifier, type=kind, href=href)
    child(resource, "file", href=href)
    return resource
