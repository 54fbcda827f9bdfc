"""How quick the page is, in Chromium, as browsers count it.

    python bench/paint.py [--game talon claw prey] [--json]
    python bench/paint.py --game beasts --json

For each game somebody plays through the page while strong bots think, looks at rules and log meanwhile, and goes on
with quick ones to the end. Printed are:

- `first_load_kb`: what the home page loads, compressed, without pictures;
- `next_paint_ms`: interaction to next paint by Event Timing while a bot thinks: the worst (one in fifty may be worse,
  as the measure has it), and how many there were; those under 16 ms are counted as 16;
- `answer_ms`: from the click that sends a decision to the frame that shows the server's answer, the worst of all, and
  how much of it went by between sending and the answer; `by_itself_ms` is the same of what the page sends by itself (a
  forced pass, the next unit of a gesture), from sending;
- `thread_ms`: processor time of the page's thread a decision, with all that others do in between: what else the machine
  does is not counted;
- `heap_mb`: script heap after a whole game, when what nobody needs has been collected.

The server runs compiled rules, as after the first minutes of `make play`. Measure on a machine that does nothing else.
"""

from __future__ import annotations

import argparse
import itertools
import json
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path += [str(ROOT / "tests"), str(ROOT / "tests/web"), str(ROOT / "bench")]

import hunting  # noqa: E402
import playing  # noqa: E402
import services  # noqa: E402
from hunting import Hunter  # noqa: E402
from playing import play_by_mouse  # noqa: E402
from test_quick import WIRE  # noqa: E402
from visiting import QUIET, WIDE, Served, Visitor  # noqa: E402

GAMES = {"talon": 4, "claw": 2, "prey": 4, "beasts": 4}
"""Players of each game."""
LIMITS = {"first_load_kb": 250, "next_paint_ms": 100, "answer_ms": 150, "heap_mb": 60}
DECISIONS = {"talon": 8, "claw": 16, "prey": 10, "beasts": 25}  # against bots that think
WATCH = """(() => {
  window.touched = new Map();
  window.answers = [];
  new PerformanceObserver((list) => {
    for (const each of list.getEntries())
      if (each.interactionId && each.duration > (touched.get(each.interactionId)?.duration ?? 0))
        touched.set(each.interactionId, {
          duration: each.duration, name: each.name, on: each.target?.closest("[class]")?.className ?? "",
          waited: Math.round(each.processingStart - each.startTime),
          worked: Math.round(each.processingEnd - each.processingStart),
        });
  }).observe({ type: "event", durationThreshold: 16, buffered: true });
  let clicked = 0, pressed = 0, waits = null;
  const later = (then) => {
    const after = new MessageChannel();
    after.port1.onmessage = then;
    after.port2.postMessage(0);
  };
  addEventListener("pointerup", (event) => (pressed = event.timeStamp), true);
  for (const kind of ["click", "keydown"]) addEventListener(kind, (event) => {
    clicked = kind === "click" && event.detail ? pressed : event.timeStamp;
    later(() => (clicked = 0)); // what is sent after that, the page sends by itself
  }, true);
  const painted = (then) => requestAnimationFrame(() => later(then));
  const Plain = window.WebSocket;
  window.WebSocket = class extends Plain {
    constructor(...given) {
      super(...given);
      this.addEventListener("message", ({ data }) => {
        if (!waits || !String(data).includes('"type":"news"')) return;
        const { from, own, at, asked } = waits, came = performance.now();
        waits = null;
        painted(() => answers.push({ own, asked, whole: performance.now() - from, server: came - at }));
      });
    }
    send(data) {
      if (String(data).includes('"type":"move"')) {
        const at = performance.now(), asked = document.querySelector("[data-asked]")?.dataset.asked ?? "";
        waits = { own: clicked > 0, from: clicked || at, at, asked };
      }
      super.send(data);
    }
  };
})()"""


def load_of(browser: Browser, url: str) -> dict[str, Any]:
    visitor = Visitor(browser, url, WIDE)
    visitor.page.goto("/")
    visitor.page.get_by_text("None yet.").wait_for()
    visitor.page.wait_for_load_state("networkidle")
    loaded = visitor.page.evaluate(WIRE)
    visitor.close()
    return {"first_load_kb": round(sum(size for _, size in loaded) / 1000, 1), "files": len(loaded)}


