"""Core: greeting, options, lines and words."""

from . import grammar
from .chessboard import MOVE, playable
from .client import Ended, Silence
from .grammar import NO_MOVE
from .step import step

# Options whose greatest value asks for more of the machine than a test may take, and what is tried instead.
GREEDY = {"Hash": 256, "Threads": 4}
# Options that change the language spoken.
FOREIGN = {"Protocol"}


def answered(context, client, position, fields="depth 3"):
    """A search whose move must be playable in `position`."""
    client.say(position)
    line = client.go(fields)[-1]
    word, _ = grammar.bestmove(line)
    context.must(word not in NO_MOVE, f"a move after {position[:80]!r}", line)
    wrong = playable(" ".join(position.split()), [word])
    context.must(wrong is None, f"a move that is legal after {position[:80]!r}", line)
    return word


@step("core", "the greeting: id name, id author, options, uciok")
def greeting(context):
    client = context.start()
    said = client.within(context.setup.quiet)
    context.should(not said, "nothing is printed unasked", said)
    client.say("uci")
    lines = client.until("uciok")
    context.must(lines[-1] == "uciok", "uciok alone on its line", lines[-1])
    for start in ("id name ", "id author "):
        found = [line for line in lines if line.startswith(start) and len(line) > len(start)]
        context.must(len(found) == 1, f"one line {start}…", lines)
    odd = [line for line in lines[:-1] if line and not line.startswith(("id ", "option ", "info string "))]
    context.must(not odd, "only id, option and info string lines before uciok", odd)
    context.should("" not in lines, "no blank lines before uciok", lines[:4])
    context.should(lines[0].startswith("id name "), "id name first", lines[:3])
    context.must(client.fence() == [], "nothing but readyok after isready")


@step("core", "options: their grammar, names only once")
def option_grammar(context):
    names = []
    for line in context.open().handshake:
        if line.startswith("option"):
            try:
                names.append(grammar.option(line)["name"].lower())
            except ValueError as error:
                context.must(False, f"an option by the grammar: {error}", line)
            context.should(line == line.rstrip(), "no blank at the end of a line", repr(line))
    twice = sorted({name for name in names if names.count(name) > 1})
    context.must(not twice, "every option once", twice)


def values(found, greedy):
    """The values to try, the default last."""
    kind, default = found["type"], found["default"]
    if kind == "spin":
        top = found["max"] if greedy else min(found["max"], GREEDY.get(found["name"], found["max"]))
        return [found["min"], top, default]
    if kind == "check":
        return ["true", "false", default]
    if kind == "combo":
        return [*found["vars"], default]
    return [default]


@step("core", "options: every default, min, max, var; a search after each option")
def option_values(context):
    client = context.open()
    for line in client.handshake:
        if not line.startswith("option"):
            continue
        found = grammar.option(line)
        if found["name"] in FOREIGN:
            context.note(f"{found['name']} is left alone: it changes the language")
            continue
        if found["type"] == "button":
            said = client.tell(f"setoption name {found['name']}")
            context.should(all(line.startswith("info ") for line in said), "a button is silent", said)
            continue
        for value in values(found, context.setup.greedy):
            said = client.tell(f"setoption name {found['name']} value {value}")
            wrong = [line for line in said if not line.startswith("info ")]
            context.should(not wrong, f"only info lines after setoption name {found['name']} value {value}", wrong)
            bad = [line for line in said if "error" in line]
            context.law(not bad, f"{found['name']} takes {value!r}, which it offers", bad)
        client.say("position startpos")
        word, _ = grammar.bestmove(client.go("nodes 50")[-1])
        context.must(word not in NO_MOVE, f"a move after {found['name']} was set", word)


