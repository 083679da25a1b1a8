"""Variants: error codes, and which commands are taken when."""

from . import grammar
from .shapes import actions, described
from .step import step
from .variants import names

# (what is said before, what is said then, the line that must come begins with this)
ERRORS = [
    ([], "xyzzy", "error unknown-command xyzzy "),
    ([], "x-private", "error unknown-command x-private "),
    ([], "setoption Hash 1", "error syntax "),
    ([], "setoption name", "error syntax "),
    ([], "position nowhere", "error syntax "),
    ([], "play", "error syntax "),
    ([], "throw it", "error unexpected-word it "),
    ([], "isready now", "error unexpected-word now "),
    ([], "state all", "error unexpected-word all "),
    ([], "perft x", "error bad-number "),
    ([], "perft 201", "error bad-number "),
    ([], "undo x", "error bad-number "),
    ([], "undo -1", "error bad-number "),
    ([], "setoption name Nonsense value 1", "error unknown-option "),
    ([], "setoption name Hash value 0", "error bad-value "),
    ([], "setoption name Hash value many", "error bad-value "),
    ([], "setoption name Ponder value perhaps", "error bad-value "),
    ([], "setoption name UCI_Variant value nonsense", "error unknown-variant nonsense "),
    ([], "describe nonsense", "error unknown-variant nonsense "),
    ([], "viewer nobody", "error unknown-seat nobody "),
    ([], "position fen x y z", "error bad-fen "),
    ([], "position startpos moves nonsense", "error bad-word nonsense "),
    ([], "play nonsense", "error bad-word nonsense word 1: "),
    ([], "throw", "error not-due throw "),
    ([], "undo", "error nothing-to-undo 1 "),
    ([], "undo 99999999999999999999", "error nothing-to-undo "),
    ([], "x" * 1_048_577, "error line-too-long - "),
    (["position fen x"], "state", "error no-position state "),
    # The shorthands are `play` with another spelling; the word made of them is the one blamed.
    ([], "drop Z z9", "error bad-word Z@z9 word 1: "),
    ([], "arm Z z9 n", "error bad-word Z@z9n word 1: "),
    ([], "buy Z", "error bad-word $Z word 1: "),
    ([], "buy Z reissued", "error bad-word $Z* word 1: "),
    ([], "card Z z9", "error bad-word Z:z9 word 1: "),
    ([], "card deal nobody A", "error unknown-seat nobody "),
]


@step("variants", "errors: every code, the word to blame, and nothing changed")
def codes(context):
    for name in names(context):
        client = context.open_xuci(name)
        for before, line, start in ERRORS:
            client.tell("position startpos")
            for said in before:
                client.tell(said)
            standing = client.ask("state")
            reply = client.tell(line)
            context.must(
                len(reply) == 1 and reply[0].startswith(start), f"{name}: {line[:60]!r} is answered by one line {start}…", reply
            )
            if not line.startswith("position"):
                context.must(client.ask("state") == standing, f"{name}: {line[:60]!r} changes nothing")
        client.send(b"\xff\xfe\n")
        line = client.hear()
        context.must(line.startswith("error not-utf8 - "), "error not-utf8", line)


@step("variants", "errors: play and position are all or nothing, the index of the word is told")
def all_or_nothing(context):
    for name in names(context):
        client = context.open_xuci(name)
        can = actions(context, client)
        standing = client.ask("state")
        for word, code in (("nonsense", "bad-word"), (",", None)):
            line = client.ask(f"play {can[0]} {word}")
            if code:
                context.must(line.startswith(f"error {code} {word} word 2: "), f"{name}: error {code} {word} word 2", line)
            else:
                context.must(line.startswith("played "), f"{name}: an empty word between commas is none", line)
                client.ask("undo")
            context.must(client.ask("state") == standing, f"{name}: nothing has changed", line)
        # An action twice in a row: the second is not possible any more, whoever's turn it is.
        line = client.ask(f"play {can[0]} {can[0]}")
        context.must(line.startswith("error illegal ") and " word 2: " in line, f"{name}: error illegal … word 2", line)
        context.must(client.ask("state") == standing, f"{name}: nothing has changed", line)
        said = client.tell(f"position startpos moves {can[0]} nonsense")
        context.must(len(said) == 1 and said[0].startswith("error bad-word nonsense "), f"{name}: the position is refused", said)
        for command in ("state", "actions", "d", "eval", "perft 1", "divide 1", "play a", "undo", "throw", "helpmate 1"):
            line = client.ask(command)
            context.must(line.startswith(f"error no-position {command.split()[0]} "), f"{name}: no position stands for {command}", line)
        lines = client.go("depth 1")
        fits = lines[0].startswith("error no-position go ") and lines[-1] == "bestmove (none)"
        context.must(fits, f"{name}: go without a position is answered by error no-position and bestmove (none)", lines)
        context.must(client.tell("position startpos") == [], "a good position stands again")


