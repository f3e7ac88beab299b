"""What nobody caught is told in the window, and the log folder can be shown."""

import threading

from simfinder.app.runtime import logs
from simfinder.gui import main
from simfinder.store import app_dirs


def test_an_error_of_any_thread_is_a_notice(qtbot, monkeypatch):
    window = main.make_window([])
    qtbot.addWidget(window)
    mishaps = main.Mishaps(window)
    notices = []
    window.workspace.noticed.connect(notices.append)

    def fail():
        raise KeyError("bug")

    with logs.caught(mishaps.happened.emit):
        thread = threading.Thread(target=fail)
        thread.start()
        thread.join()
    qtbot.waitUntil(lambda: bool(notices))
    assert "KeyError" in notices[0].text
    opened = []
    monkeypatch.setattr(main, "open_path", opened.append)
    notices[0].call()
    window.commands.log.trigger()
    assert opened == [str(app_dirs.log_folder())] * 2
    assert app_dirs.log_folder().is_dir()
    window.close()
