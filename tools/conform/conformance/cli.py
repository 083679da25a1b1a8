"""The command line: which steps, against what, and where the report goes."""

import argparse

from . import core_lines, core_stop, core_search, variants, errors, chance, hidden  # noqa: F401  (they register their steps)
from .report import Report
from .run import run
from .step import LEVELS, STEPS, Setup


def option(text):
    name, sign, value = text.partition("=")
    if not sign or not name:
        raise argparse.ArgumentTypeError(f"{text!r}: expected Name=value")
    return name, value


def arguments(words):
    parser = argparse.ArgumentParser(
        prog="conform", description="Holds an engine to the banneret protocol, or to plain UCI at the level core."
    )
    parser.add_argument("engine", nargs="*", metavar="ENGINE", help="the engine and its arguments (after -- where they begin with a dash)")
    parser.add_argument("--level", choices=LEVELS, default="core", help="the highest level; the ones below are run too (default: core)")
    parser.add_argument("--only", metavar="N,N", help="only these steps")
    parser.add_argument("--report", metavar="FILE", help="write a report in JSON")
    parser.add_argument("--option", metavar="Name=value", type=option, action="append", default=[], help="an option set after every handshake")
    parser.add_argument("--patience", metavar="SECONDS", type=float, default=30, help="how long an answer may take (default: 30)")
    parser.add_argument("--bursts", metavar="N", type=int, default=1000, help="position, go, stop so many times (default: 1000)")
    parser.add_argument("--greedy", action="store_true", help="try the greatest Hash and Threads too")
    parser.add_argument("--list", action="store_true", help="list the steps and stop")
    return parser, parser.parse_args(words)


def main(words=None):
    """Exit code 0: every MUST holds; 1: one is broken; 2: wrong usage."""
    parser, given = arguments(words)
    if given.list:
        for one in STEPS:
            print(f"{one.number:3} {one.level:9} {one.title}")
        return 0
    if not given.engine:
        parser.error("which engine?")
    wanted = LEVELS[: LEVELS.index(given.level) + 1]
    steps = [one for one in STEPS if one.level in wanted]
    if given.only:
        try:
            numbers = {int(number) for number in given.only.split(",")}
        except ValueError:
            parser.error(f"--only {given.only}: expected numbers")
        steps = [one for one in STEPS if one.number in numbers]
    setup = Setup(given.engine, given.option, given.patience, bursts=given.bursts, greedy=given.greedy)
    report = Report(given.engine, given.level)
    try:
        run(setup, steps, report)
    except FileNotFoundError as error:
        parser.error(str(error))
    if given.report:
        report.write(given.report)
    return 1 if report.failed() else 0
