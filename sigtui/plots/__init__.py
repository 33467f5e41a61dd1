"""Pictures of results as SVG: distributions on one axis, ratios with their intervals, times over sizes, budgets.

``canvas`` draws, ``paint`` has the colours, the other files each draw one kind of picture below what is already there:
a page shows them one by one, an .svg file all of them under each other. Nothing is random, so that the same results
are the same bytes.
"""
