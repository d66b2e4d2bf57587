"""Names of Anki's stock note types in all languages.

Anki translates the names when a collection is made and never again, and a CSV file can only name a note type. An
unknown name is passed over and of several the last known one counts, so a file names them all, English last.

Source: collections made by the backend in each language of Anki 23.10 to 26.09 (``anki.lang.langs``); a language has
two names where a release translated it anew.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

Kind: TypeAlias = Literal["basic", "typing", "cloze"]
"""Kind of note, part of its identity; a file holds notes of one kind."""

BASIC: Final = (
    "Alap",  # hu
    "Basies",  # af
    "Basilare",  # it
    "Basique",  # fr
    "Basis",  # nl
    "Baza",  # eo
    "Bunúsach",  # ga
    "Bàsica",  # ca
    "Básica",  # gl
    "Básico",  # es, pt
    "Cơ bản",  # vi
    "De bază",  # ro
    "Einfach",  # de
    "Elementari",  # oc
    "Grundläggande",  # sv
    "Grundlæggende",  # da
    "Grunnleggende",  # nb
    "Oddiy",  # uz
    "Oinarrizkoa",  # eu
    "Osnovna",  # hr, sl
    "Perusmalli",  # fi
    "Podstawowy",  # pl
    "Põhimudel",  # et
    "Temel",  # tr
    "Základní",  # cs
    "Základný",  # sk
    "sampu",  # jbo
    "Βασικό",  # el
    "Базавая",  # be
    "Базовий",  # uk
    "Основен",  # bg
    "Основно",  # sr
    "Простая",  # ru
    "Қарапайым",  # kk
    "Үндсэн",  # mn
    "Հիմնական",  # hy
    "בסיסי",  # he
    "עיקרדיק",  # yi
    "أساسي",  # ar
    "ئاساسى",  # ug
    "پایه",  # fa
    "ମୌଳିକ",  # or
    "พื้นฐาน",  # th
    "基本",  # ja
    "基本型",  # zh_TW
    "问答题",  # zh_CN
    "Basic",  # English, and what Anki has not translated
)
"""Front and back, one card."""

TYPE_IN: Final = (
    "Alap (írd be a választ)",  # hu
    "Alap (írja be a választ)",  # hu
    "Bas (skriv in svaret)",  # sv
    "Basic (πληκτρολόγηση απάντησης)",  # el
    "Basilare (digita la risposta)",  # it
    "Basique (saisissez la réponse)",  # fr
    "Basisch (typ het antwoord in)",  # nl
    "Baza (enigi la respondon)",  # eo
    "Baza (entajpi la respondon)",  # eo
    "Bunúsach (clóscríobh an freagra)",  # ga
    "Bàsica (escriure la resposta)",  # ca
    "Básica (escribe a resposta)",  # gl
    "Básico (digite a resposta)",  # pt
    "Básico (teclear la respuesta)",  # es
    "Cơ bản (nhập câu trả lời)",  # vi
    "De bază(tastați răspunsul)",  # ro
    "Einfach (Antwort eintippen)",  # de
    "Grundlæggende (skriv ind svaret)",  # da
    "Oddiy (javobni kiritish)",  # uz
    "Osnovna (upisivanje odgovora)",  # hr
    "Osnovna (vnesi odgovor)",  # sl
    "Perusmalli (kirjoita vastaus)",  # fi
    "Podstawowy (wpisywanie odpowiedzi)",  # pl
    "Základní (napsat odpověď)",  # cs
    "sampu je cu nitcu lo nu do samci'a lo te spuda",  # jbo
    "Базавая (напісанне адказу)",  # be
    "Базовий (з вдрукуванням відповіді)",  # uk
    "Простая (с вводом ответа)",  # ru
    "Қарапайым (жауапты теру)",  # kk
    "Հիմնական (մուտքագրեք պատասխանը)",  # hy
    "בסיסי (הקלד את התשובה)",  # he
    "עיקרדיק (אַרײַנקלאַפּן די ענטפֿער)",  # yi
    "أساسي (مع كتابة الجواب)",  # ar
    "ئاساسىي (جاۋاب كىرگۈزىدىغان)",  # ug
    "پایه (تایپ کردن پاسخ)",  # fa
    "ମୌଳିକ (ଉତ୍ତର ଟାଇପ୍ କରନ୍ତୁ)",  # or
    "พื้นฐาน (พิมพ์ตอบ)",  # th
    "基本 (文字入力解答)",  # ja
    "基本 (解答を入力)",  # ja
    "基本型（輸入答案）",  # zh_TW
    "问答题（输入答案）",  # zh_CN
    "Basic (type in the answer)",  # English, and what Anki has not translated
)
"""Front and back, the answer is typed in."""

CLOZE: Final = (
    "Aukkotehtävä",  # fi
    "Boşluklu",  # tr
    "Boʻshliqni toʻldirish",  # uz
    "Doplňovačka",  # cs, sk
    "Iomlánú",  # ga
    "Lucktext",  # sv
    "Luka",  # pl
    "Lyukas szöveg",  # hu
    "Lückentext",  # de
    "Nadopunjavanje teksta",  # hr
    "Oco",  # gl
    "Omissão de Palavras",  # pt
    "Respuesta anidada",  # es
    "Test cu cuvinte lipsă",  # ro
    "Text amb buits",  # ca
    "Texte à trous",  # fr
    "Truteksto",  # eo
    "Tèxte amb traucs",  # oc
    "Zapora podatka",  # sl
    "hutsuneak betetzea",  # eu
    "mipri cipra",  # jbo
    "Điền chỗ trống",  # vi
    "Κλείσιμο",  # el
    "З прабеламі",  # be
    "Задание с пропусками",  # ru
    "Закритий текст",  # uk
    "Пропусти",  # sr
    "Саңылау толтыру",  # kk
    "Բացթողումներ",  # hy
    "השלם את החסר",  # he
    "שפּאַלט",  # yi
    "بوش ئورۇن تولدۇرۇش",  # ug
    "جاخالی",  # fa
    "ملء فراغات",  # ar
    "କ୍ଲୋଜ୍",  # or
    "เติมคำ",  # th
    "克漏字",  # zh_TW
    "填空题",  # zh_CN
    "穴埋め",  # ja
    "穴埋め問題",  # ja
    "Cloze",  # English, and what Anki has not translated
)
"""A text with gaps."""

NAMES: Final[Mapping[Kind, tuple[str, ...]]] = MappingProxyType({"basic": BASIC, "typing": TYPE_IN, "cloze": CLOZE})
"""Kind of note → the names of its type."""
