"""What the window says, read from the program's text: the strings of the gui, and the sentences of the layers below.

Strings are found by ``ast``, nothing is run. What becomes of them is the business of
``tests.helpers.translations``.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from simfinder.text.message import numbered

ROOT = Path(__file__).resolve().parents[2]
SENTENCES = "Sentences"
"""Context of what the layers below the gui say; ``gui.wording.translate_messages`` uses the same word."""

_WORD = re.compile(r"[a-z]{2,}")


@dataclass(frozen=True, order=True)
class Message:
    """A string to be translated.

    Attributes:
        context: class or table it belongs to.
        source: in English.
        file: where it stands, below the project's folder.
    """

    context: str
    source: str
    file: str


@cache
def window_messages() -> list[Message]:
    """Every string that the gui hands to a translation function.

    Raises:
        ValueError: one is handed over that is no literal, which no tool can find.
    """
    found: list[Message] = []
    for file in sorted((ROOT / "simfinder" / "gui").rglob("*.py")):
        reader = _Window(file.relative_to(ROOT).as_posix())
        reader.visit(ast.parse(file.read_text(encoding="utf-8")))
        found += reader.found
    return sorted(set(found))


@cache
def sentence_messages() -> list[Message]:
    """Every template that a layer below the gui hands to ``say``, with ``%1``, ``%2`` for its values.

    Raises:
        ValueError: a template is no literal, which no tool can find.
    """
    found: dict[str, Message] = {}
    for file in sorted((ROOT / "simfinder").rglob("*.py")):
        name = file.relative_to(ROOT).as_posix()
        text = file.read_text(encoding="utf-8")
        if name != "simfinder/text/message.py" and "from simfinder.text.message import" not in text:
            continue  # its ``say`` is another one
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "say":
                template = node.args[0]
                if not (isinstance(template, ast.Constant) and isinstance(template.value, str)):
                    raise ValueError(f"{name}:{node.lineno}: only a literal can be translated")
                if _WORD.search(template.value):
                    source = numbered(template.value)
                    found.setdefault(source, Message(SENTENCES, source, name))
    limits = tomllib.loads((ROOT / "resources" / "tolerances.toml").read_text(encoding="utf-8"))
    for source in _reasons(limits):
        found.setdefault(source, Message(SENTENCES, source, "resources/tolerances.toml"))
    return sorted(found.values())


def _reasons(data: object) -> Iterator[str]:
    if isinstance(data, str):
        if " " in data:
            yield data
    elif isinstance(data, dict):
        for value in data.values():
            yield from _reasons(value)


class _Window(ast.NodeVisitor):
    """Collects ``self.tr``, ``QCoreApplication.translate`` and calls of a module's own ``_tr``.

    A context that is no literal is that of the sentences, which are found where they are made.
    """

    def __init__(self, file: str) -> None:
        self.file = file
        self.found: list[Message] = []
        self._classes: list[str] = []
        self._scopes: list[dict[str, str]] = [{}]

    def visit_Module(self, node: ast.Module) -> None:
        self._take_wrappers(node.body)
        self.generic_visit(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self._classes.append(node.name)
        self.generic_visit(node)
        self._classes.pop()

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        if _wraps(node):
            return
        self._scopes.append({})
        self._take_wrappers(node.body)
        self.generic_visit(node)
        self._scopes.pop()

    def visit_Call(self, node: ast.Call) -> None:
        called = ast.unparse(node.func)
        if called == "self.tr":
            self._take(self._classes[-1], node.args[0])
        elif called == "QCoreApplication.translate" and isinstance(node.args[0], ast.Constant):
            self._take(ast.literal_eval(node.args[0]), node.args[1])
        elif isinstance(node.func, ast.Name):
            context = next((scope[called] for scope in reversed(self._scopes) if called in scope), None)
            if context is not None:
                self._take(context, node.args[0])
        self.generic_visit(node)

    def _take(self, context: str, text: ast.expr) -> None:
        if not (isinstance(text, ast.Constant) and isinstance(text.value, str)):
            raise ValueError(
                f"{self.file}:{text.lineno}: only a literal can be translated: {ast.unparse(text)}"
            )
        self.found.append(Message(context, text.value, self.file))

    def _take_wrappers(self, body: list[ast.stmt]) -> None:
        for one in body:
            if isinstance(one, ast.FunctionDef) and (context := _wraps(one)):
                self._scopes[-1][one.name] = context


def _wraps(node: ast.FunctionDef) -> str | None:
    """The context of a function that does nothing but translate its argument."""
    last = node.body[-1]
    if len(node.args.args) != 1 or not isinstance(last, ast.Return) or not isinstance(last.value, ast.Call):
        return None
    call = last.value
    if ast.unparse(call.func) != "QCoreApplication.translate" or not isinstance(call.args[0], ast.Constant):
        return None
    return str(ast.literal_eval(call.args[0]))
