"""The figures of the balance lab: `python bench/lab.py [PART …] [--json] [--small]`.

    known    a cube more on a formation of Claw, and a clan card of Beasts three points stronger, are found and named
    wolf     of 200 comparisons of equal editions, how many cry wolf
    blanks   what a planted useless card and a planted overpowered one contribute
    tune     a spoiled edition of Claw, a type near 60 %, comes back to 50 ± 1 % for every type between hard players
    ray      clusters of 2 and of 2 + 2 workers give the bytes of one process, a worker is killed, throughput
    cost     1,000,000 paired games of Claw between greedy players
    cuda     the same on a GPU, shares only: compile, kernel and wall time

Equal editions are no copies: on the same deals a copy differs by exactly 0. They are two files in which the two cards
of every type and round have changed places, so that no share differs, and yet other games are played; and, apart from
that, one edition on the deals of two seeds. `--small` plays far fewer games, to see whether a part runs."""

from __future__ import annotations

import argparse
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from bestiary.engine.content import Edition
from bestiary.engine.game import Game
from bestiary.engine.registry import find_game
from bestiary.lab import workers as crew
from bestiary.lab.compare import Compared, Question, compare
from bestiary.lab.deals import Dealer, Print, Setting, plan_of
from bestiary.lab.pairs import UNIT, Pairs, shown
from bestiary.lab.warming import warm_all

Found = dict[str, Any]
SPOILED = ("Hideout", "vanguard", ". . ?", "+2 +2 ?")
FREE = ["Hideout.vanguard.1", "Hideout.vanguard.2", "Crossfire.vanguard.3", "Ambush.vanguard.3", "Charge.vanguard.3",
        "Palisade.rearguard.2"]  # fmt: skip
small = False


def many(count: int, few: int) -> int:
    return few if small else count


def edition(game: Game, *changes: tuple[str, str, str, str]) -> Edition:
    """The shipped edition with other values: name, key, what stands there, and what shall."""
    text = game.edition().text
    for name, key, old, new in changes:
        at = text.index(f"{key} = {old}", text.index(f'name = "{name}"'))
        text = f"{text[:at]}{key} = {new}{text[at + len(f'{key} = {old}'):]}"
    return game.edition_from_text(text, "changed")


def claw_edition(name: str, row: str, old: str, new: str) -> Edition:
    return edition(find_game("claw"), (name, row, f'"{old}"', f'"{new}"'))


def timed(work: Callable[[], Any]) -> tuple[Any, float]:
    began = time.perf_counter()
    return work(), round(time.perf_counter() - began, 1)


def card(summary: Found, name: str) -> Found:
    return next(row for row in summary["cards"] if row["name"] == name and row["contribution"])


# --- A known change


def known() -> Found:
    told, plans = {}, {
        "claw": ({}, many(50_000, 20_000), "Spearhead", claw_edition("Spearhead", "vanguard", ". +2 ?", "+1 +2 ?")),
        "beasts": ({"seats": 4, "clan_0": 3}, many(20_000, 600), "Tide Fencer",  # its clan is at the table
                   edition(find_game("beasts"), ("Tide Fencer", "styles", "[3, 6, 5]", "[6, 9, 8]"))),
    }  # fmt: skip
    for name, (table, games, planted, changed) in plans.items():
        game = find_game(name)
        warm_all(game, ("compare", "simulate"))
        processor = time.process_time()
        result, seconds = timed(
            lambda: compare(
                game, game.make_options(settings=table), game.edition(), changed, ["greedy"], "known", games=games,  # noqa: B023
            )
        )
        summary = result.summary()
        told[name] = {
            "planted": planted, "named": planted in summary["found"], "others": len(summary["found"]) - 1,
            "contribution": card(summary, planted)["contribution"]["difference"], "games": 2 * result.games,
            "minutes": round(seconds / 60, 2), "processor_minutes": round((time.process_time() - processor) / 60, 2),
        }  # fmt: skip
    return told


# --- Equal editions


def swapped(game: Game) -> Edition:
    """The same cards; the two of every type and round have changed places."""
    head, *blocks = re.split(r"(?=^\[\[formations\]\])", game.edition().text, flags=re.MULTILINE)
    pairs = [block for at in range(0, len(blocks), 2) for block in (blocks[at + 1].rstrip() + "\n\n", blocks[at])]
    return game.edition_from_text(head + "".join(pairs), "swapped")


