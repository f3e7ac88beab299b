"""Pictures as people's folders hold them: what becomes of a photo that is sent, edited, turned or framed.

``changes`` makes them from any picture; ``collect`` finds pictures to begin with in folders, each once. ``home``
writes the pictures of a person with all of that.
"""
