"""Situations told in words: read as they are meant, or asked about; a wrong reading is worse than a question."""

from __future__ import annotations

import json
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as some

from feltro.rulebook.library import shipped
from feltro.rulings.account import hear
from feltro.rulings.reply import reply
from feltro.rulings.ruling import Unreadable
from feltro.rulings.unsaid import with_questions
from tests.conftest import shared
from tests.rulings.cases import differences
from tests.rulings.told import TABLES, Told, told

OURS = [one for one in told() if not one.aside]
ASIDE = [one for one in told() if one.aside]
SIX = {**TABLES["six"], "blinds": [100, 200]}
TRIO = {**TABLES["trio"], "blinds": [100, 200]}
DUO = {**TABLES["duo"], "blinds": [100, 200]}


def seen(answer):
    """What the people at the table are told, and where the hand stands."""
    ruling, state = answer.rulings[-1], answer.state
    options = sorted((one.remedy, one.to or 0) for one in ruling.options)
    stands = state and (state.may_raise, state.to_call)
    plain = (ruling.player, ruling.remedy, ruling.to, ruling.returned, ruling.binding, ruling.discretion)
    return (*plain, options, stands, dict(ruling.values), ruling.penalty and ruling.penalty.required)


READ = {}


def account_of(one: Told):
    """Read once for all that is asked of it."""
    if one.name not in READ:
        READ[one.name] = hear(one.words, one.context, shipped()[one.book])
    return READ[one.name]


def heard(one: Told) -> str:
    """right, asked (something that was said, or something else), or wrong."""
    account = account_of(one)
    if account is None or isinstance(account, Unreadable):
        return "asked"
    asks = [question.field for question in account.unsaid.questions]
    if one.asks:
        return "right" if asks[:1] == [one.asks] else "asked" if asks else "wrong"
    if isinstance(account.unsaid.answer, Unreadable):
        return "asked"
    meant = with_questions(one.situation, shipped()[one.book]).answer
    alike = account.situation["kind"] == one.situation["kind"] and seen(account.unsaid.answer) == seen(meant)
    return ("right" if alike else "wrong") if not asks else "asked"


def test_there_are_two_thousand_of_our_own_and_a_sixth_of_them_was_kept_aside():
    everything = told()
    assert len(everything) >= 2000
    assert 0.15 < len(ASIDE) / len(everything) < 0.25
    assert Counter(one.lang for one in everything)["pt"] > 200
    assert {one.lang for one in everything} == {"pt", "en", "es"}


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["pt", "en", "es"])
def test_what_we_wrote_down_is_read_as_it_is_meant(lang):
    wrong = {f"{one.name}: {one.words}": heard(one) for one in OURS if one.lang == lang}
    assert {words: how for words, how in wrong.items() if how != "right"} == {}


def test_what_was_meant_is_ruled_as_the_regulation_was_read_beforehand():
    """The ruling of the meaning, not of the words: an expectation from the text, in literals."""
    expected = [one for one in told() if one.ruled]
    assert len(expected) >= 40
    for one in expected:
        ruling = with_questions(one.situation, shipped()[one.book]).answer.rulings[-1]
        said = f"{ruling.remedy} {ruling.to}" if " " in one.ruled else ruling.remedy
        assert said == one.ruled, one.name


LOOSE = {
    "pt-fresher-52",
    "pt-hall-37",
    "pt-shift-127",
    "pt-midnight-five-28",
    "pt-midnight-four-47",
    "pt-shift-102",
}
"""Told so that a field may be read one way or the other, and no book rules differently."""


def alike(value):
    """Tables and seats are names or numbers."""
    if isinstance(value, dict):
        return {name: alike(one) for name, one in value.items()}
    if isinstance(value, list):
        return [alike(one) for one in value]
    return str(value)


@pytest.mark.slow
def test_what_we_wrote_down_is_read_field_by_field_and_not_only_into_the_same_ruling():
    """One book may rule alike on two readings, and the next one not."""
    different = {}
    for one in OURS:
        if one.situation["kind"] == "hand" or one.name in LOOSE:
            continue
        read = account_of(one).situation
        wrong = {
            name: read[name]
            for name, meant in one.situation.items()
            if alike(read.get(name, meant)) != alike(meant)
        }
        different |= {f"{one.name}: {one.words}": wrong} if wrong else {}
    assert different == {}


@pytest.mark.slow
def test_of_those_kept_aside_nine_in_ten_are_right_and_hardly_one_is_wrong():
    count = Counter(heard(one) for one in ASIDE)
    assert count["right"] >= 0.9 * len(ASIDE), count
    assert count["wrong"] <= 0.05 * len(ASIDE), count


