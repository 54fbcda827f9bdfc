"""What a table may set before a game: declared once, as a record, with range, default and a sentence each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from bestiary.engine.errors import MalformedError
from bestiary.engine.records import PUBLIC, Field, Record
from bestiary.engine.spelling import instead

YES = {"yes": 1, "true": 1, "on": 1, "1": 1, "no": 0, "false": 0, "off": 0, "0": 0}


@dataclass(frozen=True)
class Setting:
    """What may be typed for an option."""

    text: str
    default: int | tuple[int, ...]
    low: int
    high: int
    kind: str  # "number", "switch" or "list"

    def range_text(self) -> str:
        if self.kind == "switch":
            return "yes or no"
        numbers = span(self.low, self.high)
        return f"numbers from {numbers}, separated by commas" if self.kind == "list" else numbers


def span(low: int, high: int) -> str:
    """Numbers from one to another, in words."""
    return f"{low} to {high}" if low < high else str(low)


def number(code: str, default: int, low: int, high: int, text: str) -> Any:
    return Field(code, (), PUBLIC, extra=Setting(text, default, low, high, "number"))


def switch(text: str) -> Any:
    return Field("i1", (), PUBLIC, extra=Setting(text, 0, 0, 1, "switch"))


def listing(code: str, length: int, low: int, high: int, text: str) -> Any:
    """A list of up to `length` numbers; empty slots hold `low − 1`."""
    return Field(code, (length,), PUBLIC, extra=Setting(text, (), low, high, "list"))


@dataclass(frozen=True)
class Forbidden:
    """A combination that makes no sense. `when` looks at the settings; `reason` says what would be right."""

    when: Callable[[Mapping[str, Any]], bool]
    reason: str


@dataclass(frozen=True)
class Variant:
    """A named way to play: settings, and the numbers of players it is meant for."""

    name: str
    text: str
    settings: Mapping[str, Any]
    players: range


def settings_of(options: type[Record]) -> dict[str, Setting]:
    return {f.name: f.extra for f in options.fields if isinstance(f.extra, Setting)}


def parse_setting(options: type[Record], text: str) -> tuple[str, Any]:
    """`key=value` as typed on a command line."""
    name, equals, value = text.partition("=")
    name = name.strip().replace("-", "_")
    known = settings_of(options)
    if name not in known:
        raise MalformedError(f"no option is called '{name}'{instead(name, known)}")
    if not equals:
        raise MalformedError(f"write an option as key=value, for example {name}={_example(known[name])}")
    return name, read_value(name, known[name], value.strip())


def read_value(name: str, setting: Setting, value: Any) -> Any:
    """A checked value from text, a number or a list."""
    wrong = MalformedError(f"{name} must be {setting.range_text()}, not '{value}'")
    if setting.kind == "list":
        if not isinstance(value, str | list | tuple):
            raise wrong
        items = value.split(",") if isinstance(value, str) else value
        return [_number(i, setting, wrong) for i in items if str(i).strip()]
    if setting.kind == "switch" and str(value).lower() in YES:
        return YES[str(value).lower()]
    return _number(value, setting, wrong)


def fill(options: type[Record], given: Mapping[str, Any]) -> Any:
    """The options record for these settings, defaults for the rest."""
    record = options.new()
    for name, setting in settings_of(options).items():
        value = read_value(name, setting, given.get(name, setting.default))
        if setting.kind == "list":
            row = record[name]  # type: ignore[index]
            if len(value) > len(row):
                raise MalformedError(f"{name} takes at most {len(row)} numbers")
            row[:] = setting.low - 1
            row[: len(value)] = value
        else:
            setattr(record, name, value)
    return record


def as_dict(options: type[Record], record: Any) -> dict[str, Any]:
    """The settings of a record as plain data."""
    result: dict[str, Any] = {}
    for name, setting in settings_of(options).items():
        if setting.kind == "list":
            result[name] = [int(v) for v in record[name] if int(v) >= setting.low]
        else:
            result[name] = int(record[name])
    return result


def _number(value: Any, setting: Setting, wrong: MalformedError) -> int:
    try:
        found = int(str(value).strip())
    except ValueError:
        raise wrong from None
    if not setting.low <= found <= setting.high:
        raise wrong
    return found


def _example(setting: Setting) -> str:
    if setting.kind == "list":
        return f"{setting.low},{setting.high}"
    return "yes" if setting.kind == "switch" else str(setting.high)
