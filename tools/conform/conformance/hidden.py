"""Hidden: what a seat may not see is neither shown to it nor used for it."""

import random

from . import grammar
from .shapes import actions, described, played, state
from .step import step
from .variants import names


def deal(context, client, about, rng, plies):
    """Plays at random by the words of one client; the words, all of them open."""
    words = []
    for _ in range(plies):
        now = state(context, client, about)
        if now["actor"] is None:
            break
        if now["actor"] == "table":
            words += played(context, client.ask("throw"), None)[0]
        else:
            word = rng.choice(actions(context, client))
            words += played(context, client.ask(f"play {word}"), [word])[0]
    return words


@step("hidden", "masking: the other hand is ? in fen and hands, its draws are #?, one's own is open")
def masking(context):
    for name in names(context, hidden=True):
        for seed in (1, 2, 3):
            client = context.open_xuci(name)
            about = described(context, client)
            seats = [seat["name"] for seat in about["seats"]]
            deal(context, client, about, random.Random(seed), 10 + 20 * seed)
            client.ask("viewer all")
            whole = state(context, client, about)
            context.must("?" not in whole["fen"], f"{name}: all sees everything that was thrown", whole["fen"])
            for seat in seats:
                client.ask(f"viewer {seat}")
                seen = state(context, client, about)
                for other in seats:
                    hand, mine = whole["hands"][other], seen["hands"][other]
                    wanted = hand if other == seat else "?" * len(hand)
                    context.must(mine == wanted, f"{name}: {seat} sees {other}'s hand as {wanted!r}", mine)
                for key in ("actor", "due", "result", "reason", "pieces"):
                    context.must(seen[key] == whole[key], f"{name}: {key} is open", seen[key])
                context.must(len(seen["moves"]) == len(whole["moves"]), f"{name}: as many moves", seen["moves"])
                client.say("d")
                shown = client.until("To act: ", "Result: ")
                fen = next((line for line in shown if line.startswith("Fen: ")), "")
                context.must(fen == f"Fen: {seen['fen']}", f"{name}: d shows {seat} no more than state does", shown)
                back = client.tell(f"position fen {seen['fen']} moves {' '.join(seen['moves'])}")
                context.must(back == [], f"{name}: what a seat sees is a position", [seen["fen"], *back])
                again = state(context, client, about)
                same = all(again[key] == seen[key] for key in ("fen", "moves", "pieces", "hands"))
                context.must(same, f"{name}: and the same one", again)
                client.ask("viewer all")
                client.tell(f"position fen {whole['fen']} moves {' '.join(whole['moves'])}")


@step("hidden", "throw: what the viewer may not see is written ?")
def masked_throws(context):
    for name in names(context, hidden=True):
        seen = set()
        for viewer in ("first", "second"):
            client = context.open_xuci(name)
            about = described(context, client)
            seats = [seat["name"] for seat in about["seats"]]
            seat = seats[0] if viewer == "first" else seats[1]
            rng = random.Random(4)
            mover = None
            for _ in range(60):
                client.ask("viewer all")
                now = state(context, client, about)
                if now["actor"] is None:
                    break
                if now["actor"] != "table":
                    can = actions(context, client)
                    # Draw where one can, so that there is something to hide.
                    word = "draw" if "draw" in can else rng.choice(can)
                    mover = now["actor"]
                    client.ask(f"play {word}")
                    continue
                hands = now["hands"]
                client.ask(f"viewer {seat}")
                word = played(context, client.ask("throw"), None)[0][0]
                client.ask("viewer all")
                after = state(context, client, about)["hands"]
                grown = next((one for one in seats if len(after[one]) > len(hands[one])), None)
                if grown is None:
                    continue
                masked = set(word[1:]) == {"?"}
                context.must(masked == (grown != seat), f"{name}: {grown} gets a card, {seat} looks on", [word, mover])
                seen.add(masked)
        context.must(seen == {True, False}, f"{name}: both kinds of throw were seen", seen)


def output(context, name, viewer, moves):
    """All that a session says to a seat."""
    client = context.open_xuci(name)
    client.tell("setoption name Seed value 5")
    client.tell("setoption name Threads value 1")
    client.ask(f"viewer {viewer}")
    said = client.tell(f"position startpos moves {moves}")
    context.must(said == [], f"{name}: {moves}", said)
    client.say("d")
    shown = [line for line in client.until("To act: ", "Result: ")]
    return [
        client.ask("state"), client.ask("actions"), client.ask("eval"), *shown, *grammar.timeless(client.go("nodes 1500")),
    ]  # fmt: skip


@step("hidden", "non-interference: two sessions that differ only in what the viewer cannot see say the same (battlechess)")
def non_interference(context):
    if "battlechess" not in names(context, hidden=True):
        context.note("deals are known for battlechess only")
        return
    start = "K@e1 P@d2 P@e2 P@f2 {} K@e8 P@d7 P@e7 P@f7 {}"
    own = "#A23789X"
    hands = ["#456TJQK", "#2345566", "#???????"]
    for moves in ("", "e2e4 e7e5", "e2e4 draw {}", "e2e4 draw {} 9:b1", "9:b1"):
        said = []
        for hand in hands:
            drawn = "#?" if "?" in hand else hand[:2]
            said.append(output(context, "battlechess", "white", f"{start.format(own, hand)} {moves.format(drawn)}"))
        for other in said[1:]:
            differ = [pair for pair in zip(said[0], other) if pair[0] != pair[1]]
            context.must(said[0] == other, f"white is told the same whatever black holds, after {moves!r}", differ[:2])
    # The same for the other seat, and for a viewer who sees all: the search still sees for the seat to act.
    for viewer in ("black", "all"):
        said = []
        for hand in ("#456TJQK", "#2345566"):
            lines = output(context, "battlechess", viewer, f"{start.format(hand, own)} e2e4")
            said.append([line for line in lines if line.startswith(("bestmove", "info ") if viewer == "all" else "")])
        differ = [pair for pair in zip(*said) if pair[0] != pair[1]]
        context.must(said[0] == said[1], f"black's search says the same whatever white holds, viewer {viewer}", differ[:2])


@step("hidden", "a count through a deal is refused with sample-only; unknown cards are accepted")
def sample_only(context):
    for name in names(context, hidden=True):
        client = context.open_xuci(name)
        about = described(context, client)
        rng = random.Random(6)
        for _ in range(80):
            now = state(context, client, about)
            if now["actor"] == "table":
                break
            client.ask(f"play {rng.choice(actions(context, client))}")
        context.must(now["actor"] == "table", f"{name}: a deal is reached", now)
        for command in ("perft 3", "divide 3", "go perft 3", "helpmate 3"):
            client.say(command)
            lines = client.fence()
            client.say("undo 0")
            lines += client.until("undone")[:-1]
            fits = len(lines) == 1 and lines[0].startswith("error sample-only ")
            context.must(fits, f"{name}: {command} is answered by error sample-only", lines)
        cards = played(context, client.ask("throw"), None)[0][0]
        client.ask("undo")
        masked = "#" + "?" * (len(cards) - 1)
        played(context, client.ask(f"play {masked}"), [masked])
        lines = client.go("nodes 200")
        context.must(lines[-1].startswith("bestmove "), f"{name}: a search with unknown cards", lines)
        line = client.ask("card deal nobody A")
        context.must(line.startswith("error unknown-seat nobody "), "error unknown-seat", line)