def look_around(page: Page) -> None:
    """What people do while they wait."""
    for name in ("Rules", "Log"):
        page.get_by_role("tab", name=name).click()
    for key in ("n", "?", "Escape", "ArrowRight"):
        page.keyboard.press(key)


def play(visitor: Visitor, game: str, level: str, decisions: int | None) -> None:
    """So many decisions, or the whole game."""
    visitor.sit(game, *(level,) * (GAMES[game] - 1))
    page = visitor.page
    page.wait_for_selector(".tbl")
    hunter, made = Hunter(page, 3), 0
    for _ in range(decisions or 1):
        if game == "beasts":
            until = itertools.count(0 if decisions else -10_000)
            hunter.play(lambda state: next(until) > 0)  # noqa: B023
        else:
            made += play_by_mouse(page, made + 3, decisions=1 if decisions else 10_000)
        if decisions:
            look_around(page)


def spent(session: CDPSession) -> float:
    """Milliseconds of processor time of the page's thread so far."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    return float(1000 * next(each["value"] for each in metrics if each["name"] == "TaskDuration"))


def worst(durations: list[float]) -> float:
    """As the measure has it: one in fifty may be worse."""
    return sorted(durations, reverse=True)[len(durations) // 50] if durations else 16.0


def measure(browser: Browser, url: str, game: str) -> dict[str, Any]:
    visitor = Visitor(browser, url, WIDE)
    visitor.context.add_init_script(WATCH)
    page = visitor.page
    play(visitor, game, "expert", DECISIONS[game])
    page.wait_for_timeout(300)
    slowest = sorted(page.evaluate("[...touched.values()]"), key=lambda each: -each["duration"])
    touched = [each["duration"] for each in slowest]
    thinking = page.evaluate("answers")
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    before = spent(session)
    play(visitor, game, "greedy", None)
    worked = spent(session) - before
    answers = [*thinking, *page.evaluate("answers")]
    session.send("HeapProfiler.collectGarbage")
    heap = session.send("Runtime.getHeapUsage")["usedSize"]
    visitor.close()
    whole, server = ([each[part] for each in answers if each["own"]] for part in ("whole", "server"))
    itself = [each["whole"] for each in answers if not each["own"]]
    return {
        "players": GAMES[game],
        "next_paint_ms": round(worst(touched)), "next_paint_median_ms": round(statistics.median(touched or [16])),
        "interactions_over_16_ms": len(touched),
        "answer_ms": round(max(whole), 1), "answer_median_ms": round(statistics.median(whole), 1),
        "of_it_server_median_ms": round(statistics.median(server), 1), "of_it_server_ms": round(max(server), 1),
        "clicks": len(whole), "by_itself_ms": round(max(itself, default=0), 1), "decisions": len(answers),
        "slowest_answers": sorted((each for each in answers if each["own"]), key=lambda each: -each["whole"])[:5],
        "thread_ms": round(worked / max(1, len(answers) - len(thinking)), 1), "heap_mb": round(heap / 1e6, 1),
        "slowest": slowest[:5],
    }  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--game", nargs="+", choices=list(GAMES), default=["talon", "claw", "prey"])
    parser.add_argument("--json", action="store_true", help="print JSON")
    given = parser.parse_args()
    playing.PATIENCE = hunting.PATIENCE = 1800.0  # seconds; a whole game against bots that think takes its time
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        served = Served(Path(folder), compiled=True)
        browser = playwright.chromium.launch(executable_path=services.find("chromium", "chromium"), args=QUIET)
        try:
            found: dict[str, Any] = load_of(browser, served.url)
            found["games"] = {game: measure(browser, served.url, game) for game in given.game}
        finally:
            browser.close()
            served.kill()
    found["limits"] = LIMITS
    if given.json:
        print(json.dumps(found, indent=2))
        return
    print(f"first load: {found['first_load_kb']} kB in {found['files']} files (limit {LIMITS['first_load_kb']})")
    for game, each in found["games"].items():
        figures = ", ".join(f"{name} {each[name]} (limit {LIMITS[name]})" for name in list(LIMITS)[1:])
        print(f"{game}, {each['players']} players: {figures}")
        print(f"  {each['decisions']} decisions, answered after {each['answer_median_ms']} ms by the median; "
              f"the page's thread worked {each['thread_ms']} ms for each")


if __name__ == "__main__":
    main()
