"""What a terminal shows: as much of the control sequences as a command of ours sends."""
import copy
import re
import unicodedata
from dataclasses import dataclass, replace

SEQUENCE = re.compile(r"\x1b\[([?>=]?)([0-9;]*)([@-~])|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b([78=>])")
COLOURS = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]


@dataclass(frozen=True)
class Style:
    colour: str = ""
    is_bold: bool = False
    is_dim: bool = False
    is_reversed: bool = False
    is_underlined: bool = False


def width(letter: str) -> int:
    if unicodedata.combining(letter):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


class Screen:
    """Rows of cells. A cell is a text and its style; what follows a wide letter is an empty text."""

    def __init__(self, columns: int, rows: int):
        self.columns, self.rows = columns, rows
        self.cells = [self.blank() for _ in range(rows)]
        self.row = self.column = 0
        self.style = Style()
        self.shows_cursor = True
        self.kept = (0, 0)
        self.behind: tuple | None = None
        self.pending = ""

    def blank(self) -> list[tuple[str, Style]]:
        return [(" ", Style())] * self.columns

    def copy(self) -> "Screen":
        return copy.deepcopy(self)

    def text(self) -> str:
        lines = ["".join(text for text, _ in row).rstrip() for row in self.cells]
        return "\n".join(lines).rstrip("\n")

    def feed(self, text: str) -> None:
        text, self.pending = self.pending + text, ""
        at = 0
        while at < len(text):
            if text[at] != "\x1b":
                self.put(text[at])
                at += 1
            elif match := SEQUENCE.match(text, at):
                self.obey(match)
                at = match.end()
            elif len(text) - at < 32:  # The rest of it has not come yet.
                self.pending = text[at:]
                return
            else:
                at += 1

    def put(self, letter: str) -> None:
        if letter == "\r":
            self.column = 0
        elif letter == "\n":
            self.down()
        elif letter == "\b":
            self.column = max(0, self.column - 1)
        elif letter >= " ":
            cells = width(letter)
            if cells == 0:
                if self.column > 0:
                    before, style = self.cells[self.row][self.column - 1]
                    self.cells[self.row][self.column - 1] = (before + letter, style)
                return
            if self.column + cells > self.columns:
                self.column = 0
                self.down()
            self.cells[self.row][self.column] = (letter, self.style)
            if cells == 2:
                self.cells[self.row][self.column + 1] = ("", self.style)
            self.column += cells

    def down(self) -> None:
        if self.row + 1 < self.rows:
            self.row += 1
        else:
            self.cells = self.cells[1:] + [self.blank()]

    def obey(self, match: re.Match) -> None:
        mark, numbers, letter, short = match.groups()
        if short == "7":
            self.kept = (self.row, self.column)
        elif short == "8":
            self.row, self.column = self.kept
        if letter is None:
            return
        values = [int(number or 0) for number in numbers.split(";")]
        count = max(values[0], 1)
        if mark:
            self.switch(values, letter == "h")
        elif letter == "m":
            self.dress(values)
        elif letter == "A":
            self.row = max(0, self.row - count)
        elif letter in "Be":
            self.row = min(self.rows - 1, self.row + count)
        elif letter == "C":
            self.column = min(self.columns - 1, self.column + count)
        elif letter == "D":
            self.column = max(0, self.column - count)
        elif letter == "E":
            self.row, self.column = min(self.rows - 1, self.row + count), 0
        elif letter == "F":
            self.row, self.column = max(0, self.row - count), 0
        elif letter == "G":
            self.column = min(self.columns, count) - 1
        elif letter == "d":
            self.row = min(self.rows, count) - 1
        elif letter in "Hf":
            self.row = min(self.rows, count) - 1
            self.column = min(self.columns, max(values[1], 1) if len(values) > 1 else 1) - 1
        elif letter == "K":
            self.wipe(self.row, *self.span(values[0]))
        elif letter == "J":
            self.wipe(self.row, *self.span(values[0]))
            rows = {0: range(self.row + 1, self.rows), 1: range(self.row)}.get(values[0], range(self.rows))
            for row in rows:
                self.wipe(row, 0, self.columns)
        elif letter == "s":
            self.kept = (self.row, self.column)
        elif letter == "u":
            self.row, self.column = self.kept

    def span(self, which: int) -> tuple[int, int]:
        return {0: (self.column, self.columns), 1: (0, self.column + 1)}.get(which, (0, self.columns))

    def wipe(self, row: int, start: int, end: int) -> None:
        self.cells[row][start:end] = [(" ", Style())] * (min(end, self.columns) - start)

    def switch(self, values: list[int], is_on: bool) -> None:
        if 25 in values:
            self.shows_cursor = is_on
        if {47, 1047, 1049} & set(values):
            if is_on and self.behind is None:
                self.behind = (self.cells, self.row, self.column)
                self.cells = [self.blank() for _ in range(self.rows)]
            elif not is_on and self.behind is not None:
                (self.cells, self.row, self.column), self.behind = self.behind, None

    def dress(self, values: list[int]) -> None:
        values = list(values)
        while values:
            value = values.pop(0)
            if value == 0:
                self.style = Style()
            elif value in (1, 2):
                self.style = replace(self.style, **{"is_bold" if value == 1 else "is_dim": True})
            elif value == 22:
                self.style = replace(self.style, is_bold=False, is_dim=False)
            elif value in (4, 24):
                self.style = replace(self.style, is_underlined=value == 4)
            elif value in (7, 27):
                self.style = replace(self.style, is_reversed=value == 7)
            elif 30 <= value <= 37 or 90 <= value <= 97:
                self.style = replace(self.style, colour=("bright-" if value >= 90 else "") + COLOURS[value % 10])
            elif value == 39:
                self.style = replace(self.style, colour="")
            elif value in (38, 48):  # A colour of a larger palette: passed over.
                del values[: 2 if values[:1] == [5] else 4]
