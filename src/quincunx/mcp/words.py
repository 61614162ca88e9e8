"""Matches, games and verdicts as a server gives them, in words for a model."""

from typing import Any

from quincunx.catalogue import game as find_game
from quincunx.text.descriptions import view_text
from quincunx.texts_for_people import usual_rules, with_piece_names

Json = dict[str, Any]
MOST_HISTORY = 500


def match_text(match: Json, seat: int | None, list_moves: bool = False) -> str:
    """The match as one of its seats sees it, or somebody who watches."""
    game = find_game(match["game"])
    role = f"You are {game.seat_names[seat - 1]}, seat {seat}." if seat and game.seats == 2 else ""
    parts = [
        f"{match['name']} ({match['preset'] or 'custom variant'}), ply {match['ply']}. {role}".strip(),
        *(_turn_text(match, entry) for entry in _news(match, seat)),
        view_text(game, match["view"]),
        standing_text(match, seat),
    ]
    if list_moves and match["legal"]:
        parts.append(f"Legal moves: {' '.join(match['legal'])}.")
    return "\n".join(parts)


def standing_text(match: Json, seat: int | None) -> str:
    names = find_game(match["game"]).seat_names
    if match["result"] is not None:
        return _result_text(match, seat)
    if not all(one["taken"] for one in match["seats"]):
        return "The other seat is free: the match begins when somebody takes it."
    if match["turn"] == seat:
        return "It is your move."
    return f"It is the turn of {names[match['turn'] - 1]}{', who is thinking' if match['thinking'] else ''}."


def history_text(match: Json) -> str:
    entries = match["history"][-MOST_HISTORY:]
    lines = [f"{entry['ply'] + 1}. {_turn_text(match, entry)}" for entry in entries]
    skipped = len(match["history"]) - len(entries)
    return "\n".join([*([f"({skipped} earlier moves)"] if skipped else []), *lines]) or "No move has been played yet."


def games_text(games: list[Json]) -> str:
    lines = []
    for game in games:
        seats = "for two" if game["seats"] == 2 else "for one"
        levels = ", ".join(level["level"] for level in game["levels"])
        presets = ", ".join(game["presets"])
        lines.append(
            f"{game['game']}: {game['name']}, {seats}. {game['tagline']} Presets: {presets} (recommended: "
            f"{game['recommended']}). AI players: {levels}."
        )
    return "\n".join(lines)


def rules_text(game: Json) -> str:
    presets = [f"- {name}: {words['label']}. {words['description']}" for name, words in game["preset_words"].items()]
    options = [f"- {name}: {one['allowed']}; {one['default']}" for name, one in game["options"].items()]
    notation = find_game(game["game"]).notation
    head = [f"# {game['name']}", game["how_to_play"], notation]
    return "\n".join(
        [
            *head,
            "",
            "## Presets",
            *presets,
            "",
            "## Options and defaults",
            *options,
            "",
            with_piece_names(usual_rules(game["rules"])),
        ]
    )


def verdicts_text(summary: Json) -> str:
    head = f"{summary['title']}: {summary['games']} matches, players {', '.join(summary['players'])}."
    lines = [f"[{verdict['light']}] {verdict['name']}: {verdict['sentence']}" for verdict in summary["verdicts"]]
    return "\n".join([head, *lines])


def _news(match: Json, seat: int | None) -> list[Json]:
    """The seat's own last move and what came after it; for somebody who watches, the last move."""
    history: list[Json] = match["history"]
    own = [place for place, entry in enumerate(history) if entry["seat"] == seat]
    return history[own[-1] :] if own else history if seat else history[-1:]


def _turn_text(match: Json, entry: Json) -> str:
    return f"{find_game(match['game']).seat_names[entry['seat'] - 1]} played {entry['move']}: {entry['told']}."


def _result_text(match: Json, seat: int | None) -> str:
    names = find_game(match["game"]).seat_names
    why = str(match["end"]["why"]).replace("_", " ")
    result = match["result"]
    if result == "draw":
        outcome = "a draw"
    elif seat is None:
        outcome = f"{names[int(result) - 1]} wins" if result in ("1", "2") else "lost"
    else:
        outcome = "you win" if result == str(seat) else "you lose"
    return f"The match is over: {outcome} ({why})."
