"""The lessons that there are: the built-in ones, and those of a teacher's folder."""

import functools
from pathlib import Path
from typing import NamedTuple

from kibitz.classroom.lesson import FOLDER, SUFFIX, Lesson, files_in, id_of, read
from kibitz.classroom.question import Question, asked, checked_lesson
from kibitz.errors import KibitzError, OptionError, did_you_mean


class Held(NamedTuple):
    """A lesson with its id, and the group that it is listed in."""

    id: str
    lesson: Lesson
    group: str

    @property
    def question(self) -> Question:
        """Return its question with the right answer."""
        return asked(self.lesson)


BUILT_IN = "Kibitz"


@functools.cache
def built_in() -> tuple[Held, ...]:
    """Return the built-in lessons, in order."""
    return tuple(Held(id_of(file), read(file), BUILT_IN) for file in files_in(FOLDER))


def held_in(folder: Path) -> tuple[list[Held], list[str]]:
    """Return the lessons of a folder, or of one file, worked out, and one line about each file that is broken."""
    found: list[Held] = []
    broken: list[str] = []
    for file in files_in(folder):
        try:
            lesson = read(file)
            checked_lesson(lesson, str(file))
            if id_of(file) in [each.id for each in found]:
                raise OptionError(f"{file}: there is another lesson {id_of(file)} in this folder")
            found.append(Held(id_of(file), lesson, file.resolve().parent.name))
        except KibitzError as error:
            broken.append(str(error))
    if not found and not broken:
        broken.append(f"{folder}: there are no lessons: expected files that end in {SUFFIX}")
    return found, broken


def find(text: str) -> Held:
    """Return the lesson that a text names: a built-in one by its id, or a file."""
    path = Path(text)
    if path.suffix == SUFFIX:
        lesson = read(path)
        checked_lesson(lesson, text)
        return Held(id_of(path), lesson, path.resolve().parent.name)
    known = {each.id: each for each in built_in()}
    if text not in known and path.is_dir():
        raise OptionError(f"{text} is a folder: name the files of its lessons, such as {path / '*'}{SUFFIX}")
    if text not in known:
        hint = did_you_mean(text, known) or f"; there are {', '.join(known)}, and files that end in {SUFFIX}"
        raise OptionError(f"there is no lesson {text!r:.60}{hint}")
    return known[text]
