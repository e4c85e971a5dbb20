"""Image, press, cameras, sponsors and patches: what each of the five books makes of them."""

from __future__ import annotations

import pytest

from feltro.tournament.media.brands import final_table_warnings
from feltro.tournament.media.terms import needs_signature, terms_of
from feltro.tournament.sales.receipts import receipt_of, unbalanced
from tests.tournament.room import BOOKS, Room, at

ALL = pytest.mark.parametrize("book", BOOKS)


def room_of(book: str) -> Room:
    room = Room(book=book)
    room.sell("e1", "p1")
    return room


def book_of(room: Room):
    return room.house.books.settlement(room.state, room.now).book


def cites(refused) -> list[str]:
    return [str(cite) for cite in refused.cites]


# Receipts and terms


@pytest.mark.clause("cgp-2024:2.7~imagem", "nps-2019:L")
@ALL
def test_the_receipt_carries_the_image_release_where_the_book_has_one(book):
    """CGP and NPS release the image by signing the receipt; the other three presume nothing."""
    room = room_of(book)
    terms = {term.key: term for term in receipt_of("e1", room.state, book_of(room)).terms}
    released = book in {"cgp-2024", "nps-2019"}
    assert ("terms.image" in terms) == released
    assert needs_signature(book_of(room)) >= released
    room.done("SignReceipt", tournament="t1", sale="e1")
    assert room.state.media.signed["e1"].image_release == released
    if released:
        clause = {"cgp-2024": "cgp-2024:2.7~imagem", "nps-2019": "nps-2019:L"}[book]
        assert str(terms["terms.image"].cites[0]) == clause


@pytest.mark.clause("cgp-2024:2.7~imagem")
def test_cgp_releases_for_free_worldwide_and_to_others():
    """Each part of the release is a sentence of its own on the paper."""
    keys = [term.key for term in terms_of(book_of(room_of("cgp-2024")))]
    for part in ("unrestricted", "free", "territory.worldwide", "third_parties"):
        assert f"terms.image.{part}" in keys
    assert "terms.image.when" not in keys


@pytest.mark.clause("nps-2019:L")
def test_nps_has_every_entry_print_a_receipt_to_sign():
    """Entry sold at 13:10: a receipt with the rulebook and a place for the signature, not signed yet."""
    room = Room(book="nps-2019")
    room.now = at("13:10")
    room.sell("e1", "p1")
    receipt = receipt_of("e1", room.state, book_of(room))
    assert (receipt.number, receipt.at, receipt.to_sign, receipt.signed_at) == (1, at("13:10"), True, None)
    assert receipt.terms[0].key == "terms.rules"
    keys = [term.key for term in receipt.terms]
    assert {"terms.image.unrestricted", "terms.image.when"} <= set(keys)
    assert "terms.press" not in keys
    room.now = at("13:12")
    room.done("SignReceipt", tournament="t1", sale="e1")
    assert receipt_of("e1", room.state, book_of(room)).signed_at == at("13:12")
    assert room.refused("SignReceipt", tournament="t1", sale="e1").because == "receipt.already_signed"


@ALL
def test_a_receipt_adds_up_to_the_centavo(book):
    """Price, parts and payments agree; what a card costs on top stands by itself."""
    room = room_of(book)
    receipt = receipt_of("e1", room.state, book_of(room))
    assert sum(receipt.split_centavos.values()) == receipt.price_centavos
    assert sum(paid.amount_centavos for paid in receipt.payments) == receipt.price_centavos
    assert receipt.paid_centavos == receipt.price_centavos + receipt.surcharge_centavos
    assert unbalanced(room.state.sales["e1"]) == 0


def test_a_receipt_that_was_not_handed_over_cannot_be_signed():
    """Nor can one of a sale that does not exist."""
    room = Room()
    room.sell("e1", "p1", hand_over_receipt=False)
    assert room.refused("SignReceipt", tournament="t1", sale="e1").because == "receipt.not_issued"
    assert room.refused("SignReceipt", tournament="t1", sale="e9").because == "sale.unknown"


def test_a_voided_sale_leaves_a_void_receipt_with_its_number():
    """The number stays used; the paper says that it is worth nothing."""
    room = room_of("cgp-2024")
    room.done(
        "VoidSale", tournament="t1", sale="e1", desk="d1", reason="engano", role="director", receipt_returned=True
    )
    receipt = receipt_of("e1", room.state, book_of(room))
    assert (receipt.number, receipt.void) == (1, True)


