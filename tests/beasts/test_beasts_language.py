"""The effect language: tables agree with their constants, lines are read, written and said, nonsense is refused."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from card_helpers import HOUSE, WORDS, WORKED, check_sentence
from hypothesis import given, settings
from hypothesis import strategies as st

from bestiary.engine import content
from bestiary.engine.errors import MalformedError
from bestiary.games.beasts import state
from bestiary.games.beasts.cards import entries, grammar, language, reference, sentences
from bestiary.games.beasts.cards.entries import (
    ACTION_KINDS, EVENT_FAMILIES, HIDDEN_CARDS, PASSIVES, SHOP_CARDS, SPECIALTY_ACTIONS,
)  # fmt: skip
from bestiary.games.beasts.cards.language import (
    A_CARD, A_STYLES, A_TIMING, BRANCH_MASK, COND_VERSUS, CONDITIONS, F_PHASE, OP_OPT, OP_VERSUS, OPERATIONS, PATH_CARD,
    R_BRANCH, R_OP, R_TIMING, RES_ALLY, RES_TOKEN, RES_UNIT, RESOURCES, STYLE_LETTERS, TIMING_FACTS, TIMINGS, TOKENS,
    TRACKS, UNITS, WINDOWS, Arg,
)  # fmt: skip


def refusal(*lines: str) -> str:
    with pytest.raises(MalformedError) as refused:
        grammar.parse(lines)
    said = str(refused.value)
    assert "\n" not in said
    return said


# Tables and constants.

NUMBERED: dict[str, Any] = {
    "T_": TIMINGS,
    "C_": CONDITIONS,
    "OP_": OPERATIONS,
    "P_": PASSIVES,
    "SA_": SPECIALTY_ACTIONS,
}


@pytest.mark.parametrize("prefix", NUMBERED)
def test_each_word_of_a_table_has_the_constant_of_its_name(prefix: str) -> None:
    table = language if prefix in ("T_", "C_", "OP_") else entries
    for entry in NUMBERED[prefix]:
        assert getattr(table, prefix + entry.word.upper()) == entry.code


@pytest.mark.parametrize("table", [TIMINGS, OPERATIONS, PASSIVES, SPECIALTY_ACTIONS, EVENT_FAMILIES])
def test_codes_count_from_one_so_that_nothing_is_zero(table: Any) -> None:
    assert [entry.code for entry in table] == list(range(1, len(table) + 1))
    assert len({entry.word for entry in table}) == len(table)


def test_the_language_has_47_timings_19_conditions_and_63_operations() -> None:
    assert (len(TIMINGS), len(CONDITIONS), len(OPERATIONS)) == (47, 19, 63)
    assert [condition.code for condition in CONDITIONS] == list(range(19))


def test_event_families_are_twenty_with_constants_of_their_names() -> None:
    assert len(EVENT_FAMILIES) == 20
    assert all(getattr(entries, f"E_{family.word.upper()}") == family.code for family in EVENT_FAMILIES)


@pytest.mark.parametrize(
    ("words", "prefix"),
    [
        (language.WHO, "WHO"), (language.TOKENS, "TOK"), (language.TRACKS, "TRACK"), (language.UNITS, "UNIT"),
        (language.ZONES, "ZONE"), (language.SYMBOLS, "SYM"), (language.PARTS, "PART"), (language.COPIES, "COPY"),
        (language.COUNTERS, "REP"), (language.ICONS, "ICON"), (entries.BORDERS, "BORDER"), (entries.WHENS, "WHEN"),
        (entries.GOODS, "GOODS"), (entries.PEACES, "PEACE"), (entries.SIDES, "SIDE"), (entries.SHELTERS, "SHELTER"),
        (entries.STRAYS, "STRAY"), (entries.MUSTERS, "MUSTER"), (entries.ACTION_KINDS, "KIND"),
        (language.STYLE_LETTERS, "STYLE"), (("LT", "LE", "EQ", "GE", "GT"), "CMP"),
    ],
)  # fmt: skip
def test_the_code_of_a_word_is_its_place(words: tuple[str, ...], prefix: str) -> None:
    table = language if hasattr(language, f"{prefix}_{words[0].upper()}") else entries
    assert [getattr(table, f"{prefix}_{word.upper()}") for word in words] == list(range(len(words)))


def test_the_language_counts_as_the_state_does() -> None:
    assert len(UNITS) == len(state.UNIT_NAMES)
    assert [word[:5] for word in TOKENS] == [name[:5] for name in state.TOKEN_NAMES]
    assert [word[:4] for word in TRACKS[:-1]] == [name[:4] for name in state.TRACK_NAMES]
    assert (*(card.word for card in SHOP_CARDS), *(card.word for card in HIDDEN_CARDS)) == state.ACTION_NAMES
    assert [card.code for card in (*SHOP_CARDS, *HIDDEN_CARDS)] == list(range(state.ACTION_TYPES))
    assert PATH_CARD == state.PATH_AT
    for window, word in enumerate(WINDOWS):
        assert getattr(state, f"W_{word}") == window


def test_the_shop_has_five_actions_five_reactions_four_of_both_and_a_specialty() -> None:
    kinds = [ACTION_KINDS[card.kind] for card in SHOP_CARDS]
    assert [kinds.count(kind) for kind in ACTION_KINDS] == [5, 5, 4, 1]


def test_resources_count_on_by_unit_token_and_tier() -> None:
    assert RESOURCES[RES_UNIT : RES_UNIT + 4] == UNITS
    assert RESOURCES[RES_TOKEN : RES_TOKEN + 6] == TOKENS
    assert RESOURCES[RES_ALLY : RES_ALLY + 3] == ("rare", "epic", "legendary")
    assert len(RESOURCES) == RES_ALLY + 3


def test_compiled_rules_see_the_same_facts() -> None:
    assert TIMING_FACTS.shape[0] == len(TIMINGS) + 1
    assert all(TIMING_FACTS[t.code, F_PHASE] == t.phase for t in TIMINGS)
    assert all(OP_VERSUS[o.code] == o.versus for o in OPERATIONS)
    assert all(COND_VERSUS[c.code] == c.versus for c in CONDITIONS)


def test_seventeen_timings_are_played_from_hand_and_eight_of_them_in_a_hunt() -> None:
    held = [t for t in TIMINGS if t.in_hand]
    assert len(held) == 17
    assert all(t.windows and not t.moment for t in held)
    assert all(t.moment and not t.windows for t in TIMINGS if not t.in_hand)
    assert {t.word for t in held if t.where & language.IN_PVB} == {"HR", "HG", "HL", "HW", "HB", "HC", "HT", "HV"}
    assert [t.word for t in TIMINGS if not t.in_hand and t.where & language.IN_PVB] == ["VB"]


# Reading and writing.


@pytest.mark.parametrize("card", WORKED, ids=[card["id"] for card in WORKED])
def test_the_worked_cards_are_read_and_written_back(card: dict[str, Any]) -> None:
    effects = grammar.parse(card["fx"])
    rows = grammar.rows_of(effects)
    assert grammar.effects_of(rows) == effects
    assert grammar.write(effects) == card["fx"]


def test_the_worked_cards_use_the_whole_language() -> None:
    effects = [effect for card in WORKED for effect in grammar.parse(card["fx"])]
    assert {effect.timing for effect in effects} == {t.code for t in TIMINGS}
    assert {effect.cond for effect in effects} == {c.code for c in CONDITIONS}
    assert {step.op for effect in effects for step in effect.steps} == {o.code for o in OPERATIONS}


def test_a_row_holds_timing_condition_operation_and_place() -> None:
    rows = grammar.rows_of(grammar.parse(["IM[STYC N<] VXCH N", "SC OPT me UDISC opp 1 / UP any 2; COIN 1"]))
    assert rows.shape == (8, 9)
    assert rows[0].tolist() == [language.T_IM, language.C_STYC, 1, 0, language.OP_VXCH, 1, 0, 0, 0]
    assert rows[1:5, R_OP].tolist() == [language.OP_OPT, language.OP_UDISC, language.OP_UP, language.OP_COIN]
    assert rows[1:5, R_BRANCH].tolist() == [8, 9, 10, 10]
    assert [int(place) & BRANCH_MASK for place in rows[1:5, R_BRANCH]] == [0, 1, 2, 2]
    assert not rows[5:].any()


def test_two_equal_effects_stay_two() -> None:
    effects = grammar.parse(["IM PAY 1; DRAW 1", "IM PAY 1; DRAW 1"])
    assert len(grammar.effects_of(grammar.rows_of(effects))) == 2


def test_a_card_without_effect_has_empty_rows() -> None:
    rows = grammar.rows_of(grammar.parse([]))
    assert not rows.any()
    assert grammar.effects_of(rows) == ()


def values(arg: Arg) -> st.SearchStrategy[str]:
    if arg is A_STYLES:
        letters = st.sets(st.sampled_from(STYLE_LETTERS), min_size=1)
        return letters.map(lambda chosen: "".join(letter for letter in STYLE_LETTERS if letter in chosen))
    if arg is A_CARD:
        return st.integers(0, 139).map(str) | st.just("path")
    if arg is A_TIMING:
        return st.sampled_from(arg.words)
    if arg.words:
        return st.sampled_from([w for i, w in enumerate(arg.words) if i in (arg.allowed or range(99))])
    numbers = st.sampled_from(arg.allowed) if arg.allowed else st.integers(arg.low, arg.high)
    return numbers.filter(lambda n: arg.low >= 0 or n).map(lambda n: f"{n:+d}" if arg.low < 0 else str(n))


@st.composite
def lines(draw: st.DrawFn) -> str:
    """A line of the language; operations may not fit the timing."""
    timing = draw(st.sampled_from(TIMINGS))
    condition = draw(st.sampled_from(CONDITIONS))
    written = [draw(values(arg)) for arg in condition.args]
    tested = f"[{' '.join((condition.word, *written))}]" if condition.code else ""
    plain = [operation for operation in OPERATIONS if operation.code != OP_OPT]
    steps = []
    for operation in draw(st.lists(st.sampled_from(plain), min_size=1, max_size=4)):
        steps.append(" ".join((operation.word, *(draw(values(arg)) for arg in operation.args))))
    body = "; ".join(steps)
    if len(steps) > 2 and draw(st.booleans()):
        body = f"{steps[0]}; OPT {draw(st.sampled_from(('me', 'opp')))} {' / '.join(steps[1:])}"
    return f"{timing.word}{tested} {body}"


@given(lines())
@settings(deadline=None, max_examples=300)
def test_whatever_is_accepted_is_written_back_in_the_same_meaning(line: str) -> None:
    try:
        effects = grammar.parse([line])
    except MalformedError:
        return
    again = grammar.write(effects)
    assert grammar.parse(again) == effects
    assert grammar.effects_of(grammar.rows_of(effects)) == effects
    assert grammar.write(grammar.parse(again)) == again


@given(st.text("IMOPTSCVAL me opp/;[]<>=+-0123TNG", max_size=30))
@settings(deadline=None)
def test_whatever_is_typed_it_is_read_or_refused_in_one_line(line: str) -> None:
    said = ""
    try:
        grammar.parse([line])
    except MalformedError as refused:
        said = str(refused)
    assert "\n" not in said


# What is refused.

REFUSED = {
    "an unknown timing": ("IMM COIN 1", "'IMM', which is no timing; did you mean 'IM'?"),
    "an unknown operation": ("IM COIM 1", "'COIM', which is no operation; did you mean 'COIN'?"),
    "an unknown condition": ("IM[COINS<] COIN 1", "'COINS', which is no condition; did you mean 'COINC'?"),
    "a small letter": ("im COIN 1", "did you mean 'IM'?"),
    "an unknown token": (
        "IM TOK opp poisn 1",
        "illusion, paralyze, freeze, poison, chain, subst; did you mean 'poison'?",
    ),
    "an unknown player": ("IM UNCOIN foe 1", "must be one of me, opp, any, third"),
    "a player who cannot be meant": ("IM REVEAL me 1", "must be one of opp, any, third"),
    "too few arguments": ("IM UNCOIN 1", "its form is UNCOIN who number"),
    "too many arguments": ("IM COIN 1 2", "its form is COIN number"),
    "a number too large": ("IM COIN 10", "it must be a whole number from 1 to 9"),
    "a change without its sign": ("IM VAL me T 1", "it must be written with its sign, from -9 to +9"),
    "no change": ("IM VAL me T +0", "with its sign"),
    "a sign where none belongs": ("IM COIN +1", "a whole number from 1 to 9"),
    "styles out of order": ("IM VAL me NT +1", "write T, N, G or several in that order"),
    "a style twice": ("IM VAL me TT +1", "write T, N, G"),
    "a tier without allies": ("IM ALLY 2", "a whole number from 3 to 5"),
    "a card that is not a clan's": ("IM GAINC 140", "from 0 to 139, or path"),
    "a die that does not exist": ("IM ROLL 7", "one of 4, 6, 8, 10, 12, 20"),
    "no operation": ("IM", "has an empty place"),
    "an empty operation": ("IM COIN 1;", "has an empty place"),
    "empty brackets": ("IM[] COIN 1", "has empty brackets"),
    "no comparison": ("IM[COINC] COIN 1", "its form is COINC comparison"),
    "a comparison that is none": ("IM[COINC=<] COIN 1", "must be one of <, <=, =, >=, >"),
    "branches without a choice": ("IM COIN 1 / DRAW 1", "has a / without OPT"),
    "a choice of one": ("IM OPT me COIN 1", "offers 1 branches; OPT has 2 to 4"),
    "a choice of five": ("IM OPT me COIN 1 / COIN 2 / COIN 3 / COIN 4 / COIN 5", "offers 5 branches"),
    "a choice within a choice": ("IM OPT me COIN 1 / OPT me DRAW 1 / HID 1", "has a choice within a choice"),
    "a choice not parted from what is before it": ("IM COIN 1 OPT me DRAW 1 / HID 1", "put a ; between them"),
    "SX without a choice": ("SX COIN 1", "must offer a choice: OPT me"),
    "OC with one's own choice": ("OC OPT me COIN 1 / DRAW 1", "must offer a choice: OPT opp"),
    "a payment for nothing": ("IM COIN 1; PAY 1", "has PAY with no operation behind it"),
    "a payment for nothing in a branch": ("IM OPT me PAY 1 / DRAW 1", "has PAY with no operation behind it"),
    "a change of values after the war": ("AW VAL me T +1", "has VAL at AW, when it can do nothing"),
    "something that happens once, for long": ("TF COIN 1", "only operations that last can stand there"),
    "a battle point when battles are over": ("LB BP 1", "has BP at LB"),
    "a battle point cancelled in scoring": ("SC CANCEL bp", "[R43]"),
    "values of a beast's card": ("VB VAL opp T -1", "a beast plays no card"),
    "one's own values in a foreign battle": (
        "HD VAL me T +1",
        "VAL me at HD, which also those play",
    ),
    "a battle point for somebody who does not fight": ("HD BP 1", "has BP at HD, which also those"),
    "down on the track that nobody is sent down": ("IM DOWN opp start 1", "must be one of hand, tiebreak, recruit"),
    "what is put off to a moment when it can do nothing": ("IM SCHED AW; VAL me T +1", "has VAL at AW"),
    "what is put off from one's turn to a battle": ("HA SCHED NB; VAL me T +1", "only NW can be waited for"),
    "a won battle before it is fought": ("IM[WONB] COIN 1", "tests WONB at IM, when it cannot be known"),
    "the battle of a card that is still in hand": ("HO[WONB] COIN 1", "tests WONB at HO"),
    "a won battle where it is lost": ("OL[WONB] COIN 1", "tests WONB at OL, where it is always true or never"),
    "a defender where there is no other": ("ID[DEF] COIN 1", "tests DEF at ID, where it is always"),
    "a beast in a war of players": ("AS[VSBC] COIN 1", "tests VSBC at AS, where it is always"),
    "a style swapped with itself": ("IM VSWAP me T T", "has VSWAP of a style with itself"),
    "a roll that nobody made": ("IM[ROLLC>=4] COIN 1", "tests ROLLC before any ROLL"),
}


@pytest.mark.parametrize(("line", "said"), REFUSED.values(), ids=REFUSED)
def test_a_line_that_means_nothing_is_refused_with_what_would_be_right(line: str, said: str) -> None:
    assert said in refusal(line)


def test_a_card_has_eight_rows_at_most() -> None:
    line = "IM OPT me COIN 1 / DRAW 1 / HID 1"
    assert "takes 9 rows" in refusal(line, line, "SC COIN 1")
    grammar.parse([line, line])


def test_in_a_hunt_the_roll_is_the_beasts() -> None:
    grammar.parse(["VB[ROLLC>=7] BSTR -2"])


def test_what_is_put_off_is_tested_at_its_new_moment() -> None:
    grammar.parse(["SC SCHED NW; VAL me T +1"])
    assert "has VAL at SC" in refusal("SC VAL me T +1")


def test_every_operation_stands_somewhere_and_every_condition_too() -> None:
    for operation in OPERATIONS:
        assert any(operation.phases & t.phase for t in TIMINGS), operation.word
    for condition in CONDITIONS:
        assert any(condition.phases & t.phase for t in TIMINGS), condition.word


def test_unused_rows_come_last() -> None:
    for card in WORKED:
        rows = grammar.rows_of(grammar.parse(card["fx"]))
        used = [bool(row[R_TIMING]) for row in rows]
        assert used == sorted(used, reverse=True)


# Sentences.


def said(line: str) -> str:
    return sentences.text_of(grammar.rows_of(grammar.parse([line])), WORDS)


def test_the_worked_cards_read_as_written_down() -> None:
    lines = []
    for card in WORKED:
        lines.append(f"{card['id']} {card['name']}")
        for line, effect in zip(card["fx"], grammar.parse(card["fx"]), strict=True):
            lines += [f"    {line}", f"        {sentences.sentence(effect, WORDS)}"]
    assert "\n".join(lines) + "\n" == Path(__file__).with_name("worked-texts.txt").read_text()


def test_a_card_reads_one_sentence_after_the_other() -> None:
    rows = grammar.rows_of(grammar.parse(["SC COIN 1", "BS[COINC<] COINSTEAL 2"]))
    assert sentences.text_of(rows, WORDS) == (
        "When this card scores: gain 1 coin.\n"
        "Before scoring, if you have fewer coins than the opponent: take 2 coins from the opponent."
    )
    assert sentences.text_of(grammar.rows_of([]), WORDS) == ""


WORDED = {
    "IM UNCOIN me 1": "Immediately: lose 1 coin.",
    "IM UNCOIN opp 2": "Immediately: the opponent loses 2 coins.",
    "IM UNCOIN any 1": "Immediately: a chosen player loses 1 coin.",
    "IM UNCOIN third 1": "Immediately: an uninvolved player loses 1 coin.",
    "HA UNCOIN opp 1; DSWAP hand": "From hand, as your action: another player loses 1 coin, then swap places with that "
    "player on the Hand Limit track.",
    "HB TOK opp poison 2": "From hand, when another player captures a beast: that player receives 2 Poison tokens.",
    "HS STEALC hand": "From hand, in any scoring: steal a random card from a warring player's hand.",
    "IM VAL me TG +2": "Immediately: your card gets +2 Might and Guile.",
    "RG VAL opp TNG -1": "For the rest of the game: the opponent's cards get −1 in every style.",
    "IM RECU kage 1": "Immediately: recruit 1 elder.",
    "IM RECU boat 2": "Immediately: recruit 2 boats.",
    "IM DOWN me any 1": "Immediately: move down 1 place on any track.",
    "IM DOWN opp any 1": "Immediately: the opponent moves down 1 place on a track of their choice.",
    "OC OPT opp DRAW 1 / UNCOIN me 1 / UNCOIN opp 2": "Immediately, the opponent chooses one:\n"
    "- you draw 1 clan card;\n- you lose 1 coin;\n- they lose 2 coins.",
    "IM PAY 2; DRAW 1": "Immediately: you may pay 2 coins; if you do, draw 1 clan card.",
    "LP[ATK] COIN 1": "Immediately, if you are behind in battle points and you attack: gain 1 coin.",
    "AW[RNDC=4] ALLY 4": "After the war, if it is round 4: receive an Epic ally.",
    "RG HEAD 1": "For the rest of the game: your first card in each hunt has 1 more head.",
    "HD CANCEL effect": "From hand, in any battle: cancel the effects of one of the two cards.",
    "DS CANCEL res": "All through scoring: cancel the resources of all cards of the opponent.",
    "HK ALLY 3; ALLY 3": "From hand, when you attack a player: receive 2 Rare allies.",
    "HA ALLY 5; ALLY 4": "From hand, as your action: receive a Legendary ally, then an Epic ally.",
    "SC TOK opp chain 1; TOK opp poison 1": "When this card scores: the opponent receives 1 Chain token, then 1 Poison "
    "token.",
    "SC MARKX opp; MARKX opp; MARKX third": "When this card scores: the opponent takes back 2 markers of your "
    "choice, then an uninvolved player takes back 1 marker of your choice.",
    "HR MARKX any; MARKX any": "From hand, at the start of any war: a chosen player takes back 1 marker of your "
    "choice, twice.",
    "HT BMOVE; BMOVE; BMOVE": "From hand, at any time: move a beast to a free land field beside it, 3 times.",
    "OI CANCEL effect; CANCEL res": "Immediately, once in a war: cancel the effects, then the resources of the "
    "opposing card.",
    "SC TRASHC opp; TRASHC third": "When this card scores: the opponent trashes 1 card from hand, then an uninvolved "
    "player trashes 1 card from hand.",
    "RR[ATK] VAL me N +1": "Immediately, if you attack: for the rest of the round, your cards get +1 Craft.",
    "NB[ATK] VAL me N +1": "In the next battle, if you attack: your card gets +1 Craft.",
    "TW SAND 2; HBLOCK": "From now to the end of the war: add 2 sands, and your cards carry a heal block.",
    "HA GAINC path": "From hand, as your action: receive a random Husk that was not played yet.",
}


@pytest.mark.parametrize(("line", "text"), WORDED.items())
def test_sentences_have_the_right_persons_and_numbers(line: str, text: str) -> None:
    assert said(line) == text


def example(arg: Arg, among: int) -> str:
    """A value of an argument, another one for another `among`."""
    if arg is A_STYLES:
        return ("T", "NG", "TNG")[among % 3]
    if arg is A_CARD:
        return ("path", "117")[among % 2]
    words = [w for i, w in enumerate(arg.words) if i in (arg.allowed or range(99))]
    if words:
        return words[among % len(words)]
    numbers = [n for n in arg.allowed or range(arg.low, arg.high + 1) if n or arg.low >= 0]
    return f"{numbers[among % len(numbers)]:+d}" if arg.low < 0 else str(numbers[among % len(numbers)])


def examples() -> Iterator[str]:
    """Lines in which every word of the language stands, with all values of its arguments."""
    for timing in TIMINGS:
        for operation in OPERATIONS:
            for among in range(7):
                values = (example(arg, among + place) for place, arg in enumerate(operation.args))
                words = " ".join((operation.word, *values))
                tail = {"OPT": " COIN 1 / DRAW 1", "PAY": "; COIN 1", "REP": "; COIN 2", "SCHED": "; COIN 2"}
                yield f"{timing.word} {words}{tail.get(operation.word, '')}"
        for condition in CONDITIONS[1:]:
            for among in range(6):
                tested = " ".join((condition.word, *(example(arg, among) for arg in condition.args)))
                choice = {"SX": "OPT me COIN 1 / DRAW 1", "OC": "OPT opp COIN 1 / DRAW 1"}
                body = choice.get(timing.word, "US 1" if timing.word in ("RR", "RG") else "VAL me T +1")
                yield f"{timing.word}[{tested}] {body}"
                yield f"{timing.word}[{tested}] {choice.get(timing.word, 'COIN 1')}"


def test_every_timing_condition_and_operation_has_a_sentence() -> None:
    seen: set[str] = set()
    for line in examples():
        try:
            effects = grammar.parse([line] if "ROLLC" not in line else ["IM ROLL 6", line])
        except MalformedError:
            continue
        check_sentence(sentences.sentence(effects[-1], WORDS))
        seen |= set(re.findall(r"[A-Z]{2,}", line))
    words = {*(t.word for t in TIMINGS), *(c.word for c in CONDITIONS[1:]), *(o.word for o in OPERATIONS)}
    assert words <= seen


@given(lines())
@settings(deadline=None, max_examples=300)
def test_whatever_is_accepted_can_be_said(line: str) -> None:
    try:
        effects = grammar.parse([line])
    except MalformedError:
        return
    for effect in effects:
        check_sentence(sentences.sentence(effect, WORDS))


def test_the_reference_explains_every_word_with_an_example() -> None:
    lines = reference.page(WORDS).splitlines()
    explained = [line.split("|")[1].strip() for line in lines if "`" in line]
    tables = (TIMINGS, CONDITIONS[1:], OPERATIONS, PASSIVES, SPECIALTY_ACTIONS, EVENT_FAMILIES)
    assert explained == [entry.word for table in tables for entry in table]
    for line in lines:
        if "`" in line:
            check_sentence(line.rsplit("`", 1)[1].removesuffix("|").strip())


@pytest.mark.parametrize("table", [PASSIVES, SPECIALTY_ACTIONS, EVENT_FAMILIES])
def test_specialties_and_events_have_sentences_too(table: Any) -> None:
    for entry in table:
        for among in range(7):
            line = " ".join((entry.word, *(example(arg, among) for arg in entry.args)))
            found, numbers = grammar.parse_entry(line, table, "entry")
            assert grammar.write_entry(found, numbers) == line
            check_sentence(sentences.entry_text(found, numbers, WORDS))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("Might", ""), "styles.taijutsu must be a text"),
        (('coin = "coin/coins"', 'coin = "coin"'), "nouns.coin must be one and many with a / between them"),
        (('kamui = "Hollow Dimension"', 'kamuy = "Hollow Dimension"'), "kamuy is not known here; did you mean"),
        (('any = "a mountain or river border"', 'any = "a wall"\nsea = "water"'), "borders.sea is not known here"),
    ],
)
def test_a_broken_word_list_is_refused(change: tuple[str, str], said: str) -> None:
    text = (HOUSE / "words.toml").read_text()
    assert change[0] in text
    with pytest.raises(MalformedError, match=re.escape(said)):
        sentences.read_words(content.parse(text.replace(*change), "words.toml"))
