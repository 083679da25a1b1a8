"""Core: stop, ponder, infinite, and what is said while searching."""

from . import grammar
from .chessboard import legal
from .grammar import NO_MOVE
from .step import step

# Positions that share no legal move, so that an answer to another one shows.
APART = [
    "position startpos",
    "position startpos moves e2e4",
    "position fen 4k3/8/8/8/8/8/8/R3K3 b - - 0 1",
    "position fen 8/8/8/3k4/8/8/8/K6q w - - 0 1",
]
OVER = "position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"
MATE = "position fen k7/8/1K6/8/8/8/8/7R w - - 0 1"


@step("core", "stop and ponderhit when idle mean nothing")
def stop_when_idle(context):
    client = context.open()
    for line in ("stop", "ponderhit", "stop", "stop"):
        client.say(line)
        said = client.within(context.setup.quiet / 3)
        context.must(not said, f"nothing is said to {line} when idle", said)
    client.say("position startpos")
    client.go("depth 1")
    client.say("stop")
    said = client.within(context.setup.quiet)
    context.must(not said, "nothing is said to a stop after bestmove", said)


@step("core", "isready is answered while searching, and the search goes on")
def ready_while_searching(context):
    client = context.open()
    client.say("position startpos")
    client.say("go infinite")
    client.until("info")
    for _ in range(20):
        said = client.fence()
        context.must(not any(line.startswith("bestmove") for line in said), "the search goes on", said)
    client.say("stop")
    client.until("bestmove")
    context.must(client.fence() == [], "nothing more after bestmove")


@step("core", "infinite: no answer before stop, in finished games too")
def infinite(context):
    for position in (APART[0], MATE, OVER):
        for fields in ("infinite", "infinite depth 1", "infinite movetime 1"):
            client = context.open()
            client.say(position)
            client.say(f"go {fields}")
            said = client.within(context.setup.quiet)
            early = [line for line in said if line.startswith("bestmove")]
            # Limits beside `infinite` contradict it; UCI does not say which wins.
            binding = context.must if fields == "infinite" else context.law
            binding(not early, f"no bestmove before stop: {position}, go {fields}", said)
            if not early:
                client.say("stop")
                client.until("bestmove")
            said = client.fence()
            context.must(not said, "one bestmove and nothing after it", said)


@step("core", "ponder: no answer before ponderhit or stop, one after")
def ponder(context):
    for position in (APART[1], MATE):
        for fields in ("ponder wtime 100 btime 100", "ponder movetime 10", "ponder depth 1"):
            for end in ("ponderhit", "stop"):
                client = context.open()
                if any(line.startswith("option name Ponder ") for line in client.handshake):
                    client.tell("setoption name Ponder value true")
                client.say(position)
                client.say(f"go {fields}")
                said = client.within(context.setup.quiet)
                early = [line for line in said if line.startswith("bestmove")]
                context.must(not early, f"no bestmove before {end}: {position}, go {fields}", said)
                client.say(end)
                line = client.until("bestmove")[-1]
                word, _ = grammar.bestmove(line)
                context.must(word not in NO_MOVE, f"a move after {end}", line)
                said = client.fence()
                context.must(not said, "one bestmove and nothing after it", said)


@step("core", "bursts of position, go, stop: one bestmove each, each legal in its own position")
def bursts(context):
    client = context.open()
    legals = [legal(context, position) for position in APART]
    kinds = ["infinite", "depth 30", "wtime 1000 btime 1000", "ponder wtime 1000 btime 1000"]
    count = context.setup.bursts
    for burst in range(count):
        client.say(f"{APART[burst % 4]}\ngo {kinds[burst // 4 % 4]}\nstop")
    answers = 0
    while answers < count:
        line = client.hear()
        if line.startswith("bestmove"):
            word, _ = grammar.bestmove(line)
            known = legals[answers % 4]
            context.must(
                word in known if known else word not in NO_MOVE,
                f"answer {answers + 1} of {count} is legal in its own position, {APART[answers % 4]!r}",
                line,
            )
            answers += 1
    said = [line for line in client.fence() if line.startswith("bestmove")]
    context.must(not said, f"{count} answers and no more", said)


@step("core", "a stop at once, and a stop late: one bestmove")
def stop_early_and_late(context):
    client = context.open()
    client.say("position startpos")
    for pause in (0, 0.001, 0.01, 0.1):
        client.say("go movetime 20")
        said = client.within(pause)
        client.say("stop")
        if not any(line.startswith("bestmove") for line in said):
            said += client.until("bestmove")
        said += client.fence()
        moves = [line for line in said if line.startswith("bestmove")]
        context.must(len(moves) == 1, "exactly one bestmove", said)
    line = client.go("depth 1")[-1]
    context.must(grammar.bestmove(line)[0] not in NO_MOVE, "the engine still plays", line)
