"""Candidates for containment: which contents may lie inside which larger ones, from the sketches alone.

A ``SignatureTable`` in; ``Parts`` out: pairs (whole, part) with the share of the part that the whole seems to hold.

    index the sketch values of all rows
    for each row as a part: look up its rarer values; every larger row that holds some is a candidate
        keep it if, of the part's values below the whole's greatest, it has .3 by weight (rare values weigh more)

Source: sketches as samples, after Broder 1997. What a pair really shares, ``overlap`` measures from the bytes.

``candidates`` holds the rule and the budget, ``kernels`` the loops. To change what makes a candidate, change the
constants of ``candidates``; the figures they were chosen by stand beside them.
"""
