"""A small GTP program with one fault. It imports nothing of ours, so that it starts in a moment."""

import sys
import threading

COMMANDS = "genmove\nplay\nclear_board\nlist_commands"
MOVES = {"resigns": "= resign", "illegal": "=z9", "refuses": "? no idea", "counts": "=1 a1", "logs": "= resign"}
SCRIPT = sys.argv[2].split(",") if len(sys.argv) > 3 else []
"""The moves of one that logs, before it resigns."""


def speak(behaviour: str, log: str) -> None:
    for line in sys.stdin:
        if behaviour == "logs":
            with open(log, "a", encoding="utf-8") as file:
                file.write(line)
        command = line.split()[0]
        if command == "genmove" and behaviour == "dies":
            return
        if command == "genmove" and behaviour == "hangs":
            threading.Event().wait()
        sys.stdout.write(f"{answer(command, behaviour)}\n\n")
        sys.stdout.flush()


def answer(command: str, behaviour: str) -> str:
    if behaviour == "mute":
        return "hello"
    if command == "list_commands":
        return f"= {COMMANDS}" + ("\nq-setup\nq-seed\nq-variant" if behaviour == "logs" else "")
    if command != "genmove":
        return "="
    return f"= {SCRIPT.pop(0)}" if behaviour == "logs" and SCRIPT else MOVES[behaviour]


if __name__ == "__main__":
    speak(sys.argv[1], sys.argv[-1])
