"""What players read, in their language: one catalogue, a folder a language (texts/README.md)."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

from fluent.runtime import FluentBundle, FluentResource
from fluent.syntax.ast import Junk

ENGLISH = "en"
_AKIN = {"no": "nb", "nn": "nb"}
"""Languages whose readers read another of ours with ease."""


class TextError(LookupError):
    """A language, a text or a value that is not there; the message names it."""


class Texts:
    """The texts of one language; what it lacks is said in English.

    `lang` is a code of `languages()`, or a locale such as `cs_CZ.UTF-8`; None takes what the
    environment asks for. TextError for an argument that names no language here. With `strict` (for
    tests) a text or a value that is missing is a TextError too; without it the game goes on, and
    the reader sees English, or the bare key.
    """

    def __init__(self, lang: str | None = None, *, strict: bool = False) -> None:
        self.lang = _asked(os.environ) if lang is None else _known(lang)
        self.strict = strict
        fallback = () if strict or self.lang == ENGLISH else (_bundle(ENGLISH),)
        self._bundles = (_bundle(self.lang), *fallback)

    @staticmethod
    def languages() -> tuple[str, ...]:
        """The codes of all languages there are texts in, English first."""
        return _languages()

    def say(self, key: str, **values: object) -> str:
        """The text called `key`, with `values` set in; numbers as the language writes them.

        `key.form` asks for a form of it, as `face-wild.object`, and takes the plain text in
        languages that have no such form. A bool is set in as `yes` or `no`.
        """
        name, _, form = key.partition(".")
        bundle = next((each for each in self._bundles if each.has_message(name)), None)
        if bundle is None:
            return self._lacking(key, f"no text {name!r} in {self.lang}")
        message = bundle.get_message(name)
        pattern = message.attributes.get(form, message.value)
        if pattern is None:
            return self._lacking(key, f"text {name!r} in {self.lang} has nothing but forms")
        text, errors = bundle.format_pattern(pattern, {n: _plain(v) for n, v in values.items()})
        if errors:
            self._lacking(key, f"text {key!r} in {self.lang}: {'; '.join(map(str, errors))}")
        return str(text)

    def _lacking(self, key: str, msg: str) -> str:
        if self.strict:
            raise TextError(msg)
        return key

    def has(self, key: str) -> bool:
        """Whether there is a text called `key`."""
        return any(bundle.has_message(key) for bundle in self._bundles)

    def join(self, items: Sequence[str]) -> str:
        """Several things in a row: `a, b and c`."""
        if len(items) < 2:
            return "".join(items)
        return self.say("list-last", rest=", ".join(items[:-1]), last=items[-1])


def _plain(value: object) -> object:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value if isinstance(value, int | float) else str(value)


def _code(locale: str) -> str:
    code = locale.replace("-", "_").split(".")[0].split("@")[0].split("_")[0].lower()
    return _AKIN.get(code, code)


def _known(lang: str) -> str:
    code = _code(lang)
    if code not in _languages():
        msg = f"no texts in {lang!r}; there are {', '.join(_languages())}"
        raise TextError(msg)
    return code


def _asked(environment: Mapping[str, str]) -> str:
    """The language of messages, as POSIX looks it up; English where we have none in it."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if environment.get(name):
            code = _code(environment[name])
            return code if code in _languages() else ENGLISH
    return ENGLISH


@cache
def _languages() -> tuple[str, ...]:
    folders = [each for each in (files("showdown_table") / "texts").iterdir() if each.is_dir()]
    found = {each.name for each in folders if (each / "common.ftl").is_file()}
    return (ENGLISH, *sorted(found - {ENGLISH}))


@cache
def _bundle(lang: str) -> FluentBundle:
    # Marks that isolate a value from text of the other direction show as dirt in terminals.
    bundle = FluentBundle([lang], use_isolating=False)
    folder = files("showdown_table") / "texts" / lang
    for file in sorted(folder.iterdir(), key=lambda each: each.name):
        if file.name.endswith(".ftl"):
            resource = FluentResource(file.read_text("utf-8"))
            junk = [each for each in resource.body if isinstance(each, Junk)]
            if junk:
                msg = f"{lang}/{file.name}: not Fluent: {junk[0].content!r}"
                raise TextError(msg)
            bundle.add_resource(resource)
    return bundle
