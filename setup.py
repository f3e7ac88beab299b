"""The packages of the wheel: ``simfinder`` with all below it, and ``resources``, which lies beside it.

All else is in pyproject.toml, which can't name both: its ``packages.find`` doesn't know a mapped folder.
"""

from setuptools import find_packages, setup

setup(packages=[*find_packages(include=["simfinder", "simfinder.*"]), "simfinder.resources"])
