"""The table of codes: what each finding means and what to do about it.

``KF0xx`` reading, ``KF1xx`` schema, ``KF2xx`` and ``KF3xx`` lint, ``KF4xx`` losses of an export, ``KF5xx`` losses of
an import. A code is never given to another finding. Lint rules bring their own text (see ``kfexport.lint``).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from kfexport.diagnostics import Diagnostic, Origin, Related, Severity

_E, _W, _I = Severity.ERROR, Severity.WARNING, Severity.INFO


@dataclass(frozen=True, slots=True)
class CodeInfo:
    """One code."""

    code: str
    name: str
    """Kebab-case, as stable as the code."""
    severity: Severity
    """The usual severity; losses may differ."""
    about: str
    """What it means."""
    cure: str
    """What to do."""


_TABLE: Final = (
    CodeInfo("KF001", "unreadable-file", _E, "A file or folder that was named cannot be read.",
             "Check the path and the permissions."),
    CodeInfo("KF002", "unwritable-output", _E, "A file or folder of the output cannot be written. Nothing was changed.",
             "Choose another folder with -o, or change the permissions."),
    CodeInfo("KF003", "not-a-quiz", _E, "A file that was named by hand is no quiz: it has none of the keys format, "
             "questions and sections at its top, or its top is not a map of keys.",
             "Begin the file with `format: 1`, `id`, `title`, `lang` and `questions`."),
    CodeInfo("KF004", "skipped-file", _I, "A YAML file in a folder has none of the keys format, questions and sections "
             "at its top. It is somebody else's and was passed over.",
             "Nothing, if that is so. Otherwise begin it with `format: 1`."),
    CodeInfo("KF005", "not-utf-8", _E, "The file is not UTF-8.", "Save it as UTF-8 in your editor."),
    CodeInfo("KF006", "forbidden-character", _E, "A control character, or another one that XML 1.0 forbids, stands in "
             "the file. No platform could show it, and XML files could not hold it.", "Delete it."),
    CodeInfo("KF007", "too-much", _E, "The file is larger than 64 MB, nested deeper than 60 levels, or its aliases "
             "expand it more than tenfold.", "Split the file, or write the repeated parts out."),
    CodeInfo("KF008", "empty-file", _E, "The file holds nothing but blanks and comments.",
             "Write a quiz, or take the file out of the folder."),
    CodeInfo("KF009", "no-quizzes", _E, "Nothing to do: no quiz was found in the places that were named.",
             "Name a quiz file, or a folder that holds some."),
    CodeInfo("KF010", "syntax", _E, "The file is not valid YAML at this place.",
             "The message says what YAML expected there; quoting the value in single quotes mends most cases."),
    CodeInfo("KF011", "duplicate-key", _E, "The same key stands twice in one map. YAML keeps only one of the values.",
             "Delete or rename one of them."),
    CodeInfo("KF012", "merge-key", _E, "The merge key `<<` is not part of the quiz format.",
             "Write the keys out, or use `defaults`."),
    CodeInfo("KF013", "tag", _E, "YAML tags such as `!include` or `!!str` are not part of the quiz format.",
             "Delete the tag; a value that really begins with `!` needs quotes."),
    CodeInfo("KF014", "several-documents", _E, "The file holds several YAML documents; one file is one quiz.",
             "Move the second document to a file of its own, or indent a line that begins with `---`."),
    CodeInfo("KF015", "alias", _E, "An alias that names nothing, or that contains itself.",
             "Define the anchor before its first use; a value that really begins with `*` or `&` needs quotes."),
    CodeInfo("KF016", "escape", _E, "Inside double quotes YAML turns `\\t`, `\\f`, `\\b` and others into control "
             "characters. It is nearly always LaTeX or a Windows path.", "Use single quotes, or a block (`|`)."),
    CodeInfo("KF017", "newline-escape", _W, "Inside double quotes `\\n` is a line end, and here it begins what looks "
             "like a LaTeX word.", "Use single quotes, or a block (`|`)."),
    CodeInfo("KF018", "comment-in-text", _W, "A blank and `#` end a plain text and begin a comment, so the rest is "
             "not part of the text.", "Quote the text if the rest belongs to it; put two blanks before a comment."),
    CodeInfo("KF019", "empty-value", _W, "A key without a value counts as absent.",
             "Give it a value, or delete the key."),
    CodeInfo("KF020", "too-many-mistakes", _E, "The file has thousands of mistakes; only the first are told.",
             "Mend these, and run the check again."),
    CodeInfo("KF021", "unused-anchor", _E, "YAML takes a word with `&` before a plain text for the name of the text "
             "and leaves it out; no alias uses that name.",
             "Put the text in quotes if `&` belongs to it, or delete the word."),
    CodeInfo("KF022", "question-sign", _E, "A value that begins with `?` is a map to YAML.",
             "Put the whole value in single quotes."),
    CodeInfo("KF030", "missing-image", _E, "The file of an image is not there. Paths are relative to the quiz file, "
             "and letter case counts on every system, since the file has to be found on all of them.",
             "Mend the path, or put the file there. A name with blanks stands in `<…>`."),
    CodeInfo("KF031", "image-outside", _E, "The address of an image is no path inside the bank: it is absolute, leads "
             "out of the bank's root by `..` or a symbolic link, or begins with something like `file:`. The root is "
             "the nearest folder upwards with pyproject.toml, kfexport.toml or .git, else the folder that was named.",
             "Put the image into the bank, and write its path relative to the quiz file."),
    CodeInfo("KF032", "not-an-image", _E, "The bytes of a file that an image mark names are no PNG, JPEG, GIF, WebP or "
             "SVG, whatever its name says.", "Save the image in one of these formats."),
    CodeInfo("KF033", "image-too-large", _E, "An image has more than 10 MB.", "Make it smaller."),
    CodeInfo("KF034", "unsafe-svg", _E, "An SVG holds a script, an event handler, HTML, or a reference to something "
             "outside of it. Whoever opened it on the platform would run or load that.",
             "Save it as plain SVG, or as PNG."),
    CodeInfo("KF035", "remote-image", _W, "An image is on the network. It stays a link, since kfexport fetches "
             "nothing; learners without network, and all when it is gone, see nothing.",
             "Save the image beside the quiz file, and name that file."),
    CodeInfo("KF036", "many-megabytes", _I, "The images of a quiz have more than 50 MB together. Platforms limit the "
             "size of what they import.", "Make them smaller, or split the quiz."),
    CodeInfo("KF037", "sound-or-film", _E, "An image mark names a sound or a film. Those cannot be embedded yet.",
             "Put it on the network, and link to it: `[the song](https://example.org/song.mp3)`."),
    CodeInfo("KF038", "unreadable-image", _E, "The file of an image is there, and cannot be read.",
             "Check the permissions."),
    CodeInfo("KF101", "unknown-key", _E, "The quiz format has no such key at this place.",
             "Mend the spelling, move the key, or begin it with `x-` if it belongs to another tool."),
    CodeInfo("KF102", "missing-key", _E, "A required key is missing.", "Add it."),
    CodeInfo("KF103", "wrong-type", _E, "The value is of another kind than the key needs.",
             "The message says what is needed. What is quoted is always text."),
    CodeInfo("KF104", "wrong-value", _E, "The value is not among those that the key can have.",
             "The message says which those are."),
    CodeInfo("KF106", "wrong-number-of-choices", _E, "A list has too few entries, or not exactly one right choice.",
             "Mark exactly one choice with `correct: true`."),
    CodeInfo("KF107", "bad-id", _E, "Ids are ASCII: letters, digits, `.`, `_` and `-`, at most 60, with a letter or "
             "digit at both ends.", "Choose another id."),
    CodeInfo("KF401", "not-expressible", _E, "The target cannot express this question.",
             "Leave it out for this target with `omit`, or for one build with --allow-omit."),
    CodeInfo("KF402", "feature-lost", _W, "The target has no place for this; the message says what happens instead.",
             "Nothing, if you can live with it; --strict makes it fail."),
    CodeInfo("KF403", "not-of-this-target", _I, "The target never has such a thing by its nature.", "Nothing."),
    CodeInfo("KF404", "shown-differently", _I, "The target shows this a little differently.", "Nothing."),
    CodeInfo("KF405", "text-changed", _W, "The target cannot show a text, or a part of it, as it was written; the "
             "message says what it shows instead.", "Write the text another way if that matters."),
    CodeInfo("KF406", "limit", _E, "Something is larger or longer than the target takes.", "Make it shorter."),
    CodeInfo("KF407", "left-out", _I, "The question was left out of the target, since --allow-omit was given.",
             "Write `omit` in the question, and the note goes away."),
    CodeInfo("KF420", "no-such-asset", _E, "A text shows an image that the quiz does not hold. A quiz that was loaded "
             "from a file always holds its images; one that a program made has them in `Quiz.assets`.",
             "Load the quiz from its file, or give it the image."),
    CodeInfo("KF408", "nothing-left", _W, "No question of the quiz is left for the target, so no file is written.",
             "Nothing, if drafts and `omit` are meant so."),
)  # fmt: skip

CODES: Final[Mapping[str, CodeInfo]] = MappingProxyType({info.code: info for info in _TABLE})
"""Code → what it means."""


def finding(
    code: str,
    message: str,
    where: Origin | None = None,
    *,
    hint: str | None = None,
    related: tuple[Related, ...] = (),
    question: str | None = None,
) -> Diagnostic:
    """A diagnostic with the severity that the table gives its code; errors where a rule has the code."""
    info = CODES.get(code)
    return Diagnostic(
        code=code,
        severity=info.severity if info is not None else Severity.ERROR,
        message=message,
        where=where,
        hint=hint,
        related=related,
        question=question,
    )