@step("variants", "errors: a malformed go is answered by its error and bestmove (none)")
def malformed_go(context):
    for name in names(context):
        client = context.open_xuci(name)
        for fields, start in (
            ("depth", "error bad-number depth "),
            ("depth x", "error bad-number "),
            ("movetime soon", "error bad-number "),
            ("searchmoves nonsense", "error bad-word nonsense "),
            ("ptime 1", "error bad-number ptime "),
        ):
            lines = client.go(fields)
            context.must(lines[0].startswith(start) and lines[-1] == "bestmove (none)", f"{name}: go {fields}", lines)
            context.must(client.fence() == [], f"{name}: one bestmove for go {fields}")


# What section 3 of the spec says of every command while a search is running.
NOW = ["uci", "xuci", "debug off", "register", "d", "eval", "variants", "describe", "state", "actions"]
BUSY = [
    "setoption name Hash value 1", "ucinewgame", "position startpos", "go depth 1", "perft 1", "divide 1", "bench 1", "play a",
    "drop P e4", "arm R a1", "buy N", "card X", "roll 1", "end", "pass", "throw", "undo", "viewer all", "helpmate 1",
]  # fmt: skip


@step("variants", "while searching: what is answered at once, and what is busy")
def while_searching(context):
    for name in names(context):
        client = context.open_xuci(name)
        client.say("go infinite")
        client.until("info")
        for command in NOW:
            said = [line for line in client.tell(command) if not line.startswith("info ")]
            context.must(not any(line.startswith("error") for line in said), f"{name}: {command} is answered while searching", said)
            if command in ("d", "eval", "variants", "describe", "state", "actions"):
                context.must(said, f"{name}: {command} is answered at once", said)
        for command in BUSY:
            said = [line for line in client.tell(command) if not line.startswith("info ")]
            word = command.split()[0]
            context.must(
                len(said) == 1 and said[0].startswith(f"error busy {word} "), f"{name}: {command} is answered by error busy", said
            )
        client.say("stop")
        lines = client.until("bestmove")
        context.must(grammar.bestmove(lines[-1])[0] != "(none)", f"{name}: a move after stop", lines)
        context.must(client.fence() == [], f"{name}: a busy go has no bestmove")


@step("variants", "after stop, and while counting: commands wait and are carried out in order")
def waiting(context):
    for name in names(context):
        client = context.open_xuci(name)
        can = actions(context, client)
        for _ in range(10):
            client.say(f"go infinite\nstop\nplay {can[0]}\nstate\nundo")
            lines = client.until("undone", "error")
            kinds = [line.split(" ")[0] for line in lines if not line.startswith("info ")]
            context.must([kinds[0], kinds[1], kinds[-1]] == ["bestmove", "played", "undone"], f"{name}: in order", lines)
        hidden = described(context, client)["hidden"]
        client.say("perft 60")
        said = client.fence()
        if not said and not hidden:
            client.say(f"play {can[0]}")
            client.say("undo")
            client.say("stop")
            said = client.until("undone", "error nothing", "error busy")
        if not hidden:
            context.must(said[0].startswith("error stopped "), f"{name}: a count that is stopped says so", said)
            kinds = [line.split(" ")[0] for line in said[1:]]
            context.must(kinds == ["played", "undone"], f"{name}: what waited is carried out", said)
