"""Find rows of the cluster tree."""

from PySide6.QtCore import QModelIndex

from simfinder.gui.cluster_tree.model.cluster_model import ClusterModel
from simfinder.gui.cluster_tree.model.row_kinds import Row


def index_of(model: ClusterModel, file: int, *, top: bool = False) -> QModelIndex:
    """Return the row of a file, or (``top``) of its cluster; invalid where views do not have it."""
    return model.index_of_key((Row.CLUSTER if top else Row.FILE, file, 0))
