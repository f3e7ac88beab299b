"""Reading the golden vectors."""

import json
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[2] / "vectors"


def load(name):
    """The vectors of one file."""
    return json.loads((FOLDER / f"{name}.json").read_text())["vectors"]
