"""The style sheet of pages: light and dark, wide and narrow, and on paper."""

from sigtui.plots.paint import BAD, CAUTION, DIM, GOOD, GRID, GROUND, INK, dark_rules

_COLOURS = (INK, DIM, GRID, GROUND, GOOD, BAD, CAUTION)


def _variables(dark: bool) -> str:
    return "".join(f"--{paint.name}:{paint.dark if dark else paint.light};" for paint in _COLOURS)


def style() -> str:
    """Return the style sheet; it loads nothing."""
    return f"""
:root{{color-scheme:light dark;{_variables(dark=False)}--head:#f3f5f7}}
@media screen and (prefers-color-scheme:dark){{:root{{{_variables(dark=True)}--head:#1e2329}}}}
{dark_rules()}
*{{box-sizing:border-box}}
body{{margin:0 auto;max-width:76rem;padding:1.5rem 1rem 4rem;background:var(--ground);color:var(--ink);
font:16px/1.5 system-ui,"Segoe UI",sans-serif;overflow-wrap:anywhere}}
h1{{font-size:1.75rem;line-height:1.2;margin:0 0 .5rem}}
h2{{font-size:1.2rem;margin:2.5rem 0 .5rem;padding-top:.5rem;border-top:1px solid var(--grid)}}
p,ul,dl{{margin:.5rem 0}}
ul{{padding-left:1.3rem}}
a{{color:inherit}}
dt{{font-weight:600;margin-top:.4rem}}
dd{{margin:0 0 0 1.3rem}}
nav ul{{list-style:none;padding:0;display:flex;flex-wrap:wrap;gap:.1rem 1rem;font-size:.9rem}}
.dim,.origin,figcaption,footer{{color:var(--dim)}}
.origin{{font-size:.9rem}}
.good{{color:var(--good)}}.bad{{color:var(--bad)}}.caution{{color:var(--caution)}}
.mark{{font-weight:700}}
.scroll{{overflow-x:auto}}
.whole{{white-space:nowrap}}
table{{border-collapse:collapse;font-size:.875rem;font-variant-numeric:tabular-nums;width:100%}}
th,td{{padding:.3rem .6rem;border-bottom:1px solid var(--grid);text-align:right;vertical-align:top;
overflow-wrap:normal}}
td{{white-space:nowrap}}
.sheet td{{white-space:normal;min-width:7.5rem}}
tbody th{{min-width:9rem}}
thead th{{background:var(--head);vertical-align:bottom}}
th:first-child{{text-align:left}}
tbody th{{font-weight:400;background:var(--ground);position:sticky;left:0}}
tbody th[colspan]{{font-weight:700;background:var(--head);position:static}}
tr.base th{{font-weight:700}}
td.why{{text-align:left;white-space:normal}}
tr.under th{{padding-left:1.6rem;color:var(--dim)}}
figure{{margin:1.25rem 0;break-inside:avoid}}
figcaption{{font-size:.9rem;margin-bottom:.25rem}}
figure svg{{display:block;width:100%;height:auto;min-width:44rem;max-width:60rem}}
footer{{margin-top:3rem;font-size:.85rem}}
@media (max-width:40rem){{body{{padding:1rem .75rem 3rem;font-size:15px}}h1{{font-size:1.4rem}}
table{{font-size:.8rem}}th,td{{padding:.25rem .4rem}}}}
@page{{size:portrait;margin:12mm}}
@media print{{body{{max-width:none;padding:0;font-size:10pt}}nav{{display:none}}.scroll{{overflow:visible}}
table{{font-size:7pt;break-inside:avoid}}th,td{{padding:.12rem .3rem}}section.view{{break-inside:avoid}}
h2{{margin-top:1.2rem}}figure{{margin:.6rem 0}}tbody th{{position:static}}.sheet td,tbody th{{min-width:0}}
thead{{display:table-header-group}}
tr,li,dt{{break-inside:avoid}}h2,dt{{break-after:avoid}}
figure svg{{min-width:0;max-width:none}}}}
"""
