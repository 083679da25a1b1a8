"""The referee's shards on clusters: Dask and GNU parallel give, byte for byte, what the embedded run gives."""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import time

import distributed
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools" / "cluster"))
import banneret_cluster  # noqa: E402

PROGRAMS = pathlib.Path(os.environ.get("PROGRAMS", ROOT / "target" / "release"))
REFEREE = str(PROGRAMS / "banneret-match")
PLAYER = PROGRAMS / "banneret-player"
FILES = ["games.jsonl", "games.pgn", "score.svg"]


@pytest.fixture(scope="module")
def embedded(tmp_path_factory):
    """A match played in one process."""
    out = tmp_path_factory.mktemp("embedded") / "match"
    players = [["--engine", f"cmd={PLAYER}", f"args={kind}", f"name={kind}"] for kind in ("uct", "greedy")]
    words = ["--variant", "arena42", *players[0], *players[1], "--each", "nodes=60", "--openings", "random=2"]
    words += ["--rounds", "12", "--maxmoves", "40", "--ratinginterval", "0", "--out", str(out)]
    subprocess.run([REFEREE, *words], check=True, capture_output=True)
    return out


def merge(job, lines, out):
    subprocess.run([REFEREE, "merge", "--job", str(job), str(lines), "--out", str(out)], check=True, capture_output=True)


def same(one, other):
    for name in FILES:
        assert (one / name).read_bytes() == (other / name).read_bytes(), name


def test_dask_gives_the_same_and_a_killed_worker_changes_nothing(embedded, tmp_path):
    job, lines = embedded / "job.json", tmp_path / "lines.jsonl"
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        with distributed.Client(cluster) as client:
            victim = client.run(os.getpid)
            assert len(victim) == 2
            killed = []

            def kill_when_some_are_done():
                while not lines.exists() or lines.read_text().count("\n") < 2:
                    time.sleep(0.02)
                killed.append(lines.read_text().count("\n"))
                os.kill(sorted(victim.values())[0], 9)

            import threading

            killer = threading.Thread(target=kill_when_some_are_done, daemon=True)
            killer.start()
            banneret_cluster.run_job(client, REFEREE, job, lines)
            killer.join(1)
    assert killed and killed[0] < 12, "the worker was killed in the middle"
    numbers = sorted(json.loads(line)["shard"] for line in lines.read_text().splitlines())
    assert numbers == list(range(12))
    merge(job, lines, tmp_path / "merged")
    same(embedded, tmp_path / "merged")


def test_gnu_parallel_gives_the_same(embedded, tmp_path):
    assert shutil.which("parallel"), "apt-get install parallel"
    line = (
        f"seq 0 $(($({REFEREE} shards --job {embedded}/job.json) - 1)) | "
        f"parallel -j 2 --joblog log --resume {REFEREE} shard --job {embedded}/job.json --id {{}} >> lines.jsonl"
    )
    subprocess.run(["bash", "-c", line], check=True, cwd=tmp_path)
    merge(embedded / "job.json", tmp_path / "lines.jsonl", tmp_path / "merged")
    same(embedded, tmp_path / "merged")


def test_a_perft_in_shards_is_the_published_count(tmp_path):
    words = ["perft-job", "--variant", "chess", "--depth", "5", "--split", "1"]
    job = tmp_path / "perft.json"
    job.write_text(subprocess.run([REFEREE, *words], check=True, capture_output=True, text=True).stdout)
    script = [sys.executable, str(ROOT / "tools" / "cluster" / "banneret_cluster.py")]
    done = subprocess.run(
        [*script, "--job", str(job), "--referee", REFEREE, "--workers", "2"], check=True, capture_output=True, text=True
    )
    assert done.stdout == "Nodes searched: 4865609\n"
