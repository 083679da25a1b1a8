"""Real clients against the real program: `ENGINE` names another binary to test."""

import os
import pathlib

import chess.engine
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
ENGINE = os.environ.get("ENGINE", str(ROOT / "target" / "release" / "banneret"))


@pytest.fixture
def open_engine():
    """Opens engines that are closed at the end of the test."""
    engines = []

    def open_one(**options):
        engine = chess.engine.SimpleEngine.popen_uci(ENGINE, timeout=30)
        engines.append(engine)
        engine.configure(options)
        return engine

    yield open_one
    for engine in engines:
        engine.close()


@pytest.fixture
def engine_path():
    return ENGINE
