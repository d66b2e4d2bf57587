"""Words that exports show around the author's own, by language.

An author who wants other words gives ``labels`` in the quiz file; a language that is not listed here gets English.
"""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from kfexport.model.quiz import Quiz

_NAMES: Final = (
    "true", "false", "answer", "explanation", "hint", "model_answer", "choices", "order", "match",
)  # fmt: skip

LABEL_NAMES: Final[frozenset[str]] = frozenset(_NAMES)
"""The closed list of words that ``labels`` may set."""

_WORDS: Final[Mapping[str, tuple[str, ...]]] = {
    "en": ("True", "False", "Answer", "Explanation", "Hint", "Model answer", "Choices", "Order", "Match"),
    "ja": ("正しい", "誤り", "回答", "解説", "ヒント", "解答例", "選択肢", "順序", "組み合わせ"),
    "de": ("Wahr", "Falsch", "Antwort", "Erklärung", "Hinweis", "Musterantwort", "Auswahl", "Reihenfolge",
           "Zuordnung"),
    "fr": ("Vrai", "Faux", "Réponse", "Explication", "Indice", "Réponse type", "Choix", "Ordre", "Association"),
    "es": ("Verdadero", "Falso", "Respuesta", "Explicación", "Pista", "Respuesta modelo", "Opciones", "Orden",
           "Correspondencia"),
    "pt": ("Verdadeiro", "Falso", "Resposta", "Explicação", "Dica", "Resposta modelo", "Opções", "Ordem",
           "Correspondência"),
    "zh": ("正确", "错误", "答案", "解析", "提示", "参考答案", "选项", "顺序", "匹配"),
    "zh-hant": ("正確", "錯誤", "答案", "解析", "提示", "參考答案", "選項", "順序", "配對"),
    "ko": ("참", "거짓", "정답", "해설", "힌트", "모범 답안", "선택지", "순서", "짝짓기"),
}  # fmt: skip

_TRADITIONAL: Final = ("zh-hant", "zh-tw", "zh-hk", "zh-mo")


def label(quiz: Quiz, name: str) -> str:
    """The word for ``name``, one of :data:`LABEL_NAMES`, in the quiz's language.

    Raises:
        KeyError: ``name`` is none of the closed list.
    """
    own = quiz.labels.get(name)
    if own:
        return own
    return _words(quiz.lang.lower())[name]


@lru_cache(maxsize=64)
def _words(tag: str) -> Mapping[str, str]:
    words = _WORDS["zh-hant"] if tag.startswith(_TRADITIONAL) else _WORDS.get(tag.split("-")[0], _WORDS["en"])
    return MappingProxyType(dict(zip(_NAMES, words, strict=True)))
