"""What each code means: the table of codes and the docs of the rules, as one book."""

from kfexport.spelling import near


def explain(code: str) -> str:
    """What a code, or the name of one, means and what to do about it.

    Raises:
        ValueError: there is no such code.
    """
    from kfexport.codes import CODES
    from kfexport.lint import registry as rules

    wanted = code.strip()
    for rule in rules.rules().values():
        if wanted.upper() == rule.code or wanted.lower() == rule.name:
            return f"{rule.code} {rule.name} ({rule.severity.value})\n\n{rules.documentation(rule.code)}"
    for info in CODES.values():
        if wanted.upper() == info.code or wanted.lower() == info.name:
            return f"{info.code} {info.name} ({info.severity.value})\n\n{info.about}\n\nCure: {info.cure}"
    known = [word for pair in code_names().items() for word in pair]
    meant = near(wanted.upper() if wanted[:2].upper() == "KF" else wanted, known) if wanted else ""
    raise ValueError(f"no finding has the code “{code}”{meant if meant.startswith('; did') else ''}")


def code_names() -> dict[str, str]:
    """Code → kebab-case name, of all findings."""
    from kfexport.codes import CODES
    from kfexport.lint import registry as rules

    found = {info.code: info.name for info in CODES.values()}
    found.update((rule.code, rule.name) for rule in rules.rules().values())
    return dict(sorted(found.items()))
