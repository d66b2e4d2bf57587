"""What each code means: the table of codes and the docs of the rules, as one book."""

from kfexport.report.base import Help
from kfexport.spelling import near


def explain(code: str) -> str:
    """What a code, or the name of one, means and what to do about it.

    Raises:
        ValueError: there is no such code.
    """
    wanted = code.strip()
    for known_code, name in code_names().items():
        if wanted.upper() == known_code or wanted.lower() == name:
            told = about(known_code)
            return f"{known_code} {name} ({told.severity.value})\n\n{told.text}"
    known = [word for pair in code_names().items() for word in pair]
    hint = near(wanted.upper() if wanted[:2].upper() == "KF" else wanted, known) if wanted else ""
    raise ValueError(f"no finding has the code “{code}”{hint if hint.startswith('; did') else ''}")


def about(code: str) -> Help:
    """What a code means.

    Raises:
        KeyError: there is no such code.
    """
    from kfexport.codes import CODES
    from kfexport.lint import registry as rules

    if code in rules.rules():
        return Help(rules.rules()[code].severity, rules.documentation(code))
    info = CODES[code]
    return Help(info.severity, f"{info.about}\n\nCure: {info.cure}")


def code_names() -> dict[str, str]:
    """Code → kebab-case name, of all findings."""
    from kfexport.codes import CODES
    from kfexport.lint import registry as rules

    found = {info.code: info.name for info in CODES.values()}
    found.update((rule.code, rule.name) for rule in rules.rules().values())
    return dict(sorted(found.items()))