def test_the_words_of_every_term_exist_in_three_languages():
    """A key without a sentence would be a hole in what people sign."""
    from feltro.words.languages import LANGUAGES
    from feltro.words.sentences import say

    assert len(BOOKS) == 5
    for book in BOOKS:
        terms = terms_of(book_of(room_of(book)))
        assert terms or book not in {"cgp-2024", "nps-2019"}
        for term in terms:
            assert all(say(term.key, lang, **term.values) for lang in LANGUAGES)


# Press and cameras


@pytest.mark.clause("cgp-2024:2.7~imprensa")
@ALL
@pytest.mark.parametrize("activity", ["publicity", "press_conference", "interview", "photo_session"])
def test_press_is_owed_under_cgp_and_an_invitation_elsewhere(book, activity):
    """The request and its answer are kept either way."""
    room = room_of(book)
    room.done("AskPress", tournament="t1", request="r1", person="p1", activity=activity, role="floor")
    assert room.state.media.press["r1"].owed == (book == "cgp-2024")
    room.done("AnswerPress", tournament="t1", request="r1", met=False, role="floor")
    assert room.state.media.press["r1"].met is False
    again = room.refused("AnswerPress", tournament="t1", request="r1", met=True, role="floor")
    assert again.because == "media.request_answered"


CAMERAS = {
    "cgp-2024": (("disqualification",), True),
    "nps-2019": (("penalty", "disqualification"), False),
}


@pytest.mark.clause("cgp-2024:2.7~cartas-tv", "nps-2019:43")
@ALL
def test_refusing_the_cameras_proposes_what_the_book_says(book):
    """CGP: disqualification, without the buy-in back; NPS: penalty or disqualification."""
    room = room_of(book)
    done = room.done("ReportCameras", tournament="t1", report="c1", person="p1", how="refusal", role="floor")
    record = room.state.media.cameras["c1"]
    if book in CAMERAS:
        assert (record.proposed, record.required) == CAMERAS[book]
    assert b'"buy_in_returned":false' in bytes(done.events[0].event)


@pytest.mark.clause("cgp-2024:5.6.2", "nps-2019:43")
@pytest.mark.parametrize("book", ["cgp-2024", "nps-2019"])
@pytest.mark.parametrize("how", ["delay", "partial"])
def test_delay_before_the_cameras_is_left_to_the_director(book, how):
    """A penalty or a disqualification may follow; neither has to."""
    room = room_of(book)
    room.done("ReportCameras", tournament="t1", report="c1", person="p1", how=how, role="floor")
    record = room.state.media.cameras["c1"]
    assert (record.proposed, record.required) == (("penalty", "disqualification"), False)


@pytest.mark.clause("cgp-2024:2.7~cartas-tv")
@ALL
def test_cards_are_owed_to_the_official_press_under_cgp_only(book):
    """Elsewhere telling the hand is the player's choice, and no report is taken."""
    room = room_of(book)
    told = {"tournament": "t1", "report": "c1", "person": "p1", "to": "press", "how": "refusal", "role": "floor"}
    outcome = room.do("ReportCameras", **told)
    assert (getattr(outcome, "because", "") == "media.press_not_owed") == (book != "cgp-2024")


# Sponsors and patches


@pytest.mark.clause("cgp-2024:2.7~patches")
@ALL
@pytest.mark.parametrize(("width", "height", "over"), [(100, 100, False), (50, 200, False), (101, 100, True)])
def test_a_patch_is_measured_against_100_square_centimetres_in_cgp(book, width, height, over):
    """Exactly 100 cm² is allowed, a millimetre more is marked; the others do not measure."""
    room = room_of(book)
    size = {"width_mm": width, "height_mm": height}
    room.done("MeasurePatch", tournament="t1", patch="x", person="p1", brand="b1", role="floor", **size)
    assert room.state.media.patches["x"].too_large == (over and book == "cgp-2024")


@pytest.mark.clause("cgp-2024:2.7~patches")
@ALL
def test_a_player_may_wear_several_logos(book):
    """Any number of brands, each declared once."""
    room = room_of(book)
    room.now = at("13:40")
    for brand in ("b1", "b2", "b3", "b4"):
        room.done("DeclareSponsor", tournament="t1", person="p1", brand=brand)
    again = room.refused("DeclareSponsor", tournament="t1", person="p1", brand="b1")
    assert again.because == "media.brand_declared_before"
    assert room.state.media.brands["p1"] == ("b1", "b2", "b3", "b4")


