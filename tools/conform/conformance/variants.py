"""Variants: the extension, in every variant the engine has."""

import random

from . import grammar
from .grammar import NO_MOVE
from .shapes import actions, described, parse, played, state
from .step import Skip, step

FEATURES = {
    "describe", "state", "actions", "play", "throw", "undo", "viewer", "ptime", "perft", "helpmate", "bench",
}  # fmt: skip


def listed(context, client):
    """`variants`: a list of dicts."""
    client.say("variants")
    lines = client.fence()
    found = []
    for line in lines:
        words = line.split(" ")
        fits = len(words) == 8 and words[0] == "variant" and [words[2], words[4], words[6]] == ["seats", "events", "hidden"]
        context.must(fits, "variant NAME seats N events yes|no hidden yes|no", line)
        context.must({words[5], words[7]} <= {"yes", "no"} and words[3].isdigit(), "a number, and yes or no", line)
        found.append({"name": words[1], "seats": int(words[3]), "events": words[5] == "yes", "hidden": words[7] == "yes"})
    context.must(found, "at least one variant", lines)
    return found


def names(context, **wanted):
    """The names of the variants that have what is wanted; the step is skipped where there are none."""
    found = [one["name"] for one in listed(context, context.open_xuci()) if all(one[key] == value for key, value in wanted.items())]
    if not found:
        raise Skip("the engine has no such variant")
    return found


def wander(context, client, about, rng, count, throw=True):
    """Plays at random: (words, states), the state before the first word first."""
    words, states = [], [state(context, client, about)]
    for _ in range(count):
        now = states[-1]
        can = actions(context, client)
        if now["actor"] is None:
            # A draw by the rules of the match is no end of the actions.
            context.must(not can or now["result"] == "1/2-1/2", "no actions when the game is over", can)
            break
        if now["actor"] == "table":
            context.must(not can, "no actions while the table is to act", can)
            if not throw:
                break
            line = client.ask("throw")
            said, actor, due = played(context, line, None)
            context.must(len(said) == 1 and said[0].startswith("#"), "one event, which begins with #", line)
        else:
            context.must(can, f"{now['actor']} is to act and has an action", now)
            word = rng.choice(can)
            said, actor, due = played(context, client.ask(f"play {word}"), [word])
        words += said
        after = state(context, client, about)
        context.must((after["actor"], after["due"]) == (actor, due), "state agrees with played", [actor, due, after])
        states.append(after)
    return words, states


@step("variants", "the greeting of the extension: xuci 1, features, xuciok", opens=True)
def xuci_greeting(context):
    context.must(context.setup.xuci, "an engine of this level speaks the extension: xuci … xuciok")
    client = context.open()
    for _ in range(2):
        client.say("xuci")
        lines = client.until("xuciok")
        context.must(lines[0] == "xuci 1", "xuci 1 first", lines)
        context.must(all(line.startswith("feature ") for line in lines[1:-1]), "feature WORD lines", lines)
        said = {line.split(" ")[1] for line in lines[1:-1]}
        context.must(FEATURES <= said, f"the features {sorted(FEATURES)}", lines)


@step("variants", "a plain UCI client sees nothing of the extension")
def plain_client(context):
    names(context)
    client = context.open()
    for word in ("variants", "describe", "state", "actions", "play e2e4", "undo", "throw", "viewer all"):
        line = client.ask(word)
        context.must(line.startswith(f"info string error unknown-command {word.split()[0]} "), f"{word} is unknown before xuci", line)
    context.must(client.tell("stop nonsense") == [], "words too many are skipped in plain UCI")


@step("variants", "variants, UCI_Variant's vars and describe agree")
def described_variants(context):
    names(context)
    client = context.open_xuci()
    found = listed(context, client)
    option = next(grammar.option(line) for line in client.handshake if line.startswith("option name UCI_Variant "))
    context.must([one["name"] for one in found] == option["vars"], "the vars of UCI_Variant are the variants", option["vars"])
    for one in found:
        about = described(context, client, one["name"])
        context.must(about["variant"] == one["name"], "described is what was asked for", about["variant"])
        same = (len(about["seats"]), about["events"], about["hidden"]) == (one["seats"], one["events"], one["hidden"])
        context.must(same, "seats, events and hidden as variants says", about)
        client.tell(f"setoption name UCI_Variant value {one['name']}")
        context.must(described(context, client) == about, "describe without a name is the one chosen")
        now = state(context, client, about)
        context.must(now["moves"] == [] and now["fen"] == about["startpos"], "startpos is the FEN of the start position", now["fen"])
        context.must(client.tell(f"position fen {about['startpos']}") == [], "startpos is a good FEN", about["startpos"])


