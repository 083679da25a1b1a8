"""The JSON of `describe` and `state`: keys and types, as section 7 of protocol-spec.md has them."""

import json

TEXT = (str,)
MAYBE = (str, type(None))
DESCRIBE = {
    "variant": TEXT, "seats": (list,), "events": (bool,), "hidden": (bool,), "boards": (list,), "pieces": (list,),
    "abilities": (dict,), "startpos": TEXT, "display": (dict,),
}  # fmt: skip
STATE = {
    "variant": TEXT, "fen": TEXT, "moves": (list,), "actor": MAYBE, "due": MAYBE, "result": TEXT, "reason": MAYBE,
    "viewer": TEXT, "pieces": (list,),
}  # fmt: skip
DUE = {
    "move", "place", "movement", "drops", "arming", "buying", "combat", "retreat", "sacrifice", "entry", "roll", "rider",
    "deal", "card",
}  # fmt: skip
RESULTS = {"1-0", "0-1", "1/2-1/2", "*"}


def keys(context, found, wanted, what):
    """Every wanted key is there and of its type."""
    context.must(isinstance(found, dict), f"{what} is an object", found)
    for key, kinds in wanted.items():
        context.must(key in found, f"{what} has the key {key}", list(found))
        context.must(type(found[key]) in kinds, f"{what}: {key} is of type {' or '.join(kind.__name__ for kind in kinds)}", found[key])


def parse(context, line, what):
    try:
        return json.loads(line)
    except ValueError as error:
        context.must(False, f"{what} is one line of JSON ({error})", line)


def described(context, client, variant=""):
    """`describe`, checked."""
    line = client.ask(f"describe {variant}".strip())
    found = parse(context, line, "describe")
    keys(context, found, DESCRIBE, "describe")
    context.must(len(found["seats"]) >= 2, "at least two seats", line)
    for seat in found["seats"]:
        keys(context, seat, {"name": TEXT, "team": (int,)}, "a seat")
        context.must(seat["team"] in (0, 1), "a team is 0 or 1", seat)
    context.must(found["seats"][0]["team"] == 0, "the first seat is of team 0", line)
    for board in found["boards"]:
        keys(context, board, {"name": TEXT, "files": (list,), "ranks": (int,)}, "a board")
    things = list(found["pieces"])
    for ability in found["abilities"].values():
        context.must(isinstance(ability, list), "an ability is a list", ability)
        things += ability
    for thing in things:
        keys(context, thing, {"letter": TEXT, "name": TEXT}, "a piece or ability")
    display = {"files": (int,), "ranks": (int,), "pocket": (int,), "template": TEXT, "startpos": TEXT}
    keys(context, found["display"], display, "display")
    return found


def state(context, client, about):
    """`state`, checked, also against `describe`'s answer `about`."""
    line = client.ask("state")
    found = parse(context, line, "state")
    keys(context, found, STATE, "state")
    seats = [seat["name"] for seat in about["seats"]]
    context.must(found["variant"] == about["variant"], "state is of the variant described", line)
    context.must(found["result"] in RESULTS, f"result is one of {sorted(RESULTS)}", line)
    context.must(found["viewer"] in [*seats, "all"], "viewer is a seat or all", line)
    if found["actor"] is None:
        context.must(found["due"] is None and found["result"] != "*" and found["reason"], "a game over has a result and a reason", line)
    else:
        context.must(found["actor"] in [*seats, "table"], "the actor is a seat or the table", line)
        context.must(found["due"] in DUE, "due is a word of the list", line)
        context.must(found["result"] == "*" and found["reason"] is None, "a game that goes on has neither result nor reason", line)
        context.must(about["events"] or found["actor"] != "table", "the table acts only where there are events", line)
    squares = {file + str(rank + 1) for board in about["boards"] for file in board["files"] for rank in range(board["ranks"])}
    letters = {piece["letter"] for piece in about["pieces"]}
    for piece in found["pieces"]:
        keys(context, piece, {"square": TEXT, "piece": TEXT, "seat": TEXT}, "a piece")
        context.must(piece["square"] in squares, "a piece is on a square of a board", piece)
        context.must(piece["seat"] in seats, "a piece belongs to a seat", piece)
        context.should(set(piece["piece"]) <= set("".join(letters)), "a piece has a letter of describe", piece)
    return found


def actions(context, client):
    """`actions` as a list of words, their number checked."""
    line = client.ask("actions")
    words = line.split(" ")
    context.must(words[0] == "actions" and len(words) >= 2 and words[1].isdigit(), "actions N WORD…", line)
    context.must(int(words[1]) == len(words) - 2, "as many actions as it says", line)
    context.must(len(set(words[2:])) == len(words) - 2, "every action once", line)
    context.must(not any("," in word or word.startswith("#") for word in words[2:]), "actions without commas and #", line)
    return words[2:]


def played(context, line, words):
    """`played WORD… actor ACTOR due DUE`, or the end: (words, actor, due) with actor None at the end."""
    said = line.split(" ")
    context.must(said[0] == "played" and "actor" in said, "played WORD… actor …", line)
    at = said.index("actor")
    context.must(words is None or said[1:at] == words, f"played {words}", line)
    rest = said[at + 1 :]
    if rest[0] == "none":
        context.must(len(rest) == 5 and rest[1] == "result" and rest[3] == "reason", "actor none result RESULT reason REASON", line)
        return said[1:at], None, None
    context.must(len(rest) == 3 and rest[1] == "due", "actor ACTOR due DUE", line)
    return said[1:at], rest[0], rest[2]