@step("core", "options: values out of range and unknown names change nothing and end nothing")
def option_refusals(context):
    client = context.open()
    for line in client.handshake:
        if line.startswith("option"):
            found = grammar.option(line)
            if found["type"] == "spin" and found["name"] not in GREEDY:
                client.tell(f"setoption name {found['name']} value {found['max'] + 1}")
                client.tell(f"setoption name {found['name']} value {found['min'] - 1}")
            if found["type"] == "combo" and found["name"] not in FOREIGN:
                client.tell(f"setoption name {found['name']} value no such value")
    for line in ("setoption name no such option value 1", "setoption", "setoption name", "setoption name Hash value"):
        client.tell(line)
    answered(context, client, "position startpos")


@step("core", "options: names in any case")
def option_case(context):
    client = context.open()
    names = [grammar.option(line)["name"] for line in client.handshake if line.startswith("option")]
    if "MultiPV" not in names:
        context.note("there is no MultiPV to try it on")
        return
    client.tell("setoption name multipv value 2")
    client.say("position startpos")
    lines = client.go("depth 3")
    seen = {fields.get("multipv", 1) for fields in grammar.infos(lines)}
    context.law(seen == {1, 2}, "setoption name multipv is MultiPV", lines)


@step("core", "lines: CRLF, blanks and tabs, blank lines")
def white_space(context):
    client = context.open()
    for data in (b"isready\r\n", b"  isready   \n", b"\tisready\t\n", b"\n\n \r\n\t\nisready\n"):
        client.send(data)
        lines = client.until("readyok")
        context.must(lines[-1] == "readyok", f"readyok after {data!r}", lines)
    client.send(b"position\tstartpos   moves  e2e4\t e7e5  \r\n")
    word, _ = grammar.bestmove(client.go("depth 2")[-1])
    wrong = playable("position startpos moves e2e4 e7e5", [word])
    context.must(wrong is None, "a move after e2e4 e7e5, whatever the white space", word)


@step("core", "lines: an empty list of moves")
def empty_moves(context):
    client = context.open()
    answered(context, client, "position startpos moves")
    answered(context, client, "position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 moves")
    answered(context, client, "position startpos moves   ")


@step("core", "uci again and again, before and after a position")
def uci_again(context):
    client = context.open()
    first = [line for line in client.handshake if line.startswith(("id ", "option "))]
    client.say("position fen 4k3/8/8/8/8/8/4P3/4K3 b - - 0 1")
    for _ in range(3):
        client.say("uci")
        again = [line for line in client.until("uciok") if line.startswith(("id ", "option "))]
        context.should(again == first, "the same greeting again", again)
    word, _ = grammar.bestmove(client.go("depth 2")[-1])
    wrong = playable("position fen 4k3/8/8/8/8/8/4P3/4K3 b - - 0 1", [word])
    context.law(wrong is None, "the position stands after uci", word)


@step("core", "lines: unknown commands and odd bytes are survived")
def unknown_commands(context):
    client = context.open()
    for line in ("xyzzy 1 2", "joho", "debug on", "debug off", "register later", "ponderhit", "UCI", "♞ e4"):
        said = client.tell(line)
        context.must(not any(line.startswith("bestmove") for line in said), f"no bestmove after {line!r}", said)
    for data in (b"\xff\xfe\x80uci\n", b"\0\0\n", b"\x1b[2J\n"):
        client.send(data)
        client.fence()
    said = client.tell("joho isready")
    context.should("readyok" in said, "an unknown first word is skipped and the rest is tried (UCI)", said)
    answered(context, client, "position startpos")


@step("core", "lines: long games and long lines")
def long_lines(context):
    client = context.open()
    shuffle = "g1f3 g8f6 f3g1 f6g8"
    for rounds in (25, 200):
        moves = " ".join([shuffle] * rounds)
        answered(context, client, f"position startpos moves {moves} e2e4")
    client.send(b"x-nonsense " + b"e2e4 " * 50_000 + b"\n")
    client.fence()
    client.send(b"x" * 2_000_000 + b"\n")
    client.fence()
    answered(context, client, "position startpos")


