"""Whether everything in a Canvas package that names something else names what is there.

By the rules of both importers: the manifest, ``assessment_meta.xml``, the assessment, its items, and the media. An
importer that meets a name it does not know says nothing, and leaves out a title, a key or a comment.
"""

import io
import re
import zipfile
from collections import Counter
from collections.abc import Iterator
from functools import cache

from lxml import etree

NS = {
    "q": "http://www.imsglobal.org/xsd/ims_qtiasiv1p2",
    "cp": "http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1",
    "m": "http://canvas.instructure.com/xsd/cccv1p0",
}
QUIZ = "imsqti_xmlv1p2"
META = "associatedcontent/imscc_xmlv1p1/learning-application-resource"
GENERAL = ("general_fb", "correct_fb", "general_incorrect_fb")
CHOICES = ("multiple_choice_question", "multiple_answers_question", "true_false_question", "ordering_question")
BLANKS = ("fill_in_multiple_blanks_question", "multiple_dropdowns_question")


@cache
def _compiled(path: str) -> etree.XPath:
    return etree.XPath(path, namespaces=NS)


def at(node: etree._Element, path: str) -> list[str]:
    """Attributes and texts by XPath."""
    return [str(found) for found in _compiled(path)(node)]


def nodes(node: etree._Element, path: str) -> list[etree._Element]:
    return _compiled(path)(node)


