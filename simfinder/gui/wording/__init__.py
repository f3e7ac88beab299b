"""What the window says: numbers, dates, names and sentences, in the window's language.

``formatting`` writes values, ``language`` loads translations (resources/translations), ``translate_messages``
writes messages of the layers below, ``problem_advice`` adds what helps; the other modules hold the words of one
subject.

To add a language, see docs/contributing.md.
"""
