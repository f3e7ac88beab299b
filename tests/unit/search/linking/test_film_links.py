"""Links of films: each pair once, in order, the same as by comparing all with all."""

import numpy as np
import pytest

from simfinder.errors import Cancelled
from simfinder.model.progress import Control
from simfinder.search.linking import film_links as module
from simfinder.search.linking.film_links import film_links
from simfinder.signatures.picture.films import Films
from tests.unit.signatures.picture.test_films import film


def a_folder():
    return Films.of({row: film(60 + row, row % 5) for row in range(15)})


def test_links_are_those_of_all_pairs():
    films = a_folder()
    links = film_links(films, 0.4, Control())
    i, j = np.triu_indices(len(films), 1)
    figure = films.agreement(films.content[i], films.content[j])
    wanted = figure >= 0.4
    assert wanted.sum() == 15
    assert links.a.tolist() == films.content[i][wanted].tolist()
    assert links.b.tolist() == films.content[j][wanted].tolist()
    assert np.allclose(links.similarity, figure[wanted])


def test_a_picture_that_many_have_makes_no_pairs(monkeypatch):
    monkeypatch.setattr(module, "_COMMON", 1)
    films = Films.of({0: film(60), 1: film(60)})
    assert len(film_links(films, 0.4, Control())) == 0


def test_nothing_is_linked_where_no_film_is():
    assert len(film_links(Films.of({}), 0.4, Control())) == 0


def test_a_cancel_ends_the_search():
    control = Control()
    control.cancel()
    with pytest.raises(Cancelled):
        film_links(a_folder(), 0.4, control)