def entries(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        names = archive.namelist()
        assert len(set(names)) == len(names)
        return {name: archive.read(name) for name in names}


def faults(files: dict[str, bytes]) -> list[str]:
    """What does not fit, as texts; nothing where the package is sound."""
    manifest = etree.fromstring(files["imsmanifest.xml"])
    found = list(_manifest(manifest, files))
    quizzes = at(manifest, f"//cp:resource[@type='{QUIZ}']/cp:file/@href")
    metas = at(manifest, f"//cp:resource[@type='{META}']/cp:file/@href")
    if len(quizzes) != 1 or len(metas) != 1 or not {*quizzes, *metas} <= set(files):
        return [*found, "not one quiz with one meta file"]
    quiz, meta = (etree.fromstring(files[name]) for name in (quizzes[0], metas[0]))
    idents = at(quiz, "//q:assessment/@ident")
    if (
        at(manifest, f"//cp:resource[@type='{QUIZ}']/@identifier") != idents
        or len(idents) != 1
        or at(meta, "/m:quiz/@identifier") != idents
    ):
        return [*found, "manifest, assessment and meta file name different quizzes"]
    if [*quizzes, *metas] != [f"{idents[0]}/{idents[0]}.xml", f"{idents[0]}/assessment_meta.xml"]:
        found.append("a file is not where Canvas looks for it")
    if at(meta, "/m:quiz/m:title/text()") and not at(quiz, "//q:assessment/@title"):
        found.append("no title of the assessment")
    return [*found, *_assessment(quiz, files)]


def _manifest(manifest: etree._Element, files: dict[str, bytes]) -> Iterator[str]:
    resources = nodes(manifest, "/cp:manifest/cp:resources/cp:resource")
    if not at(manifest, "/cp:manifest/@identifier"):
        yield "no identifier of the manifest"
    named = [*at(manifest, "/cp:manifest/@identifier"), *(r.get("identifier", "") for r in resources)]
    yield from (f"{name} twice in the manifest" for name in _doubles(named))
    yield from (f"{name!r} is no identifier" for name in named if not re.fullmatch(r"[A-Za-z_][\w.-]*", name))
    listed = at(manifest, "//cp:resource/cp:file/@href")
    if Counter(listed) != Counter(name for name in files if name != "imsmanifest.xml"):
        yield "the manifest lists other files than there are"
    for resource in resources:
        own, href = at(resource, "cp:file/@href"), resource.get("href")
        if len(own) != 1:
            yield "a resource without its file"
        if resource.get("type") == QUIZ:
            yield from ("a quiz with href" for _ in range(href is not None))
            needed = at(resource, "cp:dependency/@identifierref")
            if needed[:1] != at(manifest, f"//cp:resource[@type='{META}']/@identifier"):
                yield "the first that a quiz depends on is not its meta file"
            if _doubles(needed) or not set(needed) <= set(named[1:]) - {resource.get("identifier")}:
                yield "a quiz depends on what is not there"
        elif resource.get("type") not in (META, "webcontent") or [href] != own:
            yield "a resource of another type or with another href than its file's"


def _doubles(names: list[str]) -> list[str]:
    return [name for name, count in Counter(names).items() if count > 1]


def _assessment(quiz: etree._Element, files: dict[str, bytes]) -> Iterator[str]:
    items = nodes(quiz, "//q:item")
    named = at(quiz, "//q:assessment/@ident | //q:section/@ident | //q:item/@ident")
    if at(quiz, "//q:assessment/q:section/@ident") != ["root_section"]:
        yield "not one section around everything"
    if len(named) != 1 + len(nodes(quiz, "//q:section")) + len(items):
        yield "something has no identifier"
    yield from (f"{name} twice" for name in _doubles(named))
    yield from (f"{name} is not kept" for name in named if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_-]*", name))
    for group in nodes(quiz, "//q:section[q:selection_ordering]"):
        inside = len(nodes(group, "q:item"))
        number = "".join(at(group, "q:selection_ordering/q:selection/q:selection_number/text()"))
        if not re.fullmatch("[1-9][0-9]*", number) or int(number) > inside or not group.get("title"):
            yield "a group that does not hold what it picks"
    answers: list[str] = []
    texts: set[str] = set()
    for item in items:
        yield from (f"{item.get('ident')}: {fault}" for fault in _item(item, texts))
        answers += dict.fromkeys(at(item, ".//q:response_lid//q:response_label/@ident"))
        if at(item, _field("question_type")) == ["text_only_question"]:
            texts.add(item.get("ident", ""))
    responses = {*at(quiz, "//q:response_lid/@ident"), *at(quiz, "//q:response_str/@ident")}
    yield from (f"answer {name} in two questions" for name in _doubles(answers))
    yield from (f"answer {name} is also something else" for name in answers if name in responses | set(named))
    numbers = [name for name in answers if re.fullmatch("[1-9][0-9]{9,14}", name)]
    yield from (f"answer {name!r} is no number, or of another length" for name in set(answers) - set(numbers))
    if len({len(name) for name in numbers}) > 1:
        yield "numbers of several lengths"
    html = "".join(at(quiz, "//q:mattext/text()"))
    used = {*re.findall(r"\$IMS-CC-FILEBASE\$/([^\"]*)\"", html)}
    if used != {name for name in files if name.startswith("media/")}:
        yield "other media are shown than there are"


def _field(label: str) -> str:
    return f"q:itemmetadata/q:qtimetadata/q:qtimetadatafield[q:fieldlabel='{label}']/q:fieldentry/text()"


def _item(item: etree._Element, texts: set[str]) -> Iterator[str]:
    labels = at(item, "q:itemmetadata/q:qtimetadata/q:qtimetadatafield/q:fieldlabel/text()")
    if labels[:1] != ["question_type"] or _doubles(labels) or "points_possible" not in labels:
        yield "the type does not stand first, or a label stands twice"
        return
    kind = "".join(at(item, _field("question_type")))
    if not item.get("title"):
        yield "no title"
    if not set(at(item, _field("parent_stimulus_item_ident"))) <= texts:
        yield "no such text before it"
    responses = nodes(item, "q:presentation//q:response_lid | q:presentation//q:response_str")
    named = [response.get("ident", "") for response in responses]
    yield from (f"response {name} twice" for name in _doubles(named))
    wrong = [name for name in named if not re.fullmatch("response1|response_[A-Za-z0-9]+", name)]
    yield from (f"response {name!r} is not called as Canvas calls them" for name in wrong)
    tests = nodes(item, ".//q:varequal | .//q:vargte | .//q:varlte | .//q:vargt | .//q:varlt")
    yield from ("a test of no response" for test in tests if test.get("respident") not in named)
    scored = nodes(item, "q:resprocessing/q:respcondition[q:setvar]")
    variables = at(item, "q:resprocessing/q:outcomes/q:decvar/@varname")
    every = nodes(item, "q:resprocessing/q:outcomes/q:decvar")
    if {*variables, *at(item, ".//q:setvar/@varname")} - {"SCORE"} or len(variables) != len(every):
        yield "a score of another name"
    if len(at(item, ".//q:setvar/@varname")) != len(scored) or (scored and not variables):
        yield "a score of another name than is declared"
    if "original_answer_ids" in labels and at(item, _field("original_answer_ids")) != [_original(item, kind, named)]:
        yield "other answers than there were"
    for lid in nodes(item, ".//q:response_lid"):
        known = at(lid, ".//q:response_label/@ident")
        yield from (f"{name} twice in a response" for name in _doubles(known))
        yield from (
            "a test for an answer that is not offered"
            for test in tests
            if test.get("respident") == lid.get("ident") and test.text not in known
        )
    if kind == "matching_question":
        yield from _matching(item)
    if kind in BLANKS:
        yield from _blanks(item)
    yield from _feedback(item, kind)


def _original(item: etree._Element, kind: str, responses: list[str]) -> str:
    """The numbers of the answers: those of a matching are its left sides."""
    if kind == "matching_question":
        return ",".join(name.removeprefix("response_") for name in responses)
    return ",".join(at(item, ".//q:response_label/@ident"))


def _matching(item: etree._Element) -> Iterator[str]:
    lists = {tuple(at(lid, ".//q:response_label/@ident")) for lid in nodes(item, ".//q:response_lid")}
    if len(lists) != 1:
        yield "sides with different matches"
    keys = at(item, ".//q:respcondition[q:setvar]/q:conditionvar/q:varequal/@respident")
    if sorted(keys) != sorted(at(item, ".//q:response_lid/@ident")):
        yield "not one key a side"


def _blanks(item: etree._Element) -> Iterator[str]:
    stem = "".join(at(item, "q:presentation/q:material/q:mattext/text()"))
    for lid in nodes(item, ".//q:response_lid"):
        name = "".join(at(lid, "q:material/q:mattext/text()"))
        if lid.get("ident") != f"response_{name}" or not re.fullmatch("[A-Za-z][A-Za-z0-9]*", name):
            yield f"blank {name} is not what its response is called"
        if stem.count(f"[{name}]") != 1:
            yield f"blank {name} not once in the text"
    keys = at(item, ".//q:respcondition[q:setvar]/q:conditionvar/q:varequal/@respident")
    if sorted(keys) != sorted(at(item, ".//q:response_lid/@ident")):
        yield "not one key a blank"


def _feedback(item: etree._Element, kind: str) -> Iterator[str]:
    written = at(item, "q:itemfeedback/@ident")
    texts = nodes(item, "q:itemfeedback/q:flow_mat/q:material/q:mattext[@texttype='text/html']")
    linked = at(item, ".//q:displayfeedback/@linkrefid")
    yield from (f"feedback {name} twice" for name in _doubles(written))
    if len(written) != len(nodes(item, "q:itemfeedback")) or len(texts) != len(written):
        yield "feedback without identifier or text"
    if len(linked) != len(nodes(item, ".//q:displayfeedback")):
        yield "feedback is shown that is not named"
    yield from (f"there is no feedback {name}" for name in linked if name not in written)
    offered = at(item, ".//q:response_lid//q:response_label/@ident")
    for name in written:
        if name in GENERAL:
            continue
        if linked.count(name) != 1 or not re.fullmatch("[1-9][0-9]*_fb", name):
            yield f"feedback {name} is shown not once"
        if kind in CHOICES and name.removesuffix("_fb") not in offered:
            yield f"feedback {name} of no answer"
    scored = False
    for condition in nodes(item, "q:resprocessing/q:respcondition"):
        links = at(condition, "q:displayfeedback/@linkrefid")
        equals = at(condition, "q:conditionvar/q:varequal/text()")
        own = [name for name in links if name not in GENERAL]
        score = at(condition, "q:setvar/text()")
        if kind in CHOICES and [name.removesuffix("_fb") for name in own] not in ([], equals):
            yield "feedback of another answer"
        if own and scored and kind != "numerical_question":
            yield "feedback behind the score"
        if ("correct_fb" in links) > bool(score) or ("general_incorrect_fb" in links and (bool(score) or not scored)):
            yield "feedback on right or wrong answers at the wrong place"
        scored = scored or bool(score)
