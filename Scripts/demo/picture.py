"""An animated SVG of screens. Rows that stand on several screens are drawn once; nothing but the file is needed to see it."""
import re
from html import escape, unescape
from itertools import groupby

from screen import Screen, Style

CELL, LINE, SIZE, MARGIN, BAR = 8.4, 19, 14, 16, 30
BACKGROUND, FOREGROUND = "#1d2129", "#d7dce4"
PALETTE = {
    "black": "#5c6370", "red": "#ef7b85", "green": "#9bd17a", "yellow": "#e8c87e",
    "blue": "#6cb6f5", "magenta": "#cf8ee6", "cyan": "#62c6cf", "white": "#d7dce4",
}


def picture(frames: list[tuple[Screen, float]], title: str) -> str:
    """The screens one after the other, each for its seconds, again and again; the last alone where motion is not wanted."""
    first = frames[0][0]
    width, height = first.columns * CELL + 2 * MARGIN, first.rows * LINE + BAR + MARGIN
    rows: dict[str, str] = {}
    drawings = [drawing(frame, rows) for frame, _ in frames]
    total = sum(seconds for _, seconds in frames)
    style, groups, passed = [], [], 0.0
    for number, (lines, (_, seconds)) in enumerate(zip(drawings, frames)):
        start, end = 100 * passed / total, 100 * (passed + seconds) / total
        passed += seconds
        steps = [f"{start:.3f}%{{visibility:visible}}"] + ([f"{end:.3f}%{{visibility:hidden}}"] if end < 99.9995 else [])
        hidden = "0%{visibility:hidden}" if start else ""
        style.append(f"@keyframes f{number}{{{hidden}{''.join(steps)}}}")
        style.append(f"#f{number}{{animation:f{number} {total:.2f}s step-end infinite}}")
        groups.append(f'<g id="f{number}" class="f">\n{lines}\n</g>')
    buttons = "".join(
        f'<circle cx="{MARGIN + 4 + 18 * place}" cy="{BAR / 2}" r="5.5" fill="{colour}"/>'
        for place, colour in enumerate(["#ef7b85", "#e8c87e", "#9bd17a"]))
    last = f"#f{len(frames) - 1}"
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" role="img" aria-labelledby="t d">
<title id="t">{escape(title)}</title>
<desc id="d">{escape(frames[-1][0].text())}</desc>
<style>
text{{font:{SIZE}px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;fill:{FOREGROUND};white-space:pre}}
.f{{visibility:hidden}}
{chr(10).join(style)}
@media (prefers-reduced-motion:reduce){{.f{{animation:none!important}}{last}{{visibility:visible}}}}
</style>
<rect width="{width:g}" height="{height:g}" rx="8" fill="{BACKGROUND}"/>
{buttons}
<defs>
{chr(10).join(f'<g id="{name}">{content}</g>' for content, name in rows.items())}
</defs>
{chr(10).join(groups)}
</svg>
"""


def last_screen(svg: str) -> str:
    """The text of the last screen of such a picture."""
    match = re.search(r'<desc id="d">(.*?)</desc>', svg, re.DOTALL)
    return unescape(match[1]) if match else ""


def drawing(screen: Screen, rows: dict[str, str]) -> str:
    lines = []
    for number, cells in enumerate(screen.cells):
        if content := row(cells):
            name = rows.setdefault(content, f"r{len(rows)}")
            lines.append(f'<use href="#{name}" x="{MARGIN}" y="{BAR + number * LINE}"/>')
    if screen.shows_cursor:
        x, y = MARGIN + min(screen.column, screen.columns - 1) * CELL, BAR + screen.row * LINE
        lines.append(f'<rect x="{x:g}" y="{y}" width="{CELL}" height="{LINE}" fill="{FOREGROUND}" opacity=".55"/>')
    return "\n".join(lines)


def row(cells: list[tuple[str, Style]]) -> str:
    """Runs of one style and one letter width, each stretched to its cells, so that columns stand under each other."""
    parts, column = [], 0
    runs = groupby(marked(cells), key=lambda cell: cell[1:])
    for (style, is_wide), run in runs:
        texts = [text for text, _, _ in run]
        count = len(texts) * (2 if is_wide else 1)
        parts.append(part("".join(texts), style, column, count))
        column += count
    return "".join(parts)


def marked(cells: list[tuple[str, Style]]) -> list[tuple[str, Style, bool]]:
    following = [text for text, _ in cells[1:]] + [" "]
    return [(text, style, after == "") for (text, style), after in zip(cells, following) if text]


def part(text: str, style: Style, column: int, count: int) -> str:
    x, length = column * CELL, count * CELL
    colour = PALETTE.get(style.colour.removeprefix("bright-"), FOREGROUND)
    box = ""
    if style.is_reversed:
        box = f'<rect x="{x:g}" width="{length:g}" height="{LINE}" fill="{colour}"/>'
        colour = BACKGROUND
    bare = text.strip(" ")
    if not bare:
        return box
    # Spaces at the ends are left out: a renderer may fold them.
    if count == len(text):
        lead = len(text) - len(text.lstrip(" "))
        x, length = x + lead * CELL, len(bare) * CELL
        text = bare
    looks = f' fill="{colour}"' if colour != FOREGROUND else ""
    looks = f' style="fill:{colour}"' if looks else ""
    looks += ' font-weight="bold"' if style.is_bold else ""
    looks += ' opacity=".65"' if style.is_dim else ""
    looks += ' text-decoration="underline"' if style.is_underlined else ""
    return (
        f'{box}<text x="{x:g}" y="{LINE - 5}" textLength="{length:g}" lengthAdjust="spacingAndGlyphs"{looks}>'
        f"{escape(text)}</text>")
