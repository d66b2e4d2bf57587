"""A small reading of QTI 2.1 response processing, from the specification and not from our writer.

Source: IMS QTI 2.1, Assessment Test, Section and Item Information Model, chapters on response processing and on
expressions. ``NULL`` is ``None``; a container is a non-empty list, or a tuple where it is ordered, since an empty one
is NULL by the specification. A pair is its text, two identifiers with a blank between.
"""

import functools
import math
import operator
import re
from collections import Counter
from dataclasses import dataclass
from typing import Any

from lxml import etree

NS = "{http://www.imsglobal.org/xsd/imsqti_v2p1}"
TEMPLATES = "http://www.imsglobal.org/question/qti_v2p1/rptemplates/"


@dataclass(frozen=True)
class Scored:
    """What an engine holds after response processing."""

    outcomes: dict[str, Any]
    feedback: frozenset[str]
    """Identifiers of the modalFeedback elements that are shown."""

    @property
    def score(self) -> float | None:
        return self.outcomes["SCORE"]


def score(item: bytes, responses: dict[str, Any], *, null_is_zero: bool = False) -> Scored:
    """Run response processing; ``responses`` maps a response variable to its value, absent ones are NULL.

    Text for a number is read as an engine reads what was typed: what is no ``xs:double`` is NULL. With
    ``null_is_zero`` comparisons take NULL for 0, as @citolab/qti-components 7.27 does against the specification.
    """
    root = etree.fromstring(item)
    engine = _Engine(root, responses, null_is_zero=null_is_zero)
    processing = root.find(f"{NS}responseProcessing")
    if processing is not None:
        engine.process(processing)
    return Scored(engine.outcomes, frozenset(_shown(root, engine.outcomes)))


def _shown(root: etree._Element, outcomes: dict[str, Any]) -> list[str]:
    found = []
    for modal in root.findall(f"{NS}modalFeedback"):
        value = outcomes[modal.get("outcomeIdentifier")]
        assert value is not None, "JQTI+ fails where a feedback outcome is NULL"
        held = modal.get("identifier") in (value if isinstance(value, list) else [value])
        if held == (modal.get("showHide") == "show"):
            found.append(modal.get("identifier"))
    return found


def _local(element: etree._Element) -> str:
    name = str(element.tag)
    assert name.startswith(NS), f"{name} is not of QTI 2.1"
    return name.removeprefix(NS)


def _typed(base_type: str | None, text: str) -> Any:
    match base_type:
        case "float":
            return float(text)
        case "integer":
            return int(text)
        case "boolean":
            return text == "true"
        case "directedPair":
            source, target = text.split()
            return f"{source} {target}"
        case "identifier" | "string":
            return text
    raise AssertionError(f"base type {base_type} is not read here")


def _declared(declaration: etree._Element, part: str) -> Any:
    values = declaration.findall(f"{NS}{part}/{NS}value")
    typed = [_typed(declaration.get("baseType"), value.text or "") for value in values]
    if declaration.get("cardinality") == "single":
        assert len(typed) <= 1, "several values of a single variable"
        return typed[0] if typed else None
    return (tuple(typed) if declaration.get("cardinality") == "ordered" else typed) or None


_DOUBLE = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([Ee][+-]?\d+)?")


def _bound(declaration: etree._Element, value: Any) -> Any:
    """What a candidate did, as the value of the response variable."""
    if value in (None, "", [], ()):
        return None
    if declaration.get("baseType") == "float" and isinstance(value, str):
        return float(value) if _DOUBLE.fullmatch(value.strip()) else None
    kind = {"single": str, "multiple": list, "ordered": tuple}[declaration.get("cardinality")]
    assert isinstance(value, kind), f"a response of cardinality {declaration.get('cardinality')} is {value!r}"
    return value


