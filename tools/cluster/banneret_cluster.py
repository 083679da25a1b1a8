#!/usr/bin/env python3
"""Works on a job's shards under Dask, and puts them together.

    banneret_cluster.py --job match/job.json --workers 2 --out merged
    banneret_cluster.py --job perft.json --scheduler tcp://host:8786

A shard is `banneret-match shard --job J --id K`: a pure function of the job and the number (as far as no clock is involved), so
it does not matter where, in which order or how often one is worked on. A worker that dies costs only what it was working on;
Dask gives that to another. Every line is kept in a file as it comes, and what is in it already is not asked for again.

On a cluster every machine needs the program and the engines under the paths the job names; the job itself travels with
the task.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import distributed


def run_shard(referee, job_text, number):
    """Works on one shard, wherever this is called. Returns its line of JSON."""
    with tempfile.TemporaryDirectory() as folder:
        job = pathlib.Path(folder) / "job.json"
        job.write_text(job_text)
        done = subprocess.run([referee, "shard", "--job", str(job), "--id", str(number)], capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"shard {number}: {done.stderr.strip()}")
    return done.stdout


def finished(path):
    """The numbers of the shards whose lines are in a file; a last line cut short is cut off."""
    if not path.exists():
        return set()
    text = path.read_text()
    whole = text[: text.rfind("\n") + 1]
    if whole != text:
        path.write_text(whole)
    return {json.loads(line)["shard"] for line in whole.splitlines()}


def run_job(client, referee, job, lines, retries=5):
    """Works on every missing shard of a job; adds the lines to the file `lines` as they come."""
    job_text = job.read_text()
    counted = subprocess.run([referee, "shards", "--job", str(job)], capture_output=True, text=True)
    if counted.returncode != 0:
        sys.exit(counted.stderr.strip())
    missing = [number for number in range(int(counted.stdout)) if number not in finished(lines)]
    # Not pure in Dask's sense: a line read from its cache would hide a shard that went wrong.
    futures = [client.submit(run_shard, referee, job_text, number, pure=False, retries=retries) for number in missing]
    with lines.open("a") as out:
        for future in distributed.as_completed(futures):
            out.write(future.result())
            out.flush()
            os.fsync(out.fileno())


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--job", type=pathlib.Path, required=True, help="what --print-job or perft-job printed, or a match's job.json")
    parser.add_argument("--referee", default="banneret-match", help="the program, on every machine")
    parser.add_argument("--scheduler", help="address of a Dask scheduler; without it, a cluster on this machine")
    parser.add_argument("--workers", type=int, default=os.cpu_count(), help="workers of the cluster on this machine")
    parser.add_argument("--lines", type=pathlib.Path, help="where the shards' lines are kept (default: JOB.shards.jsonl)")
    parser.add_argument("--out", help="folder for the match put together")
    arguments = parser.parse_args()
    lines = arguments.lines or arguments.job.with_suffix(".shards.jsonl")
    if arguments.scheduler:
        client = distributed.Client(arguments.scheduler)
    else:
        cluster = distributed.LocalCluster(n_workers=arguments.workers, threads_per_worker=1, dashboard_address=None)
        client = distributed.Client(cluster)
    with client:
        run_job(client, arguments.referee, arguments.job, lines)
    merge = [arguments.referee, "merge", "--job", str(arguments.job), str(lines)]
    sys.exit(subprocess.run(merge + (["--out", arguments.out] if arguments.out else [])).returncode)


if __name__ == "__main__":
    main()
