"""Parts of the main window, for code that works on several of them: commands, dialogs, connections."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PySide6.QtWidgets import QMainWindow

    from simfinder.gui.cluster_tree.cluster_panel import ClusterPanel
    from simfinder.gui.controllers.export_results import Exporter
    from simfinder.gui.controllers.folder_follower import Following
    from simfinder.gui.controllers.removal_jobs import Work
    from simfinder.gui.controllers.saved_results import SessionFiles
    from simfinder.gui.controllers.short_jobs import SmallJobs
    from simfinder.gui.controllers.similar_search import Finder
    from simfinder.gui.controllers.user_actions import Commands
    from simfinder.gui.controllers.verify_scheduler import Checks
    from simfinder.gui.details.details_panel import DetailsPanel
    from simfinder.gui.jobs.job_bridge import JobBridge
    from simfinder.gui.overview.overview import Overview
    from simfinder.gui.sidebar.folders_panel import FoldersPanel
    from simfinder.gui.sidebar.tolerance_panel import TolerancePanel
    from simfinder.gui.state.window_state import WindowState
    from simfinder.gui.widgets.thumbnails import Thumbnails
    from simfinder.gui.window.banner import Banner
    from simfinder.gui.window.menu_bar import Menus
    from simfinder.gui.window.status_line import ProgressLine
    from simfinder.gui.window.top_bar import TopBar


@dataclass(frozen=True, slots=True, eq=False)
class WindowParts:
    """The parts of the main window.

    Attributes:
        window: parent of dialogs.
        workspace: the state of the window: folders, session, settings.
        commands: the actions of menus and keys.
        bridge: runs jobs.
        work: scans, removals and undo.
        small_jobs: jobs that take a moment.
        finder: finds files like one file.
        files: opens and saves results.
        exporter: writes results as reports.
        following: follows changes on the disk.
        checks: measures what was estimated.
        menus: those of the menu bar.
        top: the bar with buttons and the filter.
        banner: the message at the foot of the window, in the progress line or above it.
        folders: the list of folders.
        tolerances: the sliders.
        clusters: the cluster tree with its heading.
        overview: the view in the middle: the clusters, the key space or the map.
        details: the panel of the selected file.
        thumbnails: small pictures beside names.
        progress: the line at the bottom.
    """

    window: QMainWindow
    workspace: WindowState
    commands: Commands
    bridge: JobBridge
    work: Work
    small_jobs: SmallJobs
    finder: Finder
    files: SessionFiles
    exporter: Exporter
    following: Following
    checks: Checks
    menus: Menus
    top: TopBar
    banner: Banner
    folders: FoldersPanel
    tolerances: TolerancePanel
    clusters: ClusterPanel
    overview: Overview
    details: DetailsPanel
    thumbnails: Thumbnails
    progress: ProgressLine
