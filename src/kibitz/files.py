"""Files: written whole or not at all, and code taken only from where nobody else can write.

A file is written under another name beside it, `.NAME.xxxxxxxx.part`, and then takes its place. The writer holds a lock
on that part, so one that nobody holds was left by a process that was killed: whoever writes there next removes it.
"""

import contextlib
import errno
import glob
import os
import stat
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import platformdirs

from kibitz.errors import GameError, OptionError

OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH
READ_ONCE = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
"""How a file is opened that must not be a link, nor make us wait if it is a pipe."""


def cache_folder() -> Path:
    """Return where compiled searches and unfinished solutions are kept: KIBITZ_CACHE, or the user's cache folder."""
    if chosen := os.environ.get("KIBITZ_CACHE"):
        return Path(chosen)
    return platformdirs.user_cache_path("kibitz", appauthor=False)


# A user's files


def read_file(path: str) -> str:
    """Read a file of a user's."""
    try:
        return Path(path).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not text in UTF-8"
        raise GameError(f"cannot read {path}: {reason}") from error


def write_file(path: Path, text: str) -> None:
    """Write a file of a user's, whole or not at all; through a link, and straight into a device or a pipe."""
    try:
        if path.is_dir() or not path.name:
            raise OptionError(f"cannot write {path}: it is a folder")
        if path.exists() and not path.is_file():
            path.write_text(text, encoding="utf-8")
            return
        with replacing(path, path.stat().st_mode & 0o777 if path.exists() else 0o644) as file:
            file.write(text.encode())
    except OSError as error:
        raise OptionError(f"cannot write {path}: {error.strerror}") from error


@contextlib.contextmanager
def replacing(path: Path, mode: int = 0o600) -> Iterator[BinaryIO]:
    """Open a new file that takes the place of this one once it is on the disk; on any error the old one stays."""
    path = Path(os.path.realpath(path))
    remove_stale(path.parent, path.name)
    file, part = open_part(path)
    with file:
        try:
            yield file
            file.flush()
            os.fsync(file.fileno())
            if sys.platform == "win32":
                file.close()  # there, open files keep their names
            part.chmod(mode)
            part.replace(path)
        except BaseException:
            with contextlib.suppress(OSError):  # of the text that is still waiting to be written
                file.close()
            part.unlink(missing_ok=True)
            raise


def open_part(path: Path) -> tuple[BinaryIO, Path]:
    """Create a file beside this one, for its owner only, and lock it until it is closed."""
    while True:
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent)
        lock(handle)
        if os.fstat(handle).st_nlink or sys.platform == "win32":
            return os.fdopen(handle, "wb"), Path(name)
        os.close(handle)  # another process took it for a stale one, before it was locked


def lock(handle: int, wait: bool = True) -> bool:
    """Lock an open file, and return whether that was possible. On Windows an open file cannot be removed anyway."""
    if sys.platform == "win32":
        return True
    import fcntl

    try:
        fcntl.flock(handle, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:  # held by another process, or a file system without locks: there nothing is known to be stale
        return False
    return True


def remove_stale(folder: Path, name: str | None = None) -> None:
    """Remove the parts of a file that killed processes have left in a folder; without a name, those of every file."""
    for part in folder.glob("*.part" if name is None else f".{glob.escape(name)}.????????.part"):
        with contextlib.suppress(OSError):
            if sys.platform == "win32":
                part.unlink()
                continue
            with os.fdopen(os.open(part, READ_ONCE), "rb") as file:
                if lock(file.fileno(), wait=False):
                    part.unlink()


# Files that only their owner can write


def make_private(folder: Path) -> None:
    """Create a folder, and those above it that are missing, for their owner only, whatever the umask."""
    if not folder.exists():
        make_private(folder.parent)
        folder.mkdir(mode=0o700, exist_ok=True)
        folder.chmod(0o700)


def why_unsafe(folder: Path) -> str | None:
    """Return why somebody else could put a file into a folder; None if only its owner and root can.

    Every folder and link on the way belongs to the user or to root, and nobody else can write there; where all may
    write but only remove what is their own, as in /tmp, another folder may lie. What lies above the user's home is not
    looked at: who could change that, could change all the user has. On Windows only the folder's own permissions
    protect it, which are the user's alone in the default place.
    """
    if sys.platform == "win32":
        return None
    home = Path.home()
    for place in places(folder):
        status = place.lstat()
        if place in home.parents:
            continue
        if status.st_uid not in (0, os.geteuid()):
            return f"{place} belongs to another user"
        if stat.S_ISLNK(status.st_mode) or not status.st_mode & OTHERS_WRITE:
            continue
        if not status.st_mode & stat.S_ISVTX or place.samefile(folder):
            return f"other users can write to {place} (chmod go-w keeps them out)"
    return None


def places(path: Path) -> Iterator[Path]:
    """Yield every folder and link that is passed on the way to a path, the path itself included."""
    os.path.realpath(path, strict=True)  # raises if links go round in circles
    for place in (*reversed(path.absolute().parents), path.absolute()):
        yield place
        if place.is_symlink():
            yield from places(place.parent / place.readlink())


def read_private(file: Path) -> bytes | None:
    """Read a file that nobody but the user or root could have written; None if there is none.

    What was opened is what is looked at, so that nobody can exchange it in between. On Windows owners are not checked.
    """
    try:
        handle = os.open(file, READ_ONCE)
    except FileNotFoundError:
        return None
    with os.fdopen(handle, "rb") as opened:
        status = os.fstat(handle)
        if not stat.S_ISREG(status.st_mode):
            raise PermissionError(errno.EPERM, "it is not a file")
        if sys.platform != "win32" and (status.st_uid not in (0, os.geteuid()) or status.st_mode & OTHERS_WRITE):
            raise PermissionError(errno.EPERM, "another user could have written it")
        return opened.read()
