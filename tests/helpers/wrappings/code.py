"""Code and data whose lines were indented, wrapped, sorted, minified or ended otherwise."""

from __future__ import annotations

import json
import textwrap
from random import Random
from typing import Any

from tests.helpers.homes import releases
from tests.helpers.homes.words import Writer

from .builder import Folder, register

_SCRIPTS = {
    "commander": ("11.1.0", "lib/command.js"),
    "qs": ("6.11.2", "lib/parse.js"),
    "semver": ("7.5.4", "classes/range.js"),
    "minimatch": ("5.1.6", "minimatch.js"),
    "debug": ("4.3.4", "src/common.js"),
}


@register()
def data(folder: Folder) -> None:
    """Objects as JSON of several looks and as YAML."""
    import yaml

    for number in range(6):
        value = _settings(folder.random, 20 + 15 * number)
        name = f"settings{number}"
        looks = {
            f"{name}.json": json.dumps(value, indent=2) + "\n",
            f"{name}-compact.json": json.dumps(value, separators=(",", ":")),
            f"{name}-tabs.json": json.dumps(value, indent="\t") + "\n",
            f"{name}-sorted.json": json.dumps(value, indent=4, sort_keys=True) + "\n",
        }
        paths = [folder.put(path, text.encode(), name) for path, text in looks.items()]
        folder.all_pairs(paths, "JSON of several looks")
        sheets = [
            folder.put(f"{name}.yaml", yaml.safe_dump(value, sort_keys=False).encode(), name),
            folder.put(f"{name}-wide.yml", yaml.safe_dump(value, indent=4, width=400).encode(), name),
        ]
        folder.all_pairs(sheets, "YAML of several looks")


def _settings(rng: Random, count: int) -> dict[str, Any]:
    writer = Writer(rng, "en")
    return {
        f"{writer.word('noun')}_{number}": {
            "title": writer.title(),
            "size": rng.randrange(10_000),
            "on": rng.random() < 0.5,
            "names": [writer.word("noun") for _ in range(rng.randint(1, 5))],
            "note": writer.sentence(),
        }
        for number in range(count)
    }


@register()
def sources(folder: Folder) -> None:
    """Sources with other indentation and line ends, wrapped anew, and scripts and style sheets minified."""
    import rcssmin
    import rjsmin

    fetched = releases.fetch(
        {"npm": {name: (releases.OPEN["npm"][name][-2], version) for name, (version, _) in _SCRIPTS.items()}},
        folder.corpus.cache,
    )
    for package, (version, member) in _SCRIPTS.items():
        archive = next((path for _, its, path in fetched.get(package, ()) if its == version), None)
        text = (
            None
            if archive is None
            else {path: data for path, data, _ in releases.members(archive)}.get(member)
        )
        if text is None:
            continue
        lines = text.decode().replace("\r\n", "\n")
        spaced = [
            folder.put(f"{package}.js", lines.encode(), package),
            folder.put(f"{package}-tabs.js", _tabbed(lines).encode(), package),
            folder.put(f"{package}-crlf.js", lines.replace("\n", "\r\n").encode(), package),
            folder.put(f"{package}-deeper.js", textwrap.indent(lines, "    ").encode(), package),
        ]
        folder.all_pairs(spaced, "code with other indentation and line ends")
        small = folder.put(f"{package}.min.js", rjsmin.jsmin(lines).encode(), package)
        folder.between(spaced[:2], [small], "minified code and its source")
    for number in range(4):
        sheet = _style_sheet(folder.random, 40 + 30 * number)
        name = f"style{number}"
        loose = folder.put(f"{name}.css", sheet.encode(), name)
        small = folder.put(f"{name}.min.css", rcssmin.cssmin(sheet).encode(), name)
        folder.pair(loose, small, "minified code and its source")
    for number in range(4):
        writer = Writer(folder.random, "en")
        paragraphs = writer.paragraphs(12 + 8 * number)
        name = f"notes{number}"
        widths = [
            folder.put(
                f"{name}-{width}.txt",
                ("\n\n".join(textwrap.fill(one, width) for one in paragraphs) + "\n").encode(),
                name,
            )
            for width in (60, 79, 100_000)
        ]
        folder.all_pairs(widths, "text wrapped anew")


def _tabbed(text: str) -> str:
    return "".join(
        "\t" * ((len(line) - len(line.lstrip(" "))) // 2) + line.lstrip(" ") for line in text.splitlines(True)
    )


def _style_sheet(rng: Random, rules: int) -> str:
    writer = Writer(rng, "en")
    found = []
    for _ in range(rules):
        one, two = writer.word("noun"), writer.word("noun")
        found.append(
            f".{one} > .{two} {{\n  color: #{rng.randrange(1 << 24):06x};\n  margin: {rng.randrange(40)}px"
            f" {rng.randrange(40)}px;\n  font-family: {writer.word('noun')}, sans-serif;\n}}\n"
        )
    return "\n".join(found)
