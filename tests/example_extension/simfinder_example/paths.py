"""A format of reports: the paths of each cluster, one a line, an empty line between two clusters."""

from __future__ import annotations

from collections.abc import Iterator

from simfinder.app.reports.write_report import Form, Reported
from simfinder.text.printable_names import visible


def _paths(of: Reported) -> Iterator[str]:
    clusters = of.session.clusters
    for index in range(len(clusters)):
        for member in clusters.cluster(index).members:
            yield visible(member.file.path) + "\n"
        yield "\n"


FORM = Form(_paths)