class _Engine:
    def __init__(self, root: etree._Element, responses: dict[str, Any], *, null_is_zero: bool) -> None:
        self.declarations = {d.get("identifier"): d for d in root.findall(f"{NS}responseDeclaration")}
        assert set(responses) <= set(self.declarations)
        self.responses = {i: _bound(d, responses.get(i)) for i, d in self.declarations.items()}
        self.null = 0.0 if null_is_zero else None
        self.outcomes = {d.get("identifier"): self._start(d) for d in root.findall(f"{NS}outcomeDeclaration")}
        assert not set(self.outcomes) & set(self.responses)

    @staticmethod
    def _start(declaration: etree._Element) -> Any:
        value = _declared(declaration, "defaultValue")
        numeric = declaration.get("baseType") in ("float", "integer")
        return 0 if value is None and numeric else value

    def process(self, processing: etree._Element) -> None:
        template = processing.get("template")
        if template is None:
            self._run(list(processing))
            return
        assert not len(processing), "rules beside a template"
        match template.removeprefix(TEMPLATES):
            case "match_correct":
                right = _equal(self.responses["RESPONSE"], self._correct("RESPONSE"))
                self.outcomes["SCORE"] = 1.0 if right else 0.0
            case "map_response":
                empty = self.responses["RESPONSE"] is None
                self.outcomes["SCORE"] = 0.0 if empty else self._map("RESPONSE")
            case other:
                raise AssertionError(f"no template {other}")

    def _run(self, rules: list[etree._Element]) -> None:
        for rule in rules:
            match _local(rule):
                case "setOutcomeValue":
                    identifier = rule.get("identifier")
                    assert identifier in self.outcomes, f"{identifier} is not declared"
                    (expression,) = rule
                    self.outcomes[identifier] = self.value(expression)
                case "responseCondition":
                    self._choose(rule)
                case other:
                    raise AssertionError(f"no rule {other}")

    def _choose(self, condition: etree._Element) -> None:
        for branch in condition:
            if _local(branch) == "responseElse":
                self._run(list(branch))
                return
            assert _local(branch) in ("responseIf", "responseElseIf")
            if self.value(branch[0]) is True:
                self._run(list(branch)[1:])
                return

    def value(self, expression: etree._Element) -> Any:
        identifier = expression.get("identifier", "")
        match _local(expression):
            case "baseValue":
                return _typed(expression.get("baseType"), expression.text or "")
            case "variable":
                return self.outcomes[identifier] if identifier in self.outcomes else self.responses[identifier]
            case "correct":
                return self._correct(identifier)
            case "mapResponse":
                return self._map(identifier)
            case "index":
                container = self.value(expression[0])
                assert container is None or isinstance(container, tuple), "index needs an ordered container"
                at = int(expression.get("n")) - 1
                return container[at] if container is not None and at < len(container) else None
            case "stringMatch":
                return self._string_match(expression)
            case "gt" | "gte" | "lt" | "lte" as name:
                first, second = (self.null if v is None else v for v in map(self.value, expression))
                return None if first is None or second is None else _compare(name, first, second)
            case name:
                return _apply(name, [self.value(part) for part in expression])

    def _string_match(self, expression: etree._Element) -> bool:
        first, second = map(self.value, expression)
        # By the specification NULL; engines there are fail instead, so nothing may ask.
        assert first is not None, "stringMatch of NULL"
        if expression.get("caseSensitive") == "true":
            return bool(first == second)
        return bool(first.lower() == second.lower())

    def _correct(self, identifier: str) -> Any:
        return _declared(self.declarations[identifier], "correctResponse")

    def _map(self, identifier: str) -> float:
        mapping = self.declarations[identifier].find(f"{NS}mapping")
        assert mapping is not None
        value = self.responses[identifier]
        values = value if isinstance(value, list) else [] if value is None else [value]
        total = _sum([_mapped(mapping, one) for one in dict.fromkeys(values)])
        low, high = mapping.get("lowerBound"), mapping.get("upperBound")
        total = total if low is None else max(total, float(low))
        return total if high is None else min(total, float(high))


def _mapped(mapping: etree._Element, value: Any) -> float:
    for entry in mapping:
        key = entry.get("mapKey")
        exact = entry.get("caseSensitive") != "false"
        if key == value or (not exact and key.lower() == str(value).lower()):
            return float(entry.get("mappedValue"))
    return float(mapping.get("defaultValue", "0"))


def _equal(first: Any, second: Any) -> bool | None:
    if first is None or second is None:
        return None
    assert type(first) is type(second), "match of values of two kinds"
    assert not isinstance(first, float), "match of numbers"
    if isinstance(first, list):
        return Counter(first) == Counter(second)
    return bool(first == second)


def _apply(name: str, values: list[Any]) -> Any:
    match name, values:
        case "isNull", [value]:
            return value is None
        case "not", [value]:
            return None if value is None else not value
        case "and", _:
            return False if False in values else None if None in values else True
        case "or", _:
            return True if True in values else None if None in values else False
        case "match", [first, second]:
            return _equal(first, second)
        case "member", [one, many]:
            return None if one is None or many is None else one in many
        case "sum", _:
            flat = [n for v in values for n in (v if isinstance(v, list) else [v])]
            return None if None in flat else _sum(flat)
        case "product", _:
            return None if None in values else math.prod(values)
        case "divide", [first, second]:
            return None if None in values or second == 0 else first / second
        case "multiple", _:
            flat = [n for v in values if v is not None for n in (v if isinstance(v, list) else [v])]
            return flat or None
    raise AssertionError(f"no expression {name} of {len(values)}")


def _sum(values: list[float]) -> float:
    """Doubles one after another, as engines add; ``sum`` is more exact from Python 3.12 on."""
    return functools.reduce(operator.add, values, 0.0)


def _compare(name: str, first: float, second: float) -> bool:
    return {"gt": first > second, "gte": first >= second, "lt": first < second, "lte": first <= second}[name]
