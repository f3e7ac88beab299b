"""Names of what was made of a picture."""

import pytest

from simfinder.actions.file_names.made_pictures import is_made_of_picture


@pytest.mark.parametrize(
    "name",
    [
        "IMG_1234 (edited).jpg", "IMG_1234-edited.jpg", "PXL_20240101_1-edited.jpg",
        "Strand bearbeitet.png", "WhatsApp Image 2024-05-01 at 10.00.00.jpeg", "IMG-20240501-WA0003.jpg",
        "signal-2024-05-01-100000.jpg", "FB_IMG_1714550000000.jpg", "received_102030.jpeg", "IMG_E1234.JPG",
        "sea-1024x683.jpg", "sea_1024x683 (1).jpg", "sea_thumb.jpg", "sea-scaled.jpg", "photo_2024-05-01_10-00-00.jpg",
    ],
)  # fmt: skip
def test_programs_say_that_they_made_it(name):
    assert is_made_of_picture(name)


@pytest.mark.parametrize(
    "name",
    [
        "IMG_1234.JPG", "DSC00001.ARW", "PXL_20240101_101010.jpg", "sea.jpg", "small.jpg", "The small sea.jpg",
        "2024-05-01 10.00.00.jpg", "wedding 2x3.jpg", "edited", ".jpg", "Whatsapp logo.png",
    ],
)  # fmt: skip
def test_other_names_say_nothing_of_the_kind(name):
    assert not is_made_of_picture(name)
