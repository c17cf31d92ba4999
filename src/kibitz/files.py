"""Files: written completely or not at all, and code loaded only from places that other users cannot write to.

A file is written under a temporary name beside it, `.NAME.xxxxxxxx.part`, and then renamed. The writer holds a lock on
the temporary file, so an unlocked one was left by a process that was killed; the next writer removes it.
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
"""Flags for opening a file that must not be a link, without blocking if it is a pipe."""


def cache_folder() -> Path:
    """Return the folder for compiled searches and unfinished solutions: KIBITZ_CACHE, or the user's cache folder."""
    if chosen := os.environ.get("KIBITZ_CACHE"):
        return Path(chosen)
    return platformdirs.user_cache_path("kibitz", appauthor=False)


# Files named by the user


def read_file(path: str) -> str:
    """Return the text of a file named by the user."""
    try:
        return Path(path).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not text in UTF-8"
        raise GameError(f"cannot read {path}: {reason}") from error


def write_file(path: Path, content: str | bytes) -> None:
    """Write a file named by the user, completely or not at all; follow links, and write devices and pipes directly."""
    held = content.encode() if isinstance(content, str) else content
    try:
        if path.is_dir() or not path.name:
            raise OptionError(f"cannot write {path}: it is a folder")
        if path.exists() and not path.is_file():
            path.write_bytes(held)
            return
        with replacing(path, path.stat().st_mode & 0o777 if path.exists() else 0o644) as file:
            file.write(held)
    except OSError as error:
        raise OptionError(f"cannot write {path}: {error.strerror}") from error


@contextlib.contextmanager
def replacing(path: Path, mode: int = 0o600) -> Iterator[BinaryIO]:
    """Open a new file that replaces this one once it is on disk; on any error the old one stays."""
    path = Path(os.path.realpath(path))
    remove_stale(path.parent, path.name)
    file, part = open_part(path)
    with file:
        try:
            yield file
            file.flush()
            os.fsync(file.fileno())
            if sys.platform == "win32":
                file.close()  # Windows does not rename open files
            part.chmod(mode)
            part.replace(path)
        except BaseException:
            with contextlib.suppress(OSError):  # flushing what is still buffered may fail again
                file.close()
            part.unlink(missing_ok=True)
            raise


def open_part(path: Path) -> tuple[BinaryIO, Path]:
    """Create a temporary file beside this one, readable only by its owner, and lock it until it is closed."""
    while True:
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent)
        lock(handle)
        if os.fstat(handle).st_nlink or sys.platform == "win32":
            return os.fdopen(handle, "wb"), Path(name)
        os.close(handle)  # another process removed it as stale before it was locked


def lock(handle: int, wait: bool = True) -> bool:
    """Lock an open file and return whether that succeeded. On Windows an open file cannot be removed anyway."""
    if sys.platform == "win32":
        return True
    import fcntl

    try:
        fcntl.flock(handle, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:  # locked by another process, or the file system has no locks and nothing is known to be stale
        return False
    return True


def remove_stale(folder: Path, name: str | None = None) -> None:
    """Remove the temporary files that killed processes left in a folder, for one file name or for all."""
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
    """Create a folder and its missing parents, accessible only to their owner, whatever the umask."""
    if not folder.exists():
        make_private(folder.parent)
        folder.mkdir(mode=0o700, exist_ok=True)
        folder.chmod(0o700)


def why_unsafe(folder: Path) -> str | None:
    """Return why another user could put a file into a folder; None if only its owner and root can.

    Every folder and link on the path must belong to the user or to root and be writable by nobody else. A sticky
    folder such as /tmp, where all may write but only remove what is theirs, is allowed above the folder itself. Folders
    above the user's home are not checked: whoever can change those can change everything the user has. On Windows only
    the folder's own permissions protect it; in the default location they are the user's alone.
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
    """Yield every folder and link on the way to a path, including the path itself."""
    os.path.realpath(path, strict=True)  # raises if links go round in circles
    for place in (*reversed(path.absolute().parents), path.absolute()):
        yield place
        if place.is_symlink():
            yield from places(place.parent / place.readlink())


def read_private(file: Path) -> bytes | None:
    """Return the contents of a file that only the user or root could have written; None if there is none.

    The open file is what is checked, so it cannot be swapped in between. On Windows owners are not checked.
    """
    try:
        handle = os.open(file, READ_ONCE)
    except FileNotFoundError:
        return None
    with os.fdopen(handle, "rb") as opened:
        status = os.fstat(handle)
        if not stat.S_ISREG(status.st_mode):
            raise PermissionError(errno.EPERM, "it is not a regular file")
        if sys.platform != "win32" and (status.st_uid not in (0, os.geteuid()) or status.st_mode & OTHERS_WRITE):
            raise PermissionError(errno.EPERM, "another user could have written it")
        return opened.read()
