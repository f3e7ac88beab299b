import pytest

from simfinder.actions.file_names.place_words import is_neutral_word, place_quality

# from best to worst
PLACES = [
    "/home/a/Documents/thesis.docx",
    "/home/a/Downloads/thesis.docx",
    "/home/a/Backup/thesis.docx",
    "/home/a/Backup/Downloads/thesis.docx",
    "/home/a/tmp/thesis.docx",
    "/home/a/.Trash-1000/files/thesis.docx",
    "/home/a/Documents/thesis.sync-conflict-20240301-140533-ABCDEFG.docx",
]


def test_places_in_order():
    qualities = [place_quality(path) for path in PLACES]
    assert qualities == sorted(set(qualities))
    assert qualities[0] == 0


@pytest.mark.parametrize(
    "folder",
    """
    Heruntergeladen|Téléchargements|Descargas|Scaricati|Transferências|Загрузки|ダウンロード|下载|My Downloads
    Sicherung|Sauvegardes|respaldo|Kopia zapasowa|Backup 2023-05|backup of thesis|old|alte Sachen|Archiv|old laptop
    temp|Papierkorb|Corbeille|Papelera|Cestino|Lixeira|Prullenbak|Kosz|Корзина|$RECYCLE.BIN|.Trash|.stversions
    """.replace("\n", "|")
    .strip("| ")
    .split("|"),
)
def test_worse_than_a_normal_place(folder):
    if folder.strip():
        assert place_quality(f"/home/a/{folder.strip()}/thesis.docx") > 0


@pytest.mark.parametrize(
    "folder",
    [
        "Uni",
        "Documents",
        "Fotos",
        "file versions",
        "history of art",
        "Alter Markt",
        "work",
        "Projects",
        "Desktop",
        "download manager",
        "recycling plant",
    ],
)
def test_normal_places(folder):
    assert place_quality(f"/home/a/{folder}/thesis.docx") == 0


def test_neutral_words():
    assert all(map(is_neutral_word, ("backup", "dokumente", "papierkorb", "laptop", "of")))
    assert not any(map(is_neutral_word, ("miller", "uni", "2023", "webapp")))