@step("variants", "the variant line after a change, and only then")
def variant_line(context):
    client = context.open_xuci()
    before = "chess"
    for name in [*names(context), *names(context)[::-1]]:
        for _ in range(2):
            said = client.tell(f"setoption name UCI_Variant value {name}")
            context.must(len(said) == (name != before), "one line after a change, none else", said)
            before = name
            for line in said:
                words = line.split(" ")
                context.must(words[:4] == ["info", "string", "variant", name], "info string variant NAME …", line)
                context.must(words[4:12:2] == ["files", "ranks", "pocket", "template"] and words[12] == "startpos", "its fields in order", line)
                display = parse(context, client.ask("describe"), "describe")["display"]
                told = [display[key] for key in ("files", "ranks", "pocket", "template", "startpos")]
                context.must([*map(str, told)] == [words[5], words[7], words[9], words[11], " ".join(words[13:])], "the same as display", line)


@step("variants", "play, throw, state, position and undo agree over random games")
def games(context):
    for name in names(context):
        for seed in (1, 2):
            client = context.open_xuci(name)
            about = described(context, client)
            words, states = wander(context, client, about, random.Random(seed), 90)
            last = states[-1]
            said = client.tell(f"position startpos moves {','.join(words)}")
            context.must(said == [], f"{name}: the whole game as one position", said)
            context.must(state(context, client, about) == last, f"{name}: the same state", words)
            client.tell(f"position fen {last['fen']} moves {' '.join(last['moves'])}")
            again = state(context, client, about)
            context.must(all(again[key] == last[key] for key in ("fen", "moves", "pieces")), f"{name}: fen and moves say the position", again)
            client.tell(f"position startpos moves {' '.join(words)}")
            at, rng = len(words), random.Random(seed)
            while at:
                back = rng.randint(1, min(4, at))
                line = client.ask(f"undo {back}")
                context.must(line.startswith(f"undone {back} actor "), f"undone {back}", line)
                at -= back
                context.must(state(context, client, about) == states[at], f"{name}: undo gives the state of {at} words", words)
            line = client.ask("undo")
            context.must(line.startswith("error nothing-to-undo 1 "), "nothing before the position as it was set up", line)


@step("variants", "a search in every variant: a whole turn, legal, informed")
def searches(context):
    for name in names(context):
        client = context.open_xuci(name)
        about = described(context, client)
        rng = random.Random(3)
        for length in (0, 12, 30, 60):
            client.tell("position startpos")
            _, states = wander(context, client, about, rng, length)
            now = states[-1]
            can = actions(context, client)
            for fields in ("depth 1", "nodes 400", "movetime 10", "wtime 0 btime 0", "movetime -1", "depth 2 searchmoves"):
                if fields.endswith("searchmoves"):
                    if not can:
                        continue
                    fields += f" {can[-1]}"
                lines = client.go(fields)
                word, reply = grammar.bestmove(lines[-1])
                context.must(grammar.infos(lines), f"{name}: an info line before bestmove", lines)
                if not can:
                    context.must(word == "(none)", f"{name}: no action, no move", lines)
                    continue
                context.must(grammar.informed(lines), f"{name}: info with {', '.join(grammar.NEEDED)}", lines)
                first = word.split(",")[0]
                context.must(first in can, f"{name}: an action of the list", lines[-1])
                if "searchmoves" in fields:
                    context.must(first == can[-1], f"{name}: {fields} is kept to", lines[-1])
                line = client.ask(f"play {word}")
                said, actor, _ = played(context, line, word.split(","))
                # An answer in another's turn may end it, and a turn of one's own begin.
                over = actor != now["actor"] or state(context, client, about)["moves"] == []
                context.must(over, f"{name}: bestmove is the whole turn of {now['actor']}", [lines[-1], line])
                if reply and actor not in (None, "table"):
                    line = client.ask(f"play {reply}")
                    said = said + played(context, line, reply.split(","))[0]
                context.must(client.ask(f"undo {len(said)}").startswith("undone"), "undo")


@step("variants", "clocks of every seat by ptime and pinc")
def ptime(context):
    for name in names(context):
        client = context.open_xuci(name)
        seats = len(described(context, client)["seats"])
        for clock in (1000, 0, -5):
            each = " ".join([str(clock)] * seats)
            lines = client.go(f"ptime {each} pinc {each} nodes 2000")
            context.must(grammar.bestmove(lines[-1])[0] not in NO_MOVE, f"{name}: a move with clocks of {clock}", lines)
        lines = client.go(f"ptime {' '.join(['5'] * (seats + 1))}")
        context.must(lines[0].startswith("error bad-number ptime ") and lines[-1] == "bestmove (none)", "as many clocks as seats", lines)