# The published sentences


def published():
    path = shared("cases/sentences.jsonl")
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()] if path else []


def wrong_in(sentence):
    """Everything that is not as published: `right`, `asked` or `wrong`."""
    account = hear(sentence["words"], sentence["context"], shipped()[sentence["book"]])
    if account is None or isinstance(account, Unreadable) or isinstance(account.unsaid.answer, Unreadable):
        return "asked"
    asks = [one.field for one in account.unsaid.questions]
    expect = dict(sentence["expect"])
    if "field" in expect:
        return "right" if asks[:1] == [expect["field"]] else "asked" if asks else "wrong"
    expect.pop("penalty", None)
    if differences(account.unsaid.answer, expect):
        return "wrong"
    return "asked" if asks else "right"


def test_the_published_sentences_are_read_and_asked_about_as_published():
    """All of the first and second difficulty, nine in ten of the third; wrong readings apart from questions."""
    if not published():
        pytest.skip("the published sentences are not here")
    by_difficulty = {level: Counter() for level in (1, 2, 3)}
    for sentence in published():
        by_difficulty[sentence["difficulty"]][wrong_in(sentence)] += 1
    for level in (1, 2):
        assert set(by_difficulty[level]) == {"right"}, by_difficulty
    assert by_difficulty[3]["right"] >= 0.9 * sum(by_difficulty[3].values())
    assert by_difficulty[3]["wrong"] == 0


def test_every_published_question_once_answered_gives_the_published_ruling():
    if not published():
        pytest.skip("the published sentences are not here")
    wholes = [(one["book"], whole) for one in published() for whole in one.get("completions", ())]
    assert len(wholes) == 20
    for book, whole in wholes:
        expect = {name: value for name, value in whole["expect"].items() if name != "penalty"}
        assert differences(with_questions(whole["situation"], shipped()[book]).answer, expect) == [], whole


# One thing at a time


def acts(words, context=SIX):
    return hear(words, context, shipped()["adtp-2023"]).situation["acts"]


@pytest.mark.parametrize(
    ("said", "chips"),
    [
        ("1.200", 1200),
        ("1200", 1200),
        ("1.2k", 1200),
        ("1,2k", 1200),
        ("mil e duzentos", 1200),
        ("mil e cem", 1100),
        ("dois e quinhentos", 2500),
        ("2 mil e quinhentos", 2500),
        ("3 e meio", 3500),
    ],
)
def test_an_amount_is_told_in_figures_in_words_and_in_short(said, chips):
    assert acts(f"UTG abriu {said}")[0] == {"player": "UTG", "says": f"aumento para {chips}"}


@pytest.mark.parametrize(
    ("said", "chips"),
    [
        ("uma de 500 e uma de mil", [500, 1000]),
        ("duas fichas de 500", [500, 500]),
        ("três de cem e mais uma de quinhentos", [100, 100, 100, 500]),
        ("uma única ficha de 5 mil", [5000]),
        ("as duas últimas fichas dele de mil", [1000, 1000]),
        ("mil numa ficha só", [1000]),
        ("mil e quinhentos em três fichas de 500", [500, 500, 500]),
    ],
)
def test_chips_are_told_one_by_one(said, chips):
    assert acts(f"UTG abriu 400 e o MP jogou {said} calado")[1] == {"player": "MP", "pushes": chips}


def test_a_sum_without_its_chips_stays_a_sum():
    assert acts("UTG abriu 400 e o MP botou 900 calado")[1] == {"player": "MP", "puts": 900}


def test_who_is_meant_by_he_and_she():
    told_acts = acts("Flop. O Paulo deu mesa, a Rita apostou 300, ele aumentou pra 900 e ela pagou.", DUO)
    assert [(act["player"], act["says"]) for act in told_acts] == [
        ("Paulo", "mesa"),
        ("Rita", "aposto 300"),
        ("Paulo", "aumento para 900"),
        ("Rita", "pago"),
    ]


def test_positions_are_found_at_a_table_of_numbers():
    nine = {**TABLES["nine"], "blinds": [100, 200]}
    assert [act["player"] for act in acts("UTG abriu 500, o do 4 foldou e o assento 5 pagou", nine)] == [
        "3",
        "4",
        "5",
    ]


def test_seats_are_told_clockwise_from_anywhere():
    turned = {"seats": ["CO", "BTN", "SB", "BB", "UTG", "MP"], "button": "BTN", "blinds": [100, 200]}
    situation = hear("UTG abriu 500", turned, shipped()["adtp-2023"]).situation
    assert situation["seats"] == ["SB", "BB", "UTG", "MP", "CO", "BTN"]