@pytest.mark.clause("cgp-2024:2.7~patrocinio")
@ALL
def test_the_sponsor_field_locks_at_the_start_in_cgp(book):
    """From 14:00 sharp: no second brand, and for who had none only an official sponsor."""
    room = room_of(book)
    room.sell("e2", "p2")
    room.done("NameOfficialSponsors", tournament="t1", brands=["casa"], role="organiser")
    room.now = at("13:59")
    room.done("DeclareSponsor", tournament="t1", person="p1", brand="b1")
    room.now = at("14:00")
    second = room.do("DeclareSponsor", tournament="t1", person="p1", brand="casa")
    other = room.do("DeclareSponsor", tournament="t1", person="p2", brand="b1")
    if book == "cgp-2024":
        assert (second.because, other.because) == ("media.sponsor_too_late", "media.official_only")
        assert cites(second) == cites(other) == ["cgp-2024:2.7~patrocinio"]
        room.done("DeclareSponsor", tournament="t1", person="p2", brand="casa")
    else:
        assert not hasattr(second, "because")
        assert not hasattr(other, "because")


def test_a_sponsor_is_declared_on_an_entry():
    """Who is not in the tournament has no form to write it on."""
    room = room_of("cgp-2024")
    room.person("p5")
    refused = room.refused("DeclareSponsor", tournament="t1", person="p5", brand="b1")
    assert refused.because == "media.not_entered"


@pytest.mark.clause("cgp-2024:2.7~mesa-final")
@ALL
def test_a_fourth_finalist_of_one_brand_is_warned_of_in_cgp(book):
    """Three wear it freely; the event's own sponsor is not counted."""
    room = room_of(book)
    room.done("NameOfficialSponsors", tournament="t1", brands=["casa"], role="organiser")
    people = [f"p{n}" for n in range(1, 5)]
    for n, person in enumerate(people):
        if n:
            room.sell(f"e{n + 1}", person)
        for brand in ("casa", "b1"):
            room.done("DeclareSponsor", tournament="t1", person=person, brand=brand)
    book_in_force = book_of(room)
    assert not final_table_warnings(people[:3], room.state, book_in_force)
    found = final_table_warnings(people, room.state, book_in_force)
    if book == "cgp-2024":
        assert [(one.because, one.where, one.values["wearers"]) for one in found] == [
            ("media.too_many_of_a_brand", "b1", 4)
        ]
        assert found[0].values["clause"] == "cgp-2024:2.7~mesa-final"
    else:
        assert not found


@pytest.mark.clause("cgp-2024:2.7~veto")
@ALL
@pytest.mark.parametrize("action", ["approve", "reject", "cover", "remove"])
def test_the_director_judges_clothing_and_brands(book, action):
    """Each measure is kept with its reason in the registry; nobody but the director may."""
    room = room_of(book)
    told = {"tournament": "t1", "verdict": "v1", "person": "p1", "thing": "logo", "action": action, "reason": "TV"}
    for role in ("cashier", "floor", "dealer"):
        assert room.refused("JudgeClothing", role=role, **told).because == "permission.role_may_not"
    room.done("JudgeClothing", role="director", key="judged", **told)
    assert room.state.media.judged["v1"].action == action
    assert room.house.store.kept("reason", "judged").body == b"TV"
    assert b'"reason":"judged"' in list(room.house.store.read("tournament:t1"))[-1].payload


def test_ids_of_records_are_used_once():
    """A patch, a request, a report and a verdict each have their own id."""
    room = room_of("cgp-2024")
    commands = [
        ("MeasurePatch", "floor", {"patch": "x", "person": "p1", "brand": "b", "width_mm": 1, "height_mm": 1}),
        ("AskPress", "floor", {"request": "x", "person": "p1", "activity": "interview"}),
        ("ReportCameras", "floor", {"report": "x", "person": "p1", "how": "delay"}),
        ("JudgeClothing", "director", {"verdict": "x", "person": "p1", "thing": "logo", "action": "cover"}),
    ]
    for kind, role, fields in commands:
        room.done(kind, tournament="t1", role=role, **fields)
        assert room.refused(kind, tournament="t1", role=role, **fields).because == "media.id_used"
