"""Show a recording or a film, or two of them: waves or pictures on one axis of time, and what they say of themselves.

Everything is decoded in the background by the process that ``MediaPreviews`` asks; facts are there at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from simfinder.gui.details.viewers.media_notes import MediaNotes
from simfinder.gui.details.viewers.time_tracks import TimeTracks, Track
from simfinder.gui.jobs.latest_job import LatestJob
from simfinder.gui.widgets.open_external import open_path
from simfinder.gui.widgets.plain_text import plain_text
from simfinder.gui.widgets.thumbnails import film_image
from simfinder.gui.wording.formatting import count_text, counted, localized, shown
from simfinder.model.progress import Control
from simfinder.text.number_formats import clock_text

if TYPE_CHECKING:
    from simfinder.gui.controllers.details_loader import DetailsLoader, Medium
    from simfinder.scan.media.media_preview import FilmPicture, Levels

_PICTURES = 12  # of a film
_SIDE = 320  # pixels of the longer side of each
_KEPT = 32  # recordings whose levels are kept

_FORMS = {"MP2/3": "MP3", "raw FLAC": "FLAC", "QuickTime / MOV": "MP4 / QuickTime"}
"""Names of forms of files that FFmpeg calls otherwise than people."""

_Key = tuple[str, tuple[int, int]]


class MediaView(QWidget):
    """Time line, buttons that open the files, notes.

    Args:
        loader: has what decodes them; None shows no time line.
    """

    def __init__(self, loader: DetailsLoader | None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._previews = None if loader is None else loader.media
        self._job = None if loader is None else LatestJob(loader.bridge)
        self._media: Sequence[Medium] = ()
        self._names: Sequence[str] = ()
        self._begins: tuple[float, ...] = ()
        self._levels: dict[_Key, Levels | None] = {}
        self.line, self.notes = TimeTracks(), MediaNotes()
        self.play = [QToolButton(), QToolButton()]
        foot = QHBoxLayout()
        foot.setContentsMargins(0, 0, 0, 0)
        for number, button in enumerate(self.play):
            button.setProperty("role", "quiet")
            button.setToolTip(plain_text(self.tr("Open in the system’s player")))
            button.clicked.connect(partial(self._open, number))
            foot.addWidget(button)
        foot.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(2, 6, 0, 0)
        column.setSpacing(6)
        column.addWidget(self.line)
        column.addLayout(foot)
        column.addWidget(self.notes, 1)

    def clear(self) -> None:
        """Show nothing, and stop what is decoded."""
        self.show_media(())

    def show_media(self, media: Sequence[Medium], names: Sequence[str] = (), shift: float = 0.0) -> None:
        """Show one recording or film, or two.

        Args:
            media: one or two; none to show nothing.
            names: what to call each of two.
            shift: seconds by which the second begins later than the first.
        """
        if self._job is not None:
            self._job.stop()
        self._media, self._names = media, names
        first = min(0.0, shift) if len(media) > 1 else 0.0
        self._begins = (-first, shift - first)
        for number, button in enumerate(self.play):
            button.setVisible(number < len(media))
            if number < len(media):
                name = names[number] if names else self.tr("Play")
                button.setText(f"▶ {name}")
                button.setAccessibleName(f"{self.tr('Play')}: {shown(media[number].path)}")
        notes = [notes_of(each) for each in media]
        self.notes.show_notes(
            notes[0] if notes else {},
            notes[1] if len(notes) > 1 else None,
            names,
            [each.cover for each in media],
        )
        self._show({}, {}, waiting=bool(media))
        if media:
            self._decode()

    def _decode(self) -> None:
        """Have the sound of recordings and pictures of films decoded."""
        previews, media = self._previews, self._media
        if self._job is None or previews is None:
            return
        times = self._times()
        known = dict(self._levels)

        def run(control: Control) -> tuple[dict[_Key, Levels | None], dict[int, list[FilmPicture]]]:
            levels, pictures = {}, {}
            for number, each in enumerate(media):
                key = (each.path, each.facts.stamp)
                if each.facts.film:
                    pictures[number] = previews.pictures(each.path, times[number], _SIDE, control)
                elif key in known:
                    levels[key] = known[key]
                else:
                    levels[key] = previews.levels(each.path, control)
            return levels, pictures

        self._job.start(
            run,
            name="media line",
            done=lambda found: self._show(found[0], found[1]),
            failed=lambda _: self._show({}, {}),
        )

    def _times(self) -> list[list[float]]:
        """Return at which times pictures of each film are wanted: the same ones on the axis of all."""
        ends = [begin + each.facts.seconds for begin, each in zip(self._begins, self._media, strict=False)]
        slot = max(ends, default=0.0) / _PICTURES
        middles = [(number + 0.5) * slot for number in range(_PICTURES)]
        return [
            [middle - begin for middle in middles if 0 <= middle - begin < each.facts.seconds] or [0.0]
            for begin, each in zip(self._begins, self._media, strict=False)
        ]

    def _show(
        self,
        levels: dict[_Key, Levels | None],
        pictures: dict[int, list[FilmPicture]],
        *,
        waiting: bool = False,
    ) -> None:
        while len(self._levels) > _KEPT:
            self._levels.pop(next(iter(self._levels)))
        self._levels |= levels
        tracks = []
        for number, each in enumerate(self._media):
            found = self._levels.get((each.path, each.facts.stamp))
            seconds = each.facts.seconds or (found.seconds if found else 0.0)
            tracks.append(
                Track(
                    self._names[number] if self._names else "",
                    self._begins[number],
                    seconds,
                    found.loud if found else b"",
                    [(one.time, film_image(one)) for one in pictures.get(number, ())],
                    waiting,
                )
            )
        self.line.show_tracks(tracks)

    def _open(self, number: int) -> None:
        open_path(self._media[number].path)


def notes_of(medium: Medium) -> dict[str, str]:
    """Return what a recording or a film says of itself, in words, by the names of ``MediaNotes``."""
    from simfinder.actions.rules.explain_recordings import form_name

    facts, found = medium.facts, {}
    form = facts.form.partition(" (")[0]
    found["format"] = _FORMS.get(form, form)
    if facts.seconds:
        found["length"] = clock_text(facts.seconds)
    if film := facts.film:
        found["film"] = form_name(film.codec)
        found["pixels"] = f"{film.width} × {film.height}"
        if film.rate:
            found["frames"] = localized(f"{film.rate:.4g} fps")
    if sound := facts.sound:
        found["sound"] = form_name(sound.codec)
        if sound.bit_rate:
            found["bits"] = f"{count_text(round(sound.bit_rate / 1000))} kbit/s"
        found["samples"] = localized(f"{sound.rate / 1000:g} kHz")
        found["channels"] = _channels(sound.channels)
    return found | {{"encoder": "program"}.get(name, name): text for name, text in facts.tags.items()}


def _channels(count: int) -> str:
    def tr(text: str) -> str:
        return QCoreApplication.translate("MediaNotes", text)

    return {1: tr("mono"), 2: tr("stereo")}.get(count) or counted(count, tr("%n channel"), tr("%n channels"))
