"""What the window says, read from the program's text: the strings of the gui, and the sentences of the layers below.

Owns how strings are found (by ``ast``, nothing is imported or run). What becomes of them is the business of
``tests.helpers.translations``.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SENTENCES = "Sentences"
"""Context of what the layers below the gui say; ``gui/told.py`` uses the same word."""

# What only the command line says, or what is no text for people: patterns, scripts, words to look for in names.
_SILENT = (
    "__main__.py",
    "actions/file_names/copy_marks.py",
    "actions/file_names/dates.py",
    "actions/file_names/hints.py",
    "actions/file_names/kin_words.py",
    "actions/file_names/name_reading.py",
    "actions/file_names/place_words.py",
    "actions/file_names/releases.py",
    "actions/file_names/version_words.py",
    "actions/plan/conflicts.py",
    "actions/plan/json_file.py",
    "actions/plan/shell_functions.py",
    "actions/plan/shell_script.py",
    "app/find/measure_matches.py",
    "app/find/query_file.py",
    "app/maintenance/",
    "app/paper_tools/",
    "app/removal/wording.py",
    "app/reports/html_report.py",
    "app/runtime/profiling.py",
    "app/runtime/warmup.py",
    "app/session/saved/arrays.py",
    "app/session/saved/facts.py",
    "app/verify/overlap_figures.py",
    "app/verify/large_files_service.py",
    "arrays/counting_sort.py",
    "arrays/permute_rows.py",
    "arrays/repeat_rows.py",
    "arrays/set_operations.py",
    "model/file_families.py",
    "scan/build_table.py",
    "scan/extract/formats.py",
    "scan/extract/limits.py",
    "scan/pipeline.py",
    "scan/view_record.py",
    "search/",
    "signatures/",
    "store/cache/maintenance.py",
    "store/cache/queries.py",
    "store/cache/records.py",
    "store/cache/schema.py",
    "store/json_values.py",
    "store/ngram_index/",
    "text/",
    "workers/sandbox/",
)
_BUGS = {"ValueError", "TypeError", "AssertionError", "RuntimeError", "KeyError", "PermissionError"}
_NOT_FOR_PEOPLE = re.compile(
    r"\(\?|\[\^|\[\[|%\(|\\[dwsx]|\n|^\W*(SELECT|WITH|INSERT|UPDATE|DELETE|CREATE|PRAGMA|ORDER|WHERE|ON) "
)
_WORDS = re.compile(r"[a-z]{2,}")


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
    """Every sentence that a layer below the gui can say, with ``%1``, ``%2`` for what is put into it."""
    found: dict[str, Message] = {}
    package = ROOT / "simfinder"
    for file in sorted(package.rglob("*.py")):
        name = file.relative_to(package).as_posix()
        if name.startswith(("gui/", "cli/", *_SILENT)):
            continue
        reader = _Sentences()
        reader.visit(ast.parse(file.read_text(encoding="utf-8")))
        for source in reader.found:
            found.setdefault(source, Message(SENTENCES, source, f"simfinder/{name}"))
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


class _Sentences(ast.NodeVisitor):
    """Collects literals of more than one word, an f-string as a template with its alternatives written out."""

    def __init__(self) -> None:
        self.found: set[str] = set()
        self._constants: dict[str, str] = {}

    def visit_Module(self, node: ast.Module) -> None:
        for one in node.body:
            if isinstance(one, ast.Assign) and isinstance(one.value, ast.Constant):
                value = one.value.value
                if isinstance(value, str) and isinstance(one.targets[0], ast.Name):
                    self._constants[one.targets[0].id] = value
        self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):  # a docstring
            self.generic_visit(node)

    def visit_Raise(self, node: ast.Raise) -> None:
        if isinstance(node.exc, ast.Call) and ast.unparse(node.exc.func) in _BUGS:
            return
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        called = ast.unparse(node.func)
        if called.startswith(("re.", "LOG.")) or called.endswith(".execute"):
            return
        self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_arg(self, node: ast.arg) -> None:
        """Annotations are no texts."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        node.returns = None
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, str):
            self._take(node)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        self._take(node)
        for part in node.values:
            if isinstance(part, ast.FormattedValue) and not isinstance(part.value, ast.IfExp):
                self.visit(part.value)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        if isinstance(node.op, ast.Add) and _is_text(node):
            self._take(node)
            return
        self.generic_visit(node)

    def _take(self, node: ast.expr) -> None:
        for pieces in self._variants(node):
            source = _numbered(pieces)
            if " " in source.strip() and _WORDS.search(source) and not _NOT_FOR_PEOPLE.search(source):
                self.found.add(source)

    def _variants(self, node: ast.expr) -> list[tuple[str | None, ...]]:
        """What a text can be: pieces, None for a value."""
        match node:
            case ast.Constant():
                return [(str(node.value),)]
            case ast.Name() if node.id in self._constants:
                return [(self._constants[node.id],)]
            case ast.JoinedStr():
                return [sum(parts, ()) for parts in product(*map(self._variants, node.values))]
            case ast.FormattedValue():
                return (
                    self._variants(node.value) if isinstance(node.value, ast.IfExp | ast.Name) else [(None,)]
                )
            case ast.IfExp() if _is_text(node):
                return self._variants(node.body) + self._variants(node.orelse)
            case ast.BinOp(op=ast.Add()):
                return [a + b for a in self._variants(node.left) for b in self._variants(node.right)]
        return [(None,)]


def _is_text(node: ast.expr) -> bool:
    if isinstance(node, ast.BinOp):
        return _is_text(node.left) or _is_text(node.right)
    if isinstance(node, ast.IfExp):
        return _is_text(node.body) or _is_text(node.orelse)
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def _numbered(pieces: tuple[str | None, ...]) -> str:
    text, number = "", 0
    for piece in pieces:
        if piece is None:
            number += 1
            text += f"%{number}"
        else:
            text += piece
    return text
