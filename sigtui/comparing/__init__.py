"""Comparisons: cases side by side against a baseline, with ratios, verdicts, sizes and what differs.

``sides`` says what a case is told from another by, ``ratios`` how two of them compare, ``pivot`` puts them into columns
and rows, and the sections say it in words: the app, the command and every export show the same sheet.
"""
