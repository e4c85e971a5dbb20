"""Postings sum to zero, balances follow them, and what does not add up is told with its event."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feltro.kernel.instants import Instant
from feltro.kernel.money import ZERO, Money
from feltro.ledger.accounts import CHART, METHODS, Side, account
from feltro.ledger.balances import Balances
from feltro.ledger.checks import check
from feltro.ledger.entries import Posting, PostingLine, Reference, posting, reversal, transfer

NOW = Instant(1_800_000_000_000_000)
CASH = account("drawer", "ana", "cash")
POOL = account("prize_pool", "t1")


def at(version, stream="t/1"):
    return Reference(stream, version)


def entry(version=1, cashier="ana", method="cash"):
    """An entry of a main event at R$ 620."""
    shares = {
        account("prize_pool", "t1"): 480,
        account("rake", "t1"): 120,
        account("ranking_fund", "2026"): 7,
        account("stage_champion_fund", "2026", "stage-1"): 3,
        account("federation", "2026"): 10,
    }
    amounts = {account("drawer", cashier, method): Money.reais(620)}
    amounts |= {one: -Money.reais(reais) for one, reais in shares.items()}
    return posting(NOW, at(version), amounts)


names = st.sampled_from(["ana", "bia", "t1", "t2"])
kinds = st.sampled_from(sorted(CHART.values(), key=lambda kind: kind.name))


@st.composite
def accounts(draw):
    kind = draw(kinds)
    parts = [draw(st.sampled_from(METHODS) if part == "method" else names) for part in kind.parts]
    return account(kind.name, *parts)


@st.composite
def postings(draw):
    """Books of balanced postings, one event each."""
    books = []
    for version in range(1, draw(st.integers(1, 12)) + 1):
        lines = draw(st.lists(st.tuples(accounts(), st.integers(-(10**9), 10**9)), min_size=1, max_size=5))
        rest = -sum(amount for _, amount in lines)
        lines.append((draw(accounts()), rest))
        books.append(Posting(NOW, at(version), tuple(PostingLine(one, Money(amount)) for one, amount in lines)))
    return books


def test_an_entry_of_the_main_event_balances():
    """620 = 480 + 120 + 7 + 3 + 10, and each account says what it holds."""
    balances = Balances([entry()])
    assert balances.sum() == ZERO
    assert balances[CASH] == Money.reais(620)
    assert balances[POOL] == -Money.reais(480)
    assert balances.held(POOL) == Money.reais(480)
    assert balances.held(account("rake", "t2")) == ZERO
    assert check([entry()]) == []


def test_drawers_are_counted_by_any_part():
    """By cashier, by method, by both."""
    balances = Balances([entry(1), entry(2, method="pix"), entry(3, "bia"), entry(4, "bia")])
    assert balances.total("drawer") == Money.reais(4 * 620)
    assert balances.total("drawer", cashier="bia") == Money.reais(2 * 620)
    assert balances.by("drawer", "cashier") == {"ana": Money.reais(1240), "bia": Money.reais(1240)}
    assert balances.by("drawer", "method") == {"cash": Money.reais(1860), "pix": Money.reais(620)}
    assert balances.by("drawer", "method", cashier="ana") == {
        "cash": Money.reais(620),
        "pix": Money.reais(620),
    }
    assert balances.total("prize_pool", tournament="t1") == Money.reais(4 * 480)
    with pytest.raises(ValueError, match="no part"):
        balances.total("drawer", tournament="t1")


def test_a_drawer_from_opening_to_count():
    """Change in, sales, a drop, a refund, and two reais missing at the count."""
    safe, missing = account("safe"), account("drawer_difference", "ana")
    sale = entry(3)
    books = [
        transfer(NOW, at(1), to=safe, source=account("organiser"), amount=Money.reais(1000)),
        transfer(NOW, at(2), to=CASH, source=safe, amount=Money.reais(200)),
        sale,
        entry(4),
        transfer(NOW, at(5), to=safe, source=CASH, amount=Money.reais(500)),
        reversal(sale, NOW, at(6)),
    ]
    balances = Balances(books)
    assert balances.held(CASH) == Money.reais(320)
    counted = Money.reais(318)
    books.append(transfer(NOW, at(7), to=missing, source=CASH, amount=balances.held(CASH) - counted))
    balances.post(books[-1])
    assert balances.held(CASH) == counted
    assert balances.held(missing) == Money.reais(2)
    assert check(books) == []


@given(postings())
def test_the_sum_is_zero_after_every_posting(books):
    """Whatever is posted, in whatever order."""
    balances = Balances()
    for one in books:
        balances.post(one)
        assert balances.sum() == ZERO
    kinds_together = sum((balances.total(kind.name) * kind.side.value for kind in CHART.values()), ZERO)
    assert kinds_together == ZERO


@given(postings(), st.randoms(use_true_random=False))
def test_balances_do_not_depend_on_the_order(books, rng):
    """And adding up at the end gives what was kept up on the way."""
    shuffled = list(books)
    rng.shuffle(shuffled)
    assert Balances(books) == Balances(shuffled)
    plain = {}
    for one in books:
        for line in one.lines:
            plain[line.account] = plain.get(line.account, ZERO) + line.amount
    assert {one: amount for one, amount in Balances(books) if amount} == {
        one: amount for one, amount in plain.items() if amount
    }


@given(postings())
def test_a_reversal_is_as_if_it_had_not_been(books):
    """Every posting taken back leaves nothing, and the checks agree that each was taken back once."""
    undone = [reversal(one, NOW, at(100 + one.reference.version)) for one in reversed(books)]
    assert Balances([*books, *undone]) == Balances()
    told = {finding.because for finding in check([*books, *undone])}
    assert told <= {"ledger.overdrawn"}


@given(accounts())
def test_an_account_is_read_as_it_is_printed(one):
    """`drawer:ana:cash`."""
    assert account(*str(one).split(":")) == one


@given(postings())
def test_totals_by_a_part_sum_to_the_total(books):
    """However the drawers are looked at."""
    balances = Balances(books)
    assert any(kind.parts for kind in CHART.values())
    for kind in CHART.values():
        for part in kind.parts:
            assert sum(balances.by(kind.name, part).values(), ZERO) == balances.total(kind.name)


@pytest.mark.parametrize(
    "wrong",
    [
        ("drawer", "ana"),
        ("drawer", "ana", "gold"),
        ("nothing",),
        ("rake", ""),
        ("rake", "a:b"),
        ("safe", "x"),
    ],
)
def test_an_account_that_the_chart_does_not_have_cannot_be_made(wrong):
    """A misspelled account would be money lost from sight."""
    with pytest.raises(ValueError, match=r"."):
        account(*wrong)


def test_a_posting_off_balance_is_refused_whole():
    """Nothing of it is added."""
    wrong = Posting(NOW, at(1), (PostingLine(CASH, Money(100)), PostingLine(POOL, Money(-99))))
    balances = Balances()
    with pytest.raises(ValueError, match=r"t/1@1 is off balance by R\$ 0,01"):
        balances.post(wrong)
    assert balances == Balances()


def found(books):
    return [(finding.because, finding.where) for finding in check(books)]


def test_everything_wrong_is_told_with_its_event():
    """All of it, not the first only."""
    sale = entry(1)
    pay = account("payable", "p1")
    off = Posting(NOW, at(2), (PostingLine(CASH, Money(1)),))
    books = [
        sale,
        off,
        entry(1),
        reversal(sale, NOW, at(3)),
        reversal(sale, NOW, at(4)),
        reversal(entry(99), NOW, at(5)),
        Posting(NOW, at(6), (PostingLine(CASH, Money(5)), PostingLine(POOL, Money(-5))), reverses=at(2)),
        transfer(NOW, at(7), to=pay, source=account("drawer", "bia", "pix"), amount=Money(1)),
        transfer(NOW, at(8), to=account("drawer", "bia", "pix"), source=pay, amount=Money(1)),
    ]
    books = [
        Posting(NOW + second, one.reference, one.lines, reverses=one.reverses) for second, one in enumerate(books)
    ]
    assert set(found(books)) >= {
        ("ledger.off_balance", "t/1@2"),
        ("ledger.posted_twice", "t/1@1"),
        ("ledger.reversed_twice", "t/1@4"),
        ("ledger.overdrawn", "t/1@4"),
        ("ledger.reverses_nothing", "t/1@5"),
        ("ledger.reversal_differs", "t/1@6"),
        ("ledger.overdrawn", "t/1@7"),
    }
    assert ("ledger.overdrawn", "t/1@8") not in found(books)


def test_what_was_put_back_may_be_taken_back_again():
    """Undone, put back, undone again: each time one reversal stands. A second one beside it is told."""
    sale = entry(1)
    undone = reversal(sale, NOW, at(2))
    put_back = reversal(undone, NOW, at(3))
    again = reversal(sale, NOW, at(4))
    assert found([sale, undone, put_back, again]) == []
    told = found([sale, undone, put_back, again, reversal(sale, NOW, at(5))])
    assert ("ledger.reversed_twice", "t/1@5") in told
    undone_once_more = reversal(put_back, NOW, at(4))
    assert found([sale, undone, put_back, undone_once_more]) == []
    assert ("ledger.reversed_twice", "t/1@5") in found(
        [sale, undone, put_back, undone_once_more, reversal(sale, NOW, at(5))]
    )


def test_what_happens_at_one_instant_is_looked_at_together():
    """A pool that one stream empties and another fills in the same command was never short."""
    pay, bank = account("payable", "p1"), account("drawer", "bia", "pix")
    out = transfer(NOW, at(1), to=pay, source=bank, amount=Money(5))
    into = transfer(NOW, at(2), to=bank, source=pay, amount=Money(5))
    assert found([out, into]) == []
    later = Posting(NOW + 1, into.reference, into.lines)
    assert found([out, later]) == [("ledger.overdrawn", "t/1@1")]


def test_an_account_that_is_short_is_told_again_only_when_it_sinks_further():
    """Five short; two come back and three are missing still: said once. Four more go: said again, with seven."""
    pay, bank = account("payable", "p1"), account("drawer", "bia", "pix")
    moves = ((pay, bank, 5), (bank, pay, 2), (pay, bank, 4))
    books = [
        transfer(NOW + number, at(number), to=to, source=source, amount=Money(amount))
        for number, (to, source, amount) in enumerate(moves, 1)
    ]
    told = [(one.where, one.values["amount"]) for one in check(books) if one.values["account"] == str(pay)]
    assert told == [("t/1@1", Money(-5)), ("t/1@3", Money(-7))]


def test_cash_cannot_be_less_than_none_but_a_card_terminal_can():
    """Refunds of yesterday's card sales may outweigh today's."""
    refund = reversal(entry(1), NOW, at(2))
    cards = reversal(entry(3, method="credit"), NOW, at(4))
    told = check([entry(5, "x"), entry(6, "x"), refund, cards])
    overdrawn = [finding.values["account"] for finding in told if finding.because == "ledger.overdrawn"]
    assert overdrawn == ["drawer:ana:cash"]


def test_the_chart_has_what_the_design_asks_for():
    """Each with a side, so that people read amounts without signs."""
    asked = (
        "drawer card_fees tickets prize_pool bounties rake staff ranking_fund stage_champion_fund federation"
        " local_partners guarantee_cover payable paid_out receivable rounding"
    )
    assert set(asked.split()) <= CHART.keys()
    assert CHART["drawer"].parts == ("cashier", "method")
    assert CHART["drawer"].side is Side.HAS


def test_an_account_that_is_paid_out_to_the_last_centavo_is_not_short():
    pay, bank = account("payable", "p1"), account("drawer", "bia", "pix")
    moves = ((bank, pay, 5), (pay, bank, 5), (bank, pay, 1), (pay, bank, 2))
    books = [
        transfer(NOW + number, at(number), to=to, source=source, amount=Money(amount))
        for number, (to, source, amount) in enumerate(moves, 1)
    ]
    assert found(books[:3]) == []
    assert [where for _, where in found(books)] == ["t/1@4"]
