"""The conformance runner: a good engine passes, every fault of a bad one is found by the step it belongs to, and banneret
passes every level."""

import json
import pathlib
import subprocess
import sys

import pytest

HERE = pathlib.Path(__file__).resolve().parent
CONFORM = HERE.parents[1] / "tools" / "conform" / "conform"
BAD = [sys.executable, str(HERE / "bad_engine.py")]

# A fault, and words of the title of a step that must find it.
FAULTS = {
    "no author": "the greeting: id name",
    "default out of range": "options: their grammar",
    "option twice": "options: their grammar",
    "crash on wild": "options: every default",
    "strict about line ends": "lines: CRLF",
    "empty moves": "lines: an empty list",
    "long lines": "lines: long games",
    "deaf to the end of the input": "the end of the input is quit",
    "answers an idle stop": "stop and ponderhit when idle",
    "deaf while searching": "isready is answered while searching",
    "infinite answers": "infinite: no answer",
    "ponder answers": "ponder: no answer",
    "answers late": "bursts of position",
    "two moves": "bursts of position",
    "no nps": "info and bestmove",
    "broken pv": "info and bestmove",
    "odd field": "info and bestmove",
    "searchmoves ignored": "searchmoves is kept to",
    "too few lines": "MultiPV above",
    "illegal at the end": "clocks of nothing",
}
# Harmless habits: told, and no failure.
HABITS = {
    "blank at the end": "options: their grammar",
    "no move at the end of the input": "the end of the input is quit",
    "random nodes": "one thread and a number of nodes",
}


def steps():
    listed = subprocess.run([CONFORM, "--list"], capture_output=True, text=True, check=True).stdout
    return [line.split(maxsplit=2) for line in listed.splitlines()]


def number_of(title):
    found = [number for number, _, text in steps() if text.startswith(title)]
    assert len(found) == 1, title
    return found[0]


def conform(tmp_path, *words):
    """Runs the runner: exit code, what it prints, its report."""
    report = tmp_path / "report.json"
    run = subprocess.run([CONFORM, *words, "--report", report], capture_output=True, text=True, timeout=900)
    return run.returncode, run.stdout, json.loads(report.read_text())


def test_a_good_engine_passes(tmp_path):
    code, text, report = conform(tmp_path, "--bursts", "50", *BAD)
    assert code == 0, text
    assert report["summary"]["fail"] == 0
    assert report["summary"]["pass"] == len([line for line in steps() if line[1] == "core"])


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_found(tmp_path, fault):
    number = number_of(FAULTS[fault])
    code, text, report = conform(tmp_path, "--only", number, "--patience", "3", "--bursts", "20", *BAD, fault)
    assert code == 1, text
    (entry,) = report["steps"]
    assert entry["outcome"] == "fail" and entry["expected"], text
    # The failure shows what was said.
    assert any(line.startswith(("C: ", "E: ", "stderr: ")) for line in entry["transcript"])
    assert f"expected: {entry['expected']}" in text


@pytest.mark.parametrize("habit", HABITS)
def test_a_harmless_habit_is_a_note(tmp_path, habit):
    number = number_of(HABITS[habit])
    code, text, report = conform(tmp_path, "--only", number, "--patience", "10", *BAD, habit)
    assert code == 0, text
    assert report["steps"][0]["notes"], text


def test_standard_error_is_shown(tmp_path):
    _, text, report = conform(tmp_path, "--only", number_of("options: every default"), "--patience", "3", *BAD, "crash on wild")
    assert any("too wild" in line for line in report["steps"][0]["transcript"])
    assert "stderr: thread 'main' panicked: too wild" in text


def test_a_level_of_the_extension_needs_the_extension(tmp_path):
    numbers = ",".join(number for number, level, _ in steps() if level != "core")
    code, text, report = conform(tmp_path, "--level", "hidden", "--only", numbers, *BAD)
    assert code == 1, text
    assert [entry["outcome"] for entry in report["steps"]] == ["fail"] + ["skip"] * (len(report["steps"]) - 1)


def test_wrong_usage():
    for words in ([], ["--level", "everything", "x"], ["/no/such/engine"], ["--only", "x", "y"], ["--option", "Hash", "y"]):
        run = subprocess.run([CONFORM, *words], capture_output=True, text=True)
        assert run.returncode == 2 and "usage: conform" in run.stderr, words


def test_banneret_passes_every_level(tmp_path, engine_path):
    code, text, report = conform(tmp_path, "--level", "hidden", "--patience", "120", engine_path)
    assert code == 0, text
    assert report["xuci"]
    assert report["summary"]["pass"] == len(steps()), text