def wolf() -> Found:
    game, runs, games = find_game("claw"), many(200, 10), many(2000, 500)
    warm_all(game, ("compare", "simulate"))
    other, options, cries = swapped(game), game.make_options(), 0
    for number in range(runs):
        result = compare(
            game, options, game.edition(), other, ["greedy"], f"wolf {number}", games=games, contribution=games // 8
        )
        summary = result.summary()
        shares = [*summary["seats"], *summary["sides"]]
        cries += bool(summary["found"] or any(row["found"] for row in shares))
    return {"repetitions": runs, "games": 2 * games, "cried": cries, "unpaired": _unpaired(game, runs, games)}


def _unpaired(game: Game, runs: int, games: int) -> int:
    """One edition on the deals of two seeds: the types' shares, as two editions that have no deal in common."""
    printed, options, cries = Print.of(game.edition()), game.make_options(), 0
    for number in range(runs):
        rows = np.zeros((3, games, 4))
        for side in range(2):
            setting = Setting.of(game, options, ["greedy"], f"wolf {number} {side}")
            played = Dealer(setting).play(game.edition(), plan_of("claw", printed), setting.bots, 0, games)
            won = np.rint(played.shares * UNIT)
            for kind in range(3):
                own = played.traits == kind
                rows[kind, :, 2 * side : 2 * side + 2] = np.stack([own.sum(axis=1), (won * own).sum(axis=1)], axis=1)
        figures = shown(Pairs.of(rows), UNIT, 2.0)
        cries += bool((np.abs(figures.difference) > figures.half()).any())
    return cries


# --- Planted cards


def blanks() -> Found:
    game, games = find_game("claw"), many(40_000, 4000)
    warm_all(game, ("compare", "simulate"))
    planted = edition(
        game, ("Charge", "reinforcements", '"# . ."', '"# +1 +1"'), ("Charge", "vanguard", '"+2? . +1"', '"? . ."'),
        ("Feint", "vanguard", '". W ?"', '"+2 +2W ?"'),
    )  # fmt: skip
    result, seconds = timed(
        lambda: compare(
            game, game.make_options(), game.edition(), planted, ["greedy"], "blanks", games=games, contribution=games
        )
    )
    cards = [row for row in result.summary()["cards"] if row["contribution"]]
    first = max(cards, key=lambda row: row["contribution"]["b"]["value"])
    useless = card({"cards": cards}, "Charge")["contribution"]["b"]
    naive = {name: card({"cards": cards}, name)["measures"]["chosen"]["wins"]["b"] for name in ("Charge", "Feint")}
    return {
        "useless": useless, "useless_holds_0": useless["low"] <= 0 <= useless["high"], "first": first["name"],
        "overpowered": card({"cards": cards}, "Feint")["contribution"]["b"], "wins_when_chosen": naive,
        "games": games, "seconds": seconds,
    }  # fmt: skip


# --- Tuning


def tune() -> Found:
    with tempfile.TemporaryDirectory() as folder:
        spoiled = Path(folder) / "spoiled.toml"
        spoiled.write_text(claw_edition(*SPOILED).text, encoding="utf-8")
        words = ["tune", "claw", "--edition", str(spoiled), "--target", "sides", "--within", "1", "--seed", "tune"]
        words += [word for path in FREE for word in ("--free", f"formations.{path}=0..2")]
        words += ["--bots", "greedy" if small else "hard", "--out", str(Path(folder) / "out"), "--json"]
        return dict(json.loads(bestiary(*words)))


# --- Ray


def bestiary(*words: str) -> str:
    done = subprocess.run([sys.executable, "-m", "bestiary", *words], stdout=subprocess.PIPE, text=True, check=False)
    return done.stdout


def ray() -> Found:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    from ray.cluster_utils import Cluster

    game, games = find_game("claw"), many(100_000, 8000)
    warm_all(game, ("compare", "simulate"))
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "b.toml"
        file.write_text(claw_edition("Spearhead", "vanguard", ". +2 ?", "+1 +2 ?").text, encoding="utf-8")
        words = ["compare", "claw", "--a", "house", "--b", str(file), "--games", str(games), "--seed", "ray", "--json"]
        alone = bestiary(*words, "--workers", "1")
        told: Found = {"games": 2 * games, "local_2": bestiary(*words, "--cluster", "local", "--workers", "2") == alone}
        cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 2})
        try:
            cluster.add_node(num_cpus=2)
            told["nodes"] = {"addresses": [cluster.address], "workers": 4}
            told["two_nodes_4"] = bestiary(*words, "--cluster", cluster.address) == alone
            killed: list[int] = []
            hunter = threading.Thread(target=_kill_one, args=(killed,))
            hunter.start()
            told["killed_4"] = bestiary(*words, "--cluster", cluster.address) == alone
            hunter.join()
            told["killed"] = len(killed)
        finally:
            cluster.shutdown()
    return told | _throughput(game, many(60_000, 12_000))


