"""Sets of working folders: sister projects from one template, and projects with copies of themselves."""

from __future__ import annotations

import json
from datetime import datetime, timedelta

from tests.helpers.homes import documents, edits
from tests.helpers.homes.builder import Folder, register
from tests.helpers.homes.words import Writer

from .sources import function, joined, licence_text, module

Tree = dict[str, bytes]


def web_project(author: Writer, modules: int) -> Tree:
    """A program with tests, pages, settings and a repository."""
    name = author.identifier(1)
    tree = {
        "pyproject.toml": f'[project]\nname = "{name}"\nversion = "0.4"\ndescription = "{author.title()}"\n',
        "README.md": f"# {name}\n\n" + "\n\n".join(author.paragraphs(4)) + "\n",
        "LICENSE": "\n".join(licence_text(author, 14)) + "\n",
        ".gitignore": "__pycache__/\n*.pyc\nbuild/\n.venv/\n",
        ".git/HEAD": "ref: refs/heads/main\n",
        ".git/config": "[core]\n\trepositoryformatversion = 0\n\tbare = false\n",
        ".git/index": author.title(),
        f"{name}/__init__.py": "",
        "static/style.css": "\n".join(
            f".{author.identifier(1)} {{ margin: {author.random.randint(1, 40)}px; "
            f"color: #{author.random.getrandbits(24):06x}; }}"
            for _ in range(40)
        ),
    }
    for _ in range(modules):
        part = author.identifier()
        tree[f"{name}/{part}.py"] = joined(module(author, author.random.randint(3, 8)))
        tree[f"tests/test_{part}.py"] = joined(module(author, 2))
        page = documents.Text(author.title(), author.paragraphs(2))
        tree[f"templates/{part}.html"] = documents.html(page).decode()
    return {path: text.encode() for path, text in tree.items()}


def write_tree(
    folder: Folder, place: str, tree: Tree, lineage: str, ranks: dict[str, int], when: datetime
) -> None:
    """Files of a working folder; without its repository, which scans leave out as hidden."""
    folder.project = place
    for number, (path, data) in enumerate(sorted(tree.items())):
        rank = ranks.get(path, 0)
        folder.add(f"{place}/{path}", data, f"{lineage}/{path}", rank, when + timedelta(seconds=number * 7))
    folder.project = ""


def edited(tree: Tree, author: Writer, ranks: dict[str, int], count: int) -> Tree:
    """A tree some days later: some modules changed, their ranks raised."""
    new = dict(tree)
    modules = [path for path, data in tree.items() if path.endswith(".py") and data]
    for path in author.random.sample(modules, min(count, len(modules))):
        blocks = new[path].decode().rstrip("\n").split("\n\n\n")
        new[path] = joined(edits.one_piece(blocks, author.random, lambda: function(author))).encode()
        if new[path] != tree[path]:
            ranks[path] = ranks.get(path, 0) + 1
    return new


def write_copies(folder: Folder, name: str, places: list[str], modules: int = 6) -> None:
    """A project and its copies in other places, each some edits older than the next; the last one is in use."""
    author = folder.writer()
    tree, ranks = web_project(author, modules), {}
    for place in places:
        write_tree(folder, place, tree, name, dict(ranks), folder.later(20))
        tree = edited(tree, author, ranks, 4)
    last = folder.later()
    folder.related = name
    folder.add(f"{name}.zip", documents.zipped(tree, last), when=last)
    folder.related = ""


@register(trap=True)
def project_copies(folder: Folder) -> None:
    """Projects with copies beside them and in a backup: nothing is marked file by file below them."""
    places = ["Backup/2023-05/webapp", "webapp-1.2", "webapp - Copy", "webapp"]
    write_copies(folder, "webapp", places)
    write_copies(folder, "tool", ["tool (copy)", "old/tool", "tool"])


@register(trap=True)
def sister_projects(folder: Folder) -> None:
    """Projects started from one template: set-up, tests and pages begin the same, the programs are other ones."""
    base = folder.writer()
    common = {
        "setup.py": joined(module(base, 3)),
        "Makefile": "\n".join(f"{base.identifier(1)}:\n\tpython -m {base.identifier(1)}" for _ in range(9)),
        "docs/conf.py": joined(module(base, 3)),
        ".editorconfig": "root = true\n[*]\nindent_style = space\n",
        "tests/conftest.py": joined(module(base, 2)),
    }
    for _ in range(4):
        author = folder.writer()
        name = folder.fresh(author.identifier)
        tree = {path: f"# {name}\n{text}".encode() for path, text in common.items()}
        tree["package.json"] = json.dumps(
            {"name": name, "scripts": {"build": "make", "test": "make test"}}
        ).encode()
        tree["README.md"] = f"# {name}\n\n{base.paragraph(0)}{author.paragraph(6)}\n".encode()
        for number in range(4):
            tree[f"{name}/part{number}.py"] = joined(module(author, 5)).encode()
        write_tree(folder, name, tree, name, {}, folder.later(30))