@step("variants", "bursts in every variant")
def bursts(context):
    count = max(context.setup.bursts // 20, 1)
    for name in names(context):
        client = context.open_xuci(name)
        can = actions(context, client)
        for burst in range(count):
            client.say(f"position startpos\ngo {['infinite', 'depth 20', 'ponder'][burst % 3]}\nstop")
        for _ in range(count):
            lines = client.until("bestmove", "error")
            context.must(grammar.bestmove(lines[-1])[0].split(",")[0] in can, f"{name}: legal", lines[-1])
        context.must(client.fence() == [], f"{name}: {count} answers and no more")


@step("variants", "infinite and ponder in every variant: no answer before stop or ponderhit")
def discipline(context):
    for name in names(context):
        client = context.open_xuci(name)
        for fields, end in (("infinite depth 1", "stop"), ("ponder movetime 1", "ponderhit"), ("ponder depth 1", "stop")):
            client.say(f"go {fields}")
            said = client.within(context.setup.quiet / 2)
            context.must(not any(line.startswith("bestmove") for line in said), f"{name}: no bestmove before {end}", said)
            client.say(end)
            client.until("bestmove")
            context.must(client.fence() == [], f"{name}: one bestmove")


@step("variants", "the same output every time in every variant: one thread, a seed, a number of nodes")
def determinism(context):
    for name in names(context):
        outputs = []
        for _ in range(2):
            client = context.open_xuci(name)
            client.tell("setoption name Seed value 9")
            client.tell("setoption name Threads value 1")
            for _ in range(2):
                client.tell("ucinewgame")
                client.tell("position startpos")
                outputs.append(grammar.timeless(client.go("nodes 3000")))
        for other in outputs[1:]:
            context.must(outputs[0] == other, f"{name}: the same output", outputs[0][-2:] + other[-2:])


@step("variants", "perft, divide and go perft agree with actions")
def counts(context):
    for name in names(context):
        client = context.open_xuci(name)
        can = actions(context, client)
        line = client.ask("perft 1")
        context.must(line == f"Nodes searched: {len(can)}", f"{name}: perft 1 is the number of actions", line)
        for command in ("divide 1", "go perft 1"):
            client.say(command)
            lines = client.until("Nodes searched: ")
            context.must(lines[:-2] == [f"{word}: 1" for word in sorted(can)], f"{name}: {command} lists the actions, sorted", lines)
            context.must(lines[-2:] == ["", f"Nodes searched: {len(can)}"], f"{name}: {command} ends with the sum", lines)
        client.say("divide 2")
        lines = client.until("Nodes searched: ", "error")
        total = sum(int(line.split(": ")[1]) for line in lines[:-2])
        context.must(client.ask("perft 2") == f"Nodes searched: {total}", f"{name}: perft 2 is the sum of divide 2", lines)
        found = []
        for threads in (1, 2, 3):
            client.tell(f"setoption name Threads value {threads}")
            found.append(client.ask("perft 3"))
        context.must(len(set(found)) == 1, f"{name}: perft 3 is the same on any number of threads", found)


@step("variants", "viewers: every seat and all")
def viewers(context):
    for name in names(context):
        client = context.open_xuci(name)
        about = described(context, client)
        for seat in [*(seat["name"] for seat in about["seats"]), "all"]:
            context.must(client.ask(f"viewer {seat}") == f"viewer {seat}", f"viewer {seat}")
            context.must(state(context, client, about)["viewer"] == seat, f"state says viewer {seat}")


@step("variants", "d and eval")
def show(context):
    for name in names(context):
        client = context.open_xuci(name)
        client.say("d")
        lines = client.until("To act: ", "Result: ")
        for start in ("Fen: ", "Key: "):
            context.must(any(line.startswith(start) for line in lines), f"{name}: d has a line {start}…", lines)
        words = client.ask("eval").split(" ")
        context.must(len(words) == 4 and (words[0], words[2]) == ("eval", "cp") and int(words[3]) is not None, "eval SEAT cp N", words)


@step("variants", "helpmate: the shortest game")
def helpmate(context):
    names(context)
    client = context.open_xuci("chess")
    context.must(client.ask("helpmate 3") == "helpmate none", "no chess game is won in 3 plies")
    line = client.ask("helpmate 4")
    words = line.split(" ")
    context.must(words[:2] == ["helpmate", "4"] and len(words) == 6, "helpmate 4 WORD…", line)
    line = client.ask(f"play {' '.join(words[2:])}")
    context.must(line.endswith("actor none result 0-1 reason checkmate"), "it can be played and wins", line)


@step("variants", "the end of the input: what waits is still carried out")
def end_of_input(context):
    for name in names(context):
        client = context.open_xuci(name)
        client.send(b"perft 2\nstate\ngo nodes 100\nactions")
        lines = client.finish()
        context.must(any(line.startswith("Nodes searched: ") for line in lines), f"{name}: the count", lines)
        context.must(sum(line.startswith("bestmove ") for line in lines) == 1, f"{name}: the move", lines)
        context.must(client.process.returncode == 0, "exit code 0", client.status())
