"""Small Canvas packages by hand, for tests of the readers."""

import io
import zipfile
from collections.abc import Mapping
from xml.sax.saxutils import escape

QTI = "http://www.imsglobal.org/xsd/ims_qtiasiv1p2"
IMSCP = "http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1"
META = "http://canvas.instructure.com/xsd/cccv1p0"
LEARNING = "associatedcontent/imscc_xmlv1p1/learning-application-resource"

FIELD = (
    '<response_str ident="response1" rcardinality="Single"><render_fib><response_label ident="a"/></render_fib>'
    "</response_str>"
)
NUMBER = FIELD.replace("<render_fib>", '<render_fib fibtype="Decimal">')
OTHER = '<respcondition continue="No"><conditionvar><other/></conditionvar></respcondition>'


def field(label: str, entry: str) -> str:
    return f"<qtimetadatafield><fieldlabel>{label}</fieldlabel><fieldentry>{entry}</fieldentry></qtimetadatafield>"


def material(source: str, kind: str = "text/html") -> str:
    return f'<material><mattext texttype="{kind}">{escape(source)}</mattext></material>'


def label(ident: str, source: str, kind: str = "text/html") -> str:
    return f'<response_label ident="{ident}">{material(source, kind)}</response_label>'


def choices(*labels: str, ident: str = "response1", more: str = "") -> str:
    offered = f"<render_choice>{''.join(labels)}</render_choice>"
    return f'<response_lid ident="{ident}" rcardinality="Single">{more}{offered}</response_lid>'


def equal(value: str, ident: str = "response1") -> str:
    return f'<varequal respident="{ident}">{escape(value)}</varequal>'


def when(test: str, score: str | None = None, feedback: str | None = None, action: str = "Set") -> str:
    scored = "" if score is None else f'<setvar action="{action}" varname="SCORE">{score}</setvar>'
    shown = "" if feedback is None else f'<displayfeedback feedbacktype="Response" linkrefid="{feedback}"/>'
    return f"<respcondition><conditionvar>{test}</conditionvar>{scored}{shown}</respcondition>"


def feedback(ident: str, source: str) -> str:
    return f'<itemfeedback ident="{ident}"><flow_mat>{material(source)}</flow_mat></itemfeedback>'


def item(kind: str, response: str = "", rules: str = "", *, ident: str = "q", stem: str = "<p>Which?</p>",
         more: str = "", title: str = "Name", points: str = "1", metadata: str = "") -> str:  # fmt: skip
    own = field("question_type", kind) + field("points_possible", points) + metadata
    return (
        f'<item ident="{ident}" title="{title}"><itemmetadata><qtimetadata>{own}</qtimetadata></itemmetadata>'
        f"<presentation>{material(stem)}{response}</presentation><resprocessing>{rules}</resprocessing>{more}</item>"
    )


def section(inside: str, *, pick: str = "1", points: str | None = "2", title: str = 'title="Some"') -> str:
    told = "" if points is None else f"<points_per_item>{points}</points_per_item>"
    number = f"<selection_number>{pick}</selection_number>"
    rule = f"<selection>{number}<selection_extension>{told}</selection_extension></selection>"
    return f'<section ident="g" {title}><selection_ordering>{rule}</selection_ordering>{inside}</section>'


def package(*entries: str, meta: str = "<title>Quiz</title>", title: str = "Quiz", own: str = "",
            replaced: Mapping[str, str] | None = None, left_out: str = "") -> bytes:  # fmt: skip
    """A package with one quiz ``t``; ``replaced`` are texts of any file that become others."""
    files = {
        "imsmanifest.xml": f'<manifest identifier="m" xmlns="{IMSCP}"><metadata><schema>IMS Content</schema></metadata>'
        f'<organizations/><resources><resource identifier="t" type="imsqti_xmlv1p2"><file href="t/t.xml"/>'
        f'<dependency identifierref="t-meta"/></resource><resource identifier="t-meta" type="{LEARNING}" '
        f'href="t/assessment_meta.xml"><file href="t/assessment_meta.xml"/></resource></resources></manifest>',
        "t/t.xml": f'<questestinterop xmlns="{QTI}"><assessment ident="t" title="{escape(title)}"><qtimetadata>{own}'
        f'</qtimetadata><section ident="root_section">{"".join(entries)}</section></assessment></questestinterop>',
        "t/assessment_meta.xml": f'<quiz identifier="t" xmlns="{META}">{meta}</quiz>',
    }
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, content in files.items():
            for old, new in (replaced or {}).items():
                content = content.replace(old, new)
            if name != left_out:
                archive.writestr(name, content)
    return stream.getvalue()