@step("core", "the end of the input is quit; a running search gives its move")
def end_of_input(context):
    for position in ("position startpos", "position startpos moves e2e4"):
        client = context.open()
        client.say(position)
        client.say("go infinite")
        client.until("info")
        lines = client.finish()
        moves = [line for line in lines if line.startswith("bestmove")]
        context.law(len(moves) == 1, "one bestmove at the end of the input", lines)
        context.law(client.process.returncode == 0, "exit code 0", client.status())
    idle = context.open()
    context.should(idle.finish() == [], "nothing more is said at the end of the input")
    last = context.open()
    last.send(b"isready")
    lines = last.finish()
    context.law(lines == ["readyok"], "the last line may lack its end", lines)


@step("core", "quit, idle and while searching")
def quit_ends(context):
    for searching in (False, True):
        client = context.open()
        if searching:
            client.say("position startpos")
            client.say("go infinite")
            client.until("info")
        client.say("quit")
        lines = client.rest()
        context.law(client.process.returncode == 0, "exit code 0", client.status())
        if searching:
            moves = [line for line in lines if line.startswith("bestmove")]
            context.law(len(moves) == 1, "quit prints the move of the running search", lines)


@step("core", "positions: what cannot be is refused whole, and a good one helps")
def refused_positions(context):
    # UCI says nothing of positions that cannot be; only for engines of the extension is their refusal law.
    wrong = {
        "position startpos moves e2e4 e2e4": "an illegal second move",
        "position startpos moves e2e4 xyz e7e5": "a word that is no move",
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1": "no kings",
        "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN w KQkq - 0 1": "a rank too short",
        "position fen ♞ w - - 0 1": "no board at all",
        "position fen": "no FEN",
        "position": "nothing",
    }
    for position, why in wrong.items():
        client = context.open()
        client.say("position startpos moves e2e4 e7e5")
        try:
            said = client.tell(position)
            context.law(any("error" in line for line in said), f"{why} is reported: {position}", said)
            client.say("go depth 1")
            client.say("stop")
            line = client.until("bestmove")[-1]
            word, _ = grammar.bestmove(line)
            context.law(word in NO_MOVE, f"no move, since no position stands: {position}", line)
            answered(context, client, "position startpos")
        except (Ended, Silence) as error:
            context.law(False, f"{why} is survived: {position}", error)
            if isinstance(error, Silence):
                raise


@step("core", "mates are played, finished games have no move")
def mates(context):
    client = context.open()
    for fen, best in (
        ("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", "g1g7"),
        ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8"),
        ("r3k3/8/8/8/8/8/5PPP/6K1 b - - 0 1", "a8a1"),
    ):
        client.say(f"position fen {fen}")
        lines = client.go("depth 5")
        word, _ = grammar.bestmove(lines[-1])
        context.must(word == best, f"mate in one: {best}", lines)
        scores = [fields["score"] for fields in grammar.infos(lines) if "score" in fields]
        context.must(scores and scores[-1][:2] == ("mate", 1), "score mate 1", lines)
    for fen, score in (("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", ("mate", 0)), ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", ("cp", 0))):
        client.say(f"position fen {fen}")
        lines = client.go("depth 5")
        word, _ = grammar.bestmove(lines[-1])
        context.must(word in NO_MOVE, "no move when the game is over", lines)
        context.law(word == "(none)", "bestmove (none)", lines)
        scores = [fields["score"] for fields in grammar.infos(lines) if "score" in fields]
        context.law(scores and scores[-1][:2] == score, f"score {score[0]} {score[1]}", lines)


@step("core", "castling, promotions and en passant by their words")
def special_moves(context):
    client = context.open()
    for fen, word in (
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8"),
        ("8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8n"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6"),
    ):
        context.must(MOVE.match(word), "a word")
        client.say(f"position fen {fen} moves {word}")
        best, _ = grammar.bestmove(client.go("depth 2")[-1])
        wrong = playable(f"position fen {fen} moves {word}", [best])
        context.must(wrong is None, f"a legal answer to {word} in {fen}", best)
