"""The command line, `bestiary …`. Numba, NumPy and the games are imported inside the commands that need them."""

from __future__ import annotations

import os
import signal
import sys
from typing import Annotated

import typer

from bestiary import __version__
from bestiary.cli import (
    arena, common, compare, editions, measure, operate, play, report, review, serve, show, solve, tune,
)  # fmt: skip
from bestiary.engine.errors import BestiaryError, FaultError, one_line

WRONG_INPUT = 2
RULES_FAULT = 70  # "internal software error" in sysexits.h

app = typer.Typer(
    help="Four games of beasts: play them, look things up, measure them.",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    invoke_without_command=True,
    pretty_exceptions_enable=False,
)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"bestiary {__version__}")
        raise typer.Exit


@app.callback()
def _start(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version and end.")
    ] = False,
) -> None:
    if context.invoked_subcommand is None:
        print(context.get_help())


play.register(app)
show.register(app)
editions.register(app)
measure.register(app)
report.register(app)
compare.register(app)
tune.register(app)
arena.register(app)
solve.register(app)
review.register(app)
serve.register(app)
operate.register(app)


def main() -> None:
    """Runs the command line. What a person got wrong is one line and exit code 2, never a traceback."""
    common.make_streams_safe()
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # what is half written goes away, as with Ctrl-C
    try:
        code = app(prog_name="bestiary", standalone_mode=False)
        sys.stdout.flush()
    except BestiaryError as error:
        code = _complain(str(error), WRONG_INPUT)
    except FaultError as error:
        where = "".join(f", with the replay {note}" for note in getattr(error, "__notes__", []))
        code = _complain(f"{error}. This is our mistake: please report it{where}", RULES_FAULT)
    except BrokenPipeError:
        code = _leave_quietly()
    except SystemExit as leaving:  # Typer and Rich make one of a broken pipe
        if not isinstance(leaving.__context__, BrokenPipeError):
            raise
        code = _leave_quietly()
    except typer.Abort:
        _drop_output()
        code = 1
    except OSError as error:
        where = f"{error.filename}: " if error.filename is not None else ""
        code = _complain(f"{where}{error.strerror or error}", WRONG_INPUT)
        _drop_output()
    except MemoryError:
        code = _complain("there is not enough memory for this", WRONG_INPUT)
    except Exception as error:
        usage = getattr(error, "format_message", None)  # what Typer itself found wrong with the command line
        if usage is None:
            raise
        code = _complain(_usage_line(usage(), error), WRONG_INPUT)
    sys.exit(code if isinstance(code, int) else 0)


def _leave_quietly() -> int:
    """The program that read our output has gone, `head` for instance. There is nothing to say, and nothing is wrong."""
    _drop_output()
    return 0


def _drop_output() -> None:
    """Drops what standard output still holds: nobody reads it, or it cannot be written."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def _complain(text: str, code: int) -> int:
    print(one_line(f"bestiary: {text}"), file=sys.stderr)
    return code


def _usage_line(message: str, error: Exception) -> str:
    if message.endswith("?"):  # it says already what would be right
        return message
    context = getattr(error, "ctx", None)
    command = context.command_path if context is not None else "bestiary"
    return f"{message.rstrip('.')}; see '{command} --help'"
