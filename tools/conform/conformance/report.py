"""What came of it, for people on the screen and for programs in a file."""

import json

# How much of the transcript a failure shows.
SHOWN = 30


class Report:
    def __init__(self, command, level):
        self.data = {"engine": command, "name": "", "xuci": False, "level": level, "steps": []}

    def begin(self, name, xuci):
        self.data["name"], self.data["xuci"] = name, xuci
        print(f"{name or 'an engine without a name'}{' (speaks the extension)' if xuci else ''}")

    def add(self, step, outcome, expected, got, notes, record, seconds):
        entry = {
            "number": step.number,
            "level": step.level,
            "title": step.title,
            "outcome": outcome,
            "seconds": round(seconds, 3),
            "notes": notes,
        }
        if outcome == "fail":
            entry.update(expected=expected, got=got, transcript=record[-SHOWN:])
        elif outcome == "skip":
            entry.update(reason=expected)
        self.data["steps"].append(entry)
        print(f"{step.number:3} {outcome:4} {step.level}: {step.title} ({seconds:.1f} s)", flush=True)
        if outcome == "skip":
            print(f"         {expected}")
        for note in notes:
            print(f"         note: {note['expected']}")
            indented(note["got"], "               ")
        if outcome == "fail":
            print(f"         expected: {expected}")
            indented(got or "nothing of the kind", "         got:      ")
            print("         the last of the conversation (C: client, E: engine, stderr):")
            for line in record[-SHOWN:]:
                print(f"           {line}")

    def count(self, outcome):
        return sum(entry["outcome"] == outcome for entry in self.data["steps"])

    def failed(self):
        return self.count("fail") > 0

    def end(self):
        notes = sum(len(entry["notes"]) for entry in self.data["steps"])
        self.data["summary"] = {word: self.count(word) for word in ("pass", "fail", "skip")} | {"notes": notes}
        print(f"{self.count('pass')} passed, {self.count('fail')} failed, {self.count('skip')} skipped, {notes} notes")

    def write(self, path):
        with open(path, "w", encoding="utf-8") as file:
            json.dump(self.data, file, indent=1, ensure_ascii=False)
            file.write("\n")


def indented(text, first):
    for line in str(text).splitlines():
        print(f"{first}{line[:400]}")
        first = " " * len(first)
