"""The page: what `web/` was built into, and the paths that it draws by itself."""

from __future__ import annotations

from pathlib import Path

from litestar import Response, get
from litestar.datastructures import CacheControlHeader
from litestar.params import FromPath
from litestar.static_files import create_static_files_router
from litestar.types import ControllerRouterHandler

BUILT = Path(__file__).parent / "built"
POLICY = {
    "Content-Security-Policy": "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "frame-ancestors 'none'"
}
"""Cards carry their size and ink as style attributes; scripts come from here alone."""
MISSING = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Bestiary</title>
<h1>The server runs; its page was not built.</h1>
<p>It is built with Node 20: <code>make web</code> in the source folder. Until then
<code>bestiary play</code> plays at the terminal. Programs find the routes under <a href="/api/docs">/api/docs</a>.</p>
"""
A_YEAR = CacheControlHeader(max_age=31_536_000, public=True, immutable=True)  # names of assets tell their contents


def index(status: int = 200) -> Response[bytes]:
    file = BUILT / "index.html"
    html = file.read_bytes() if file.is_file() else MISSING.encode()
    return Response(html, media_type="text/html", status_code=status, headers={**POLICY, "Cache-Control": "no-cache"})


@get("/", include_in_schema=False, sync_to_thread=False)
def home() -> Response[bytes]:
    return index()


@get(["/credits", "/history", "/you"], include_in_schema=False, sync_to_thread=False)
def plain_page() -> Response[bytes]:
    return index()


@get("/cards/{game:str}", include_in_schema=False, sync_to_thread=False)
def cards_page(game: FromPath[str]) -> Response[bytes]:
    return index()


@get("/table/{code:str}", include_in_schema=False, sync_to_thread=False)
def table_page(code: FromPath[str]) -> Response[bytes]:
    return index()


@get(["/replay/{code:str}", "/review/{code:str}"], include_in_schema=False, sync_to_thread=False)
def past_page(code: FromPath[str]) -> Response[bytes]:
    return index()


def handlers() -> list[ControllerRouterHandler]:
    found: list[ControllerRouterHandler] = [home, plain_page, cards_page, table_page, past_page]
    for folder, cached in (("assets", A_YEAR), ("fonts", A_YEAR), ("static", None)):
        if (BUILT / folder).is_dir():
            found.append(
                create_static_files_router(f"/{folder}", [BUILT / folder], cache_control=cached, name=folder)
            )
    return found
