"""An argument of a function that may loop over it instead of evaluating it."""

from collections.abc import Callable
from typing import Any

from kibitz.compiler.emit import Value
from kibitz.compiler.translate.frame import Frame


class Source:
    """An argument that is evaluated when it is needed, or looped over without being collected first."""

    def __init__(self, frame: Frame, node: Any = None, value: Value | None = None, starred: bool = False) -> None:
        self.frame, self.node, self.made, self.starred = frame, node, value, starred

    def value(self) -> Value:
        """Return the argument."""
        if self.made is None:
            self.made = self.frame.expr(self.node)
        return self.made

    def loop(self, on_item: Callable[[Value], None]) -> None:
        """Write a loop over the items of the argument."""
        from kibitz.compiler.translate.loops import iterate, iterate_value

        if self.made is None and self.node is not None:
            iterate(self.frame, self.node, on_item)
        else:
            iterate_value(self.frame, self.value(), on_item)


Sources = list[Source]
Named = dict[str, Source]
