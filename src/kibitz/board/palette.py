"""The colours of boards and pieces, on a light page and on a dark one.

A picture that stands alone has the colours themselves. In the browser they are variables of a style sheet, so that a
page changes from light to dark without drawing its boards again.
"""

LIGHT = {
    "paper": "#f7f5ef",
    "card": "#ffffff",
    "ink": "#1d2623",
    "soft": "#55625d",
    "line": "#d9d5c8",
    "wood": "#7b5234",
    "wood-edge": "#573820",
    "wood-ink": "#f6e7cc",
    "pit": "#5a3922",
    "pit-edge": "#a67c52",
    "square-light": "#f0dfc0",
    "square-dark": "#b98a60",
    "felt": "#2c7a50",
    "felt-edge": "#1a4f33",
    "felt-ink": "#d5ecdf",
    "rack": "#2f5fae",
    "rack-edge": "#224a8e",
    "hole": "#e7ecf4",
    "sheet": "#fffdf7",
    "sheet-ink": "#57534a",
    "white": "#fbf8f0",
    "white-edge": "#4a4137",
    "black": "#37322f",
    "black-edge": "#14110f",
    "black-mark": "#d8d0c2",
    "first": "#c2410c",
    "first-edge": "#7c2d12",
    "second": "#1d5fa8",
    "second-edge": "#12355f",
    "red": "#d03a2f",
    "red-edge": "#84190f",
    "blue": "#2b6fd0",
    "blue-edge": "#133f82",
    "yellow": "#f5c02d",
    "yellow-edge": "#a36f00",
    "yellow-mark": "#4a3300",
    "green": "#2f8f4e",
    "green-edge": "#14572b",
    "on-tone": "#ffffff",
    "last": "#facc3c",
    "last-opacity": "0.5",
    "last-edge": "#e0a100",
}
DARK = LIGHT | {
    "paper": "#141917",
    "card": "#1d2421",
    "ink": "#ecf0ed",
    "soft": "#a6b3ad",
    "line": "#38423e",
    "wood": "#4b3525",
    "wood-edge": "#2c1e14",
    "wood-ink": "#e2cda9",
    "pit": "#2f2117",
    "pit-edge": "#7d5d40",
    "square-light": "#cbb38e",
    "square-dark": "#86633f",
    "felt": "#1f5c3d",
    "felt-edge": "#10331f",
    "felt-ink": "#b9d9c7",
    "rack": "#2a4c8c",
    "rack-edge": "#1b3569",
    "hole": "#121822",
    "sheet": "#222a27",
    "sheet-ink": "#b3bfb9",
    "white": "#efeade",
    "white-edge": "#2b251e",
    "black": "#2b2725",
    "black-edge": "#0c0a09",
    "black-mark": "#c9c1b3",
    "first": "#fb923c",
    "first-edge": "#ffd7b0",
    "second": "#60a5fa",
    "second-edge": "#cfe3ff",
    "red": "#e2564a",
    "red-edge": "#ffc4bb",
    "blue": "#4d8fee",
    "blue-edge": "#cde0ff",
    "yellow": "#f2c14a",
    "yellow-edge": "#6d4c00",
    "green": "#4fb573",
    "green-edge": "#c9f2d6",
    "on-tone": "#10151a",
    "last": "#ecbe3c",
    "last-opacity": "0.42",
    "last-edge": "#f3c35f",
}
VARIABLES = {name: f"var(--{name})" for name in LIGHT}
"""What the browser is given in place of colours."""
PIECE_COLOURS = {
    "plain": ("soft", "ink", "card"),
    "light": ("white", "white-edge", "white-edge"),
    "dark": ("black", "black-edge", "black-mark"),
    "first": ("first", "first-edge", "on-tone"),
    "second": ("second", "second-edge", "on-tone"),
    "red": ("red", "red-edge", "on-tone"),
    "blue": ("blue", "blue-edge", "on-tone"),
    "yellow": ("yellow", "yellow-edge", "yellow-mark"),
    "green": ("green", "green-edge", "on-tone"),
}
"""For each tone of a piece the colours of its body, of its edge and of what is written on it."""


def style_sheet() -> str:
    """Return the colours as variables of CSS, and for each tone a class that sets --body, its main colour."""
    light, dark = ("".join(f" --{name}: {colour};" for name, colour in palette.items()) for palette in (LIGHT, DARK))
    return "\n".join(
        [
            f":root {{{light} }}",
            f'@media (prefers-color-scheme: dark) {{ :root:not([data-theme="light"]) {{{dark} }} }}',
            f':root[data-theme="dark"] {{{dark} }}',
            *(f".tone-{tone} {{ --body: var(--{body}); }}" for tone, (body, _, _) in PIECE_COLOURS.items()),
            "",
        ]
    )
