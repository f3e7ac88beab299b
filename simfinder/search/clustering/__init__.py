"""Links in, clusters out: the step that runs again whenever a slider moves.

    active = links that hold at the tolerances                     components.active
    active = active without links that join a forbidden pair       cannot_link
    active = active without bridges between two firm parts         bridges
    clusters = connected components of the active links            components.clusters

``spanning_forest`` drops links that no tolerances need, once per scan. Sources: union-find with path halving (Tarjan
and van Leeuwen 1984); Kruskal 1956 for forests and for links that must give way.

To add a rule that keeps nodes apart, write a function from an active mask (m,) bool to a smaller one, as
``cannot_link.keep_apart`` is.
"""