def test_one_wrong_letter_is_forgiven_in_the_words_of_the_room():
    assert acts("utg abriiu 500 mp fodlou") == acts("utg abriu 500 mp foldou")


def test_what_was_only_asked_or_wished_is_no_act():
    assert len(acts("Flop, o Leo apostou 500 e a Bia quer aumentar. Ela pode dar raise?", TRIO)) == 1


def test_a_number_that_fits_nowhere_is_asked_about_and_not_passed_over():
    """Nothing is ruled silently on half of what was said."""
    account = hear("UTG abriu 500, MP foldou, o CO separou 1.700", SIX, shipped()["adtp-2023"])
    question = account.unsaid.questions[0]
    assert (question.field, question.said) == ("acts", {"words": ["1.700"]})


def test_an_order_that_cannot_have_been_is_asked_about():
    """He cannot have raised himself: somebody's act was not understood."""
    account = hear("Flop. O Paulo apostou 500. O Paulo aumentou pra 1.500.", DUO, shipped()["adtp-2023"])
    first = account.unsaid.questions[0]
    assert (first.field, first.key) == ("acts", "unsaid.muddled")


def test_a_wrong_count_without_the_right_one_is_asked_about():
    words = "River, o Paulo deu all-in, o dealer falou 6 mil e a Rita pagou."
    account = hear(words, DUO, shipped()["cgp-2024"])
    assert account.situation["acts"][1] == {"player": "Rita", "says": "pago", "told": 6000}
    assert [one.field for one in account.unsaid.questions] == ["stacks.Paulo"]
    counted = hear(words, DUO, shipped()["cgp-2024"], {"stacks.Paulo": 7400})
    assert (counted.situation["stacks"], counted.unsaid.questions) == ({"Paulo": 7400}, ())


def test_a_seat_number_is_a_name_in_a_question_too():
    words = "River, o do 5 deu all-in, o dealer falou 6 mil e o do 9 pagou."
    context = {**TABLES["nine"], "blinds": [100, 200]}
    counted = hear(words, context, shipped()["cgp-2024"], {"stacks.5": 7400})
    assert counted.situation["stacks"] == {"5": 7400}


def test_who_was_not_mentioned_is_presumed_openly():
    account = hear("UTG abriu 500 e o botão jogou uma de mil calado", SIX, shipped()["adtp-2023"])
    assert [act["player"] for act in account.situation["acts"] if act.get("folds")] == ["MP", "CO"]
    assert [guess.said for guess in account.guesses] == [{"players": ["MP", "CO"]}]


def first_question(words, context, book="adtp-2023"):
    one = hear(words, context, shipped()[book]).unsaid.questions[0]
    return one.field, one.key, dict(one.said)


def test_whoever_did_something_that_was_not_understood_is_asked_about():
    """Nobody's act is passed over in silence, not even where the rest can be ruled on."""
    asked = first_question("No river o Leo apostou 1.000 e a Bia ficou fazendo malabarismo.", TRIO)
    assert asked == ("acts", "unsaid.what_did", {"players": ["Bia"]})


def test_an_order_that_fits_only_after_the_flop_leads_to_the_question_which_round_it_was():
    assert first_question("O Leo sai de 400, a Bia sobe pra 1.000, o Tato larga.", TRIO)[:2] == (
        "street",
        "unsaid.street",
    )


def test_what_nobody_knows_was_not_said():
    words = "Subiram os blinds e não sei se a mão já tinha começado."
    account = hear(words, TABLES["table"], shipped()["adtp-2023"])
    assert [one.field for one in account.unsaid.questions] == ["started_before_announcement"]


def test_what_stands_between_brackets_came_before():
    told_acts = acts("O botão aumentou pra 800 antes do CO falar (UTG abriu 300 e MP foldou).")
    assert [act["player"] for act in told_acts] == ["UTG", "MP", "BTN"]


def test_an_opening_told_in_big_blinds_is_told_in_chips():
    assert acts("UTG abriu 2,5x")[0] == {"player": "UTG", "says": "aumento para 500"}
    assert first_question("UTG abriu 500 e o MP fez 3x", SIX)[1] == "unsaid.left_over"


STAKES = {"blinds": [100, 200], "bets": [200, 400]}


