"""XBoard, through uci2wb, under a virtual X server: it draws boards from our `info string variant` line and starts
a game of arena42.

`SCREENSHOT=file.png` keeps the picture.
"""

import os
import re
import shutil
import subprocess
import time

import pytest

# Debian puts games where not every PATH looks.
PATH = os.environ.get("PATH", "") + ":/usr/games"


def tool(name):
    found = shutil.which(name, path=PATH)
    assert found, f"{name} is not installed: apt-get install xboard uci2wb xvfb imagemagick"
    return found


@pytest.fixture
def display():
    server = subprocess.Popen(
        [tool("Xvfb"), "-displayfd", "1", "-screen", "0", "640x480x24"], stdout=subprocess.PIPE, text=True
    )
    yield f":{server.stdout.readline().strip()}"
    server.terminate()
    server.wait()


# XBoard's clocks and modes know a game that White begins, so it is White's machine that is asked to move.
@pytest.mark.parametrize(
    "variant, board_name, mode, begins",
    [
        ("arena42", "9x6+0_fairy", "MachineWhite", r"<first : move ([a-eA-E][1-6][a-eA-E][1-6])"),
        ("warlord", "8x8+0_fairy", "EditGame", None),
    ],
)
def test_xboard_shows_and_starts(variant, board_name, mode, begins, display, engine_path, tmp_path):
    environment = dict(os.environ, DISPLAY=display, PATH=PATH, HOME=str(tmp_path))
    debug = tmp_path / "debug"
    command = [
        tool("xboard"), "-fcp", f"{tool('uci2wb')} debug {engine_path}", "-variant", variant,
        "-testLegality", "false", "-mode", mode, "-autoFlipView", "false", "-flipView", "false",
        "-startupMessage", "", "-highlightMoveWithArrow", "false", "-searchTime", "1", "-size", "49", "-debug", "-nameOfDebugFile", str(debug),
    ]  # fmt: skip
    board = subprocess.Popen(command, env=environment, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait_for(debug, re.escape(f"setup (-) {board_name}"), 30)
        if begins:
            moved = wait_for(debug, begins, 30)
            assert moved.group(1)[0].islower()
        said = debug.read_text()
        assert "Illegal move" not in said and "Error (illegal" not in said, said
        time.sleep(1)
        picture = tmp_path / "board.png"
        subprocess.run([tool("import"), "-window", "root", str(picture)], env=environment, check=True)
        # Five files and six ranks with pieces, three and four without, and the hole between them in black.
        colours = subprocess.run(
            [tool("convert"), str(picture), "-format", "%k", "info:"], capture_output=True, text=True, check=True
        )
        assert int(colours.stdout) > 100, "XBoard drew no board"
        if keep := os.environ.get("SCREENSHOT"):
            shutil.copy(picture, keep)
    finally:
        board.terminate()
        board.wait()


def wait_for(path, pattern, seconds):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if path.exists() and (found := re.search(pattern, path.read_text(errors="replace"))):
            return found
        time.sleep(0.1)
    raise AssertionError(f"no {pattern!r} in {seconds} s; XBoard's log ends:\n{path.read_text()[-3000:] if path.exists() else '(none)'}")
