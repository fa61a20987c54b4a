"""A bot that asks back before it answers, and ends with an error if it is told what it should not be."""

import json
import sys

started = 0
wants_changes = False
has_whole = False
for line in sys.stdin:
    question = json.loads(line)
    if question["do"] == "start":
        started += 1
        assert question["title"]["units"] is not None and question["turn_ms"] == 60000, question
        continue
    if question["do"] != "decide":
        started = 0
        has_whole = False
        continue
    assert started == 1 and 0 < question["turn_ms"] <= 60000, question

    def ask(**words):
        print(json.dumps(words), flush=True)
        return json.loads(sys.stdin.readline())

    assert ("changed" in question["view"]) == has_whole, question["view"]
    has_whole = wants_changes
    assert ask(ask="position")["position"]
    first = question["decision"]["options"][0]["play"]
    assert ask(ask="why", play=first)["legal"] is True
    assert ask(ask="why", play="nonsense")["legal"] is False
    assert ask(ask="hint", level="marshal")["ok"] is False
    assert ask(ask="views", **{"as": "changes"})["ok"] is True
    wants_changes = True
    print(json.dumps({"option": 0}), flush=True)