def _kill_one(killed: list[int], patience: float = 300) -> None:
    """Kills one of the workers that this process's clusters have, once it is at work."""
    end = time.perf_counter() + patience
    while not killed and time.perf_counter() < end:
        for pid in _descendants(os.getpid()):
            if "ray::do" in _command(pid):
                os.kill(pid, signal.SIGKILL)
                killed.append(pid)
                return
        time.sleep(0.05)


def _command(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ")
    except OSError:
        return ""


def _descendants(root: int) -> Iterator[int]:
    parents: dict[int, int] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                parents[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            except (OSError, ValueError):
                continue
    for pid in parents:
        above = pid
        while above in parents and above != root:
            above = parents[above]
        if above == root and pid != root:
            yield pid


def _throughput(game: Game, deals: int) -> Found:
    """Deals a second of two workers beside two plain processes: by the wall, and, since others may be at work on this
    machine, by the processor time of all processes of either."""
    from bestiary.lab.cluster import Cluster

    other = claw_edition("Spearhead", "vanguard", ". +2 ?", "+1 +2 ?")
    setting = Setting.of(game, game.make_options(), ["greedy"], "pace")
    question = Question(setting, Print.of(game.edition()), Print.of(other))

    def pace(staff: crew.Workers) -> Any:
        """Of the slices between the first eight and the last eight, when everybody is at work."""
        results = crew.run(Compared(question), crew.slices(deals + 16_000, 1000), staff)
        for _ in range(8):
            next(results)
        began, spent = time.perf_counter(), _processor_seconds()
        for _ in range(deals // 1000):
            next(results)
        found = deals / np.array([time.perf_counter() - began, _processor_seconds() - spent])
        list(results)
        return found

    plain, on_ray = pace(crew.Processes(2)), pace(Cluster("local", 2))
    plain = (plain + pace(crew.Processes(2))) / 2  # before and after, since a busy machine drifts
    told = {}
    for at, by in enumerate(("second", "processor_second")):
        told[f"plain_deals_a_{by}"], told[f"ray_deals_a_{by}"] = round(plain[at]), round(on_ray[at])
        told[f"ratio_by_{by}"] = round(on_ray[at] / plain[at], 3)
    return told


def _processor_seconds() -> float:
    """What this process and all below it have spent."""
    spent = 0
    for pid in (os.getpid(), *_descendants(os.getpid())):
        try:
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        spent += sum(int(each) for each in fields[11:15])  # its own, and those of its children that have ended
    return spent / os.sysconf("SC_CLK_TCK")


# --- Cost


def cost() -> Found:
    game, games = find_game("claw"), many(1_000_000, 20_000)
    _, compiling = timed(lambda: warm_all(game, ("compare", "simulate")))
    other = claw_edition("Spearhead", "vanguard", ". +2 ?", "+1 +2 ?")
    processor = time.process_time()
    result, seconds = timed(
        lambda: compare(game, game.make_options(), game.edition(), other, ["greedy"], "cost", games=games)
    )
    return {
        "pairs": result.games, "seconds": seconds, "processor_seconds": round(time.process_time() - processor, 1),
        "compile_seconds": compiling, "cores": len(os.sched_getaffinity(0)), "half": round(result.widest(), 3),
        "contribution_deals": result.summary()["contribution_deals"],
    }  # fmt: skip


def cuda() -> Found:
    from bestiary.lab.cuda_pairs import compare_on_gpu

    game, games = find_game("claw"), many(1_000_000, 20_000)
    other = claw_edition("Spearhead", "vanguard", ". +2 ?", "+1 +2 ?")
    setting = Setting.of(game, game.make_options(), ["greedy"], "cost")
    result, spent = compare_on_gpu(Question(setting, Print.of(game.edition()), Print.of(other)), games)
    after = {"after_compilation": round(spent["wall"] - spent["compile"], 2)}
    return {"pairs": result.games, **{name: round(value, 2) for name, value in spent.items()}, **after}


PARTS: dict[str, Callable[[], Found]] = {
    "known": known, "wolf": wolf, "blanks": blanks, "tune": tune, "ray": ray, "cost": cost, "cuda": cuda,
}  # fmt: skip


def main() -> None:
    global small
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--small", action="store_true", help="few games, to see whether it runs")
    arguments = parser.parse_args()
    if unknown := set(arguments.parts) - set(PARTS):
        parser.error(f"there is no part '{min(unknown)}'; there are {', '.join(PARTS)}")
    small, found = arguments.small, {}
    for name in arguments.parts or [part for part in PARTS if part != "cuda"]:
        found[name], seconds = timed(PARTS[name])
        if not arguments.json:
            print(f"{name} ({seconds} s)")
            for key, value in found[name].items():
                print(f"  {key:<24} {value}", flush=True)
    if arguments.json:
        print(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
