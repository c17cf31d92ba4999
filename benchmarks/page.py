"""How long the page of a big trace takes to open, and a step to be drawn, in a real browser.

Needs Debian's chromium (or KIBITZ_CHROMIUM) and `pip install playwright`. Run: python benchmarks/page.py
"""

import os
import shutil
import statistics
import tempfile
import time
from pathlib import Path

from playwright.sync_api import sync_playwright

import kibitz
from kibitz.search.explain.page import page as write_page

QUIET = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
QUIET += ["--disable-component-update", "--disable-sync"]


def main():
    found = kibitz.trace("connect-four", "minimax", depth=6)
    file = Path(tempfile.mkdtemp()) / "trace.html"
    file.write_text(write_page(found), encoding="utf-8")
    print(f"{len(found.nodes):,} nodes, {file.stat().st_size / 1e6:.1f} MB")
    chromium = os.environ.get("KIBITZ_CHROMIUM") or shutil.which("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=QUIET)
        tab = browser.new_page()
        problems = []
        tab.on("pageerror", lambda error: problems.append(error))
        opened = []
        for _ in range(5):
            started = time.perf_counter()
            tab.goto(file.as_uri())
            tab.wait_for_selector("body[data-ready=yes]")
            opened.append(time.perf_counter() - started)
        steps = []
        for key in ["ArrowRight"] * 40 + ["End", "Home"] + ["PageDown"] * 20:
            started = time.perf_counter()
            tab.keyboard.press(key)
            tab.evaluate("() => new Promise(done => requestAnimationFrame(done))")
            steps.append(time.perf_counter() - started)
        assert not problems, problems
        print(f"opens in {statistics.median(opened):.2f} s (median of 5, worst {max(opened):.2f} s)")
        print(f"a step takes {statistics.median(steps) * 1000:.0f} ms (worst {max(steps) * 1000:.0f} ms)")
        browser.close()


if __name__ == "__main__":
    main()
