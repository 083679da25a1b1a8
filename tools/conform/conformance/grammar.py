"""The lines of UCI taken apart. A `ValueError` says what is wrong with one.

Blanks at the end of a line are harmless, and left to a step of their own.
"""

KINDS = ["check", "spin", "combo", "button", "string"]
NUMBERS = {"depth", "seldepth", "time", "nodes", "multipv", "currmovenumber", "hashfull", "nps", "tbhits", "sbhits", "cpuload"}
WORDS = {"currmove"}


def option(line):
    """`option name … type … …` as a dict: name, type, default, min, max, vars."""
    words = line.rstrip().split(" ")
    if words[:2] != ["option", "name"] or "type" not in words:
        raise ValueError("an option has a name and a type")
    at = words.index("type")
    name = " ".join(words[2:at])
    if not name.strip():
        raise ValueError("an option has a name")
    kind = words[at + 1] if at + 1 < len(words) else ""
    if kind not in KINDS:
        raise ValueError(f"{kind!r} is no type of an option: {', '.join(KINDS)}")
    found = {"name": name, "type": kind, "default": None, "min": None, "max": None, "vars": []}
    key, value = None, []

    def keep():
        if key == "var":
            found["vars"].append(" ".join(value))
        elif key:
            if found[key] is not None:
                raise ValueError(f"{key} is there twice")
            found[key] = " ".join(value)

    for word in words[at + 2 :]:
        if word in ("default", "min", "max", "var"):
            keep()
            key, value = word, []
        elif key is None:
            raise ValueError(f"{word!r} stands where default, min, max or var is expected")
        else:
            value.append(word)
    keep()
    check_option(found)
    return found


def check_option(found):
    kind, default = found["type"], found["default"]
    if kind == "spin":
        for key in ("default", "min", "max"):
            if found[key] is None:
                raise ValueError(f"a spin has a {key}")
            found[key] = int(found[key])
        if not found["min"] <= found["default"] <= found["max"]:
            raise ValueError("the default of a spin lies between min and max")
    elif kind == "check" and default not in ("true", "false"):
        raise ValueError("the default of a check is true or false")
    elif kind == "combo" and default not in found["vars"]:
        raise ValueError("the default of a combo is one of its vars")
    elif kind == "button" and default is not None:
        raise ValueError("a button has no default")
    elif kind == "string" and default is None:
        raise ValueError("a string has a default, which may be <empty>")


def info(line):
    """`info …` as a dict: numbers as int, score as (kind, number, bound), pv as a list of words."""
    words = line.rstrip().split(" ")
    if words[0] != "info" or len(words) < 2:
        raise ValueError("info is followed by a field")
    if "" in words and "string" not in words:
        raise ValueError("two blanks in a row")
    fields = {}
    at = 1
    while at < len(words):
        key = words[at]
        rest = words[at + 1 :]
        if key == "string":
            fields["string"] = " ".join(rest)
            break
        if key in fields:
            raise ValueError(f"{key} is there twice")
        if key in NUMBERS:
            fields[key] = int(rest[0] if rest else "")
            at += 2
        elif key == "score":
            if len(rest) < 2 or rest[0] not in ("cp", "mate"):
                raise ValueError("score is followed by cp or mate and a number")
            bound = rest[2] if rest[2:3] in (["lowerbound"], ["upperbound"]) else ""
            fields["score"] = (rest[0], int(rest[1]), bound)
            at += 4 if bound else 3
        elif key == "wdl":
            if len(rest) < 3:
                raise ValueError("wdl is followed by three numbers")
            fields["wdl"] = tuple(int(word) for word in rest[:3])
            at += 4
        elif key in ("pv", "refutation", "currline"):
            fields[key] = rest
            break
        elif key in WORDS:
            fields[key] = rest[0] if rest else ""
            at += 2
        else:
            raise ValueError(f"{key!r} is no field of info")
    return fields


def bestmove(line):
    """`bestmove WORD [ponder WORD]` as (word, ponder or None)."""
    words = line.rstrip().split(" ")
    if words[0] != "bestmove" or len(words) not in (2, 4) or "" in words:
        raise ValueError("bestmove is followed by a word, and perhaps by ponder and a word")
    if len(words) == 4 and words[2] != "ponder":
        raise ValueError(f"{words[2]!r} stands where ponder is expected")
    return words[1], words[3] if len(words) == 4 else None


NO_MOVE = ("(none)", "0000", "NULL", "none")
NEEDED = ("depth", "score", "nodes", "nps", "time", "pv")


def infos(lines):
    """The `info` lines among `lines`, taken apart; those with a string only are left out."""
    found = [info(line) for line in lines if line.startswith("info ")]
    return [fields for fields in found if set(fields) != {"string"}]


def informed(lines):
    """Whether one info line has all a client wants to show."""
    return any(all(key in fields for key in NEEDED) for fields in infos(lines))


def timeless(lines):
    """The lines without what depends on the clock."""
    kept = []
    for line in lines:
        if line.startswith("info string") or " currmove " in line:
            continue
        words, out, at = line.split(" "), [], 0
        while at < len(words):
            if words[at] in ("time", "nps", "hashfull") and at + 1 < len(words):
                at += 2
            else:
                out.append(words[at])
                at += 1
        kept.append(" ".join(out))
    return kept