@pytest.mark.parametrize(
    ("game", "words", "street"),
    [
        ("27td", "Depois da segunda troca o Leo aposta 400 e a Bia paga.", "draw2"),
        ("badugi", "Antes da troca a Bia aumentou pra 800.", None),
        ("stud", "Na quinta rua o Leo aposta 400 e a Bia paga.", "fifth"),
        ("razz", "Na sétima rua o Leo aposta 400 e a Bia paga.", "seventh"),
        ("27td", "After the first draw Leo bets 200 and Bia calls.", "draw1"),
        ("stud8", "On fourth street Leo bets 200 and Bia calls.", "fourth"),
        ("27sd", "Después del descarte Leo apostó 400 y Bia pagó.", "draw1"),
        ("razz", "En la sexta calle Leo apostó 400 y Bia pagó.", "sixth"),
    ],
)
def test_a_round_of_stud_or_of_a_draw_game_is_told_by_its_name(game, words, street):
    situation = hear(words, {**TABLES["trio"], **STAKES, "game": game}, shipped()["adtp-2023"]).situation
    assert situation.get("street") == street


def test_a_round_that_nobody_named_is_asked_for_in_a_draw_game_too():
    """He cannot have checked before the draw: which of the three rounds it was decides how much a bet is."""
    context = {**TABLES["trio"], **STAKES, "game": "27td"}
    account = hear("O Leo deu mesa, a Bia apostou 400 e o Tato botou uma de 500", context, shipped()["adtp-2023"])
    question = account.unsaid.questions[0]
    assert question.field == "street"
    assert [one.possible.value for one in question.outcomes] == ["draw1", "draw2", "draw3", "predraw"]


def test_in_stud_whoever_is_told_first_opens():
    """His cards say so, not the button: nobody before him is presumed to have passed."""
    context = {**TABLES["trio"], **STAKES, "game": "stud"}
    account = hear("Na quinta rua o Tato apostou 400 e o Leo pagou", context, shipped()["adtp-2023"])
    assert [act["player"] for act in account.situation["acts"]] == ["Tato", "Leo"]


def test_an_act_after_the_round_is_over_is_asked_about():
    """A bet that was called is not bet again: what was counted since, or whose act it was, was not understood."""
    asked = first_question("Flop. O Paulo apostou 700, a Rita pagou e o Paulo apostou 900.", DUO)
    assert asked[:2] == ("acts", "unsaid.muddled")


@pytest.mark.parametrize("verb", ["pulou o", "atropelou o", "ignorou o", "esqueceu do", "nem olhou pro"])
def test_whoever_passes_another_over_is_the_one_who_acts(verb):
    assert acts(f"O MP {verb} UTG e subiu pra 600.") == [{"player": "MP", "says": "aumento para 600"}]


@pytest.mark.parametrize(
    ("words", "infraction"),
    [
        ("Deu um tapa na mesa de raiva.", "abusive-behaviour"),
        ("Bateu as fichas na mesa com força.", "abusive-behaviour"),
        ("Deu um soco na pilha de fichas, irritado.", "abusive-behaviour"),
        ("Deu um tapa no dealer.", "assault"),
        ("Deu um soco no Beto.", "assault"),
        ("Xingou o dealer e deu um tapa na mesa.", "assault"),
    ],
)
def test_chips_that_are_slapped_are_nobody_who_was_hit(words, infraction):
    assert hear(words, TABLES["table"], shipped()["adtp-2023"]).situation["infraction"] == infraction


@pytest.mark.parametrize(
    ("words", "announced"),
    [
        ("O nível virou e ninguém anunciou, o dealer já tinha dado o riffle.", False),
        ("Subiram os blinds sem avisar e o dealer já tinha embaralhado.", False),
        ("Anunciaram o nível novo e o dealer já tinha embaralhado.", True),
        ("The level changed and nobody announced it, the dealer had already riffled.", False),
        ("Cambió el nivel y nadie avisó, el dealer ya había mezclado.", False),
    ],
)
def test_a_level_that_nobody_announced_is_not_taken_for_announced(words, announced):
    assert hear(words, TABLES["table"], shipped()["adtp-2023"]).situation["announced"] is announced


# At the door


def test_words_come_back_understood_guessed_and_asked():
    body = {"book": "adtp-2012", "words": "Esqueceram de dar carta pro jogador do 8.", "context": {"players": 9}}
    content = reply(body, "pt").content
    assert content["understood"] == {"book": "adtp-2012", "kind": "misdeal", "what": "seat_skipped"}
    assert [ask["field"] for ask in content["asks"]] == ["acts_so_far"]
    assert content["rulings"][0]["provisional"]


