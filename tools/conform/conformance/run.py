"""Runs steps, and turns what they raise into results."""

import time

from .client import Client, Ended, Silence
from .step import Context, Failure, Skip


def speaks_xuci(setup):
    """Whether the engine speaks the extension, and its name."""
    client = Client(setup.command, setup.patience)
    name = ""
    try:
        client.say("uci")
        for line in client.until("uciok"):
            if line.startswith("id name "):
                name = line[len("id name ") :]
        client.say("xuci")
        return "xuciok" in client.fence(), name
    except (Ended, Silence):
        return False, name
    finally:
        client.kill()


def one(setup, step):
    """Runs one step: (outcome, expected, got, notes, transcript)."""
    context = Context(setup)
    outcome, expected, got = "pass", "", ""
    try:
        if step.level != "core" and not setup.xuci and not step.opens:
            raise Skip("the engine does not speak the extension")
        step.run(context)
    except Failure as failure:
        outcome, expected, got = "fail", failure.expected, failure.got
    except (Ended, Silence) as error:
        outcome, expected, got = "fail", "an answer", str(error)
    except Skip as reason:
        outcome, expected = "skip", str(reason)
    except (ValueError, KeyError, IndexError, TypeError) as error:
        # An answer so odd that it could not be taken apart.
        outcome, expected, got = "fail", "an answer by the grammar", f"{type(error).__name__}: {error}"
    finally:
        record = context.clients[-1].record if context.clients else []
        context.close()
    return outcome, expected, got, context.notes, list(record)


def run(setup, steps, report):
    setup.xuci, name = speaks_xuci(setup)
    report.begin(name, setup.xuci)
    for step in steps:
        start = time.monotonic()
        result = one(setup, step)
        report.add(step, *result, time.monotonic() - start)
    report.end()