def test_the_book_may_be_among_what_is_known():
    content = reply({"words": "Flop com quatro cartas.", "context": {"book": "bpt-2015"}}, "pt").content
    assert (content["book"], content["understood"]["what"]) == ("bpt-2015", "four_cards")


@pytest.mark.slow
def test_what_was_understood_rules_alike_when_it_is_sent_back():
    """What was told may leave open which card it was, or have words that were not understood; the notation has no room
    for either, and is asked about them no more."""
    read = [one for one in OURS[::5] if one.asks not in {"what", "acts"}]
    bodies = [{"book": one.book, "words": one.words, "context": one.context} for one in read]
    in_words = [reply(body, "pt").content for body in bodies]
    assert len(in_words) > 40
    again = [reply(content["understood"], "pt").content["rulings"] for content in in_words]
    assert again == [content["rulings"] for content in in_words]


@pytest.mark.parametrize(
    ("words", "book", "table"),
    [
        ("UTG abriu 500, rodou em fold até o botão, que jogou uma ficha de 5 mil e falou raise", "cgp-2024", "six"),
        ("O HJ abriu pra 700 e o BB, calado, completou só com mais três fichas de cem.", "nps-2019", "five"),
        (
            "No turn o Leo apostou 600 e a Bia subiu pra 1.800. Voltou no Leo, que pôs mais 800 calado.",
            "bpt-2015",
            "trio",
        ),
        (
            "Flop: a Ana apostou 400, o Bruno foi pra 1.300, a Carla largou e a Ana botou só mais 500.",
            "bpt-2015",
            "names",
        ),
        ("Esqueceram de dar carta pro jogador do 8.", "adtp-2012", "table"),
        ("Virou a primeira carta do assento 6 na distribuição, ninguém agiu.", "cgp-2024", "table"),
    ],
)
def test_each_answer_to_a_question_leads_to_what_was_foretold(words, book, table):
    """The same words again, with the answer: that question is gone, and the ruling is the one that went with it."""
    body = {"book": book, "words": words, "context": {**TABLES[table], "blinds": [100, 200]}}
    ask = reply(body, "pt").content["asks"][0]
    assert len(ask["answers"]) > 1
    for one in json.loads(json.dumps(ask["answers"])):
        again = reply({**body, "answers": {ask["field"]: one["value"]}}, "pt").content
        assert ask["field"] not in [other["field"] for other in again["asks"]]
        assert (again["rulings"][-1]["remedy"], again["rulings"][-1]["to"]) == (one["remedy"], one["to"])


def test_words_that_tell_no_situation_are_met_with_a_question():
    content = reply({"book": "adtp-2012", "words": "bom dia a todos"}, "pt").content
    assert (content["rulings"], content["understood"]) == ([], None)
    assert content["asks"][0]["field"] == "kind"
    assert {"value": "misdeal", "text": "misdeal", "remedy": "", "to": None} in content["asks"][0]["answers"]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"words": 7}, "words"),
        ({"words": ""}, "words"),
        ({"words": "x" * 2001}, "words"),
        ({"words": "a", "context": []}, "context"),
        ({"words": "a", "context": {"seats": "SB"}}, "context.seats"),
        ({"words": "a", "context": {"seats": ["A", "A"]}}, "context.seats"),
        ({"words": "a", "context": {"blinds": [100]}}, "context.blinds"),
        ({"words": "a", "context": {"street": "quinta"}}, "context.street"),
        ({"words": "a", "kind": "hand"}, "kind"),
        ({"words": "UTG abriu 500", "context": SIX, "answers": []}, "answers"),
        ({"words": "UTG abriu 500", "context": SIX, "answers": {"acts[9].order": 1}}, "answers.acts[9].order"),
    ],
)
def test_a_telling_that_cannot_be_read_says_which_part(body, field):
    answered = reply({"book": "cgp-2024", **body}, "pt")
    assert (answered.readable, answered.content["error"]["field"]) == (False, field)


PIECES = [word for one in told() for word in one.words.split()]


@given(some.lists(some.sampled_from(PIECES), max_size=30), some.sampled_from(list(TABLES)))
def test_any_words_in_any_order_are_answered(words, table):
    context = {**TABLES[table], "blinds": [100, 200]}
    content = reply({"book": "cgp-2024", "words": " ".join(words) or "x", "context": context}, "pt").content
    assert "error" not in content


@given(some.text(min_size=1, max_size=200))
def test_any_text_is_answered(text):
    content = reply({"book": "cgp-2024", "words": text, "context": SIX}, "es").content
    assert "asks" in content or content["error"]["field"] == "words"
