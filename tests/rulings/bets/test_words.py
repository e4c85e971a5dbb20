"""What people say is understood as they mean it, or not at all."""

from fractions import Fraction

import pytest

from feltro.rulings.bets.words import understand

MEANT = {
    "check": "mesa | passo | paso | check | eu passo | peço mesa | dou mesa | check, check",
    "call": "pago | call | tô dentro | estou dentro | vou | voy | igualo | lo veo | eu pago | pago pra ver | I call",
    "fold": "fold | desisto | tô fora | não vou | no voy | me retiro | fold... espera, call | fold, não, pago",
    "raise": "raise | aumento | subo | vou aumentar | re-raise | um raise | aumento, por favor",
    "bet": "aposto | bet | apuesto | vou apostar",
    "all_in": "all-in | ALL IN | allin | tudo | vou tudo | voy con todo | aposto tudo | raise all-in | I'm all in",
    "pot": "pote | aposto o pote | pot | el pozo | metade do pote | half pot",
    "complete": "completo | complete",
    "bring_in": "bring-in",
    "multiple": "dobro | o dobro | double | 3x | aumento para 3x | three times",
    "minimum": "min raise | aumento o mínimo | aposta mínima",
    "unclear": "xablau | não pago | talvez | quanto é? | tudo bem | seis, sete | acho que pago | pago? | … | no | hmm",
}


@pytest.mark.parametrize(
    ("kind", "said"), [(kind, said.strip()) for kind, row in MEANT.items() for said in row.split("|")]
)
def test_a_declaration_is_understood(kind, said):
    """Official and regional words in three languages; anything doubtful is unclear."""
    assert understand(said).kind == kind


AMOUNTS = {
    200: "duzentos | 200 | two hundred | doscientos",
    500: "quinhentos | five hundred | quinientos | 500",
    1100: "mil e cem | 1.100 | 1,100 | 1100 | eleven hundred | mil cien",
    1400: "mil e quatrocentos | 1.400 | fourteen hundred | one thousand four hundred | mil cuatrocientos",
    1500: "1,5 mil | 1.5k | mil e quinhentos | um mil e quinhentos | one and a half thousand",
    2500: "2k5 | dois mil e quinhentos | dos mil quinientos | 2.500 | dois mil e meio | two thousand five hundred",
    10_000: "dez mil | 10k | 10 000 | 10.000 | ten thousand | diez mil | 10 mil",
    125_000: "cento e vinte e cinco mil | 125k | 125.000 | one hundred and twenty five thousand | ciento veinticinco mil",
    1_500_000: "um milhão e meio | 1,5 milhão | 1.500.000 | one million five hundred thousand",
}


@pytest.mark.parametrize(
    ("value", "said"), [(value, said.strip()) for value, row in AMOUNTS.items() for said in row.split("|")]
)
def test_an_amount_is_understood(value, said):
    """Digits, thousands, k and words, alone and behind a verb."""
    alone, raised = understand(said), understand(f"aumento para {said}")
    assert (alone.kind, alone.amount.value, alone.amount.is_short) == ("amount", value, False)
    assert (raised.kind, raised.amount.value, raised.adds) == ("raise", value, False)


@pytest.mark.parametrize(
    ("said", "value"),
    [
        ("cinco", 5),
        ("aposto 5", 5),
        ("dois e meio", Fraction(5, 2)),
        ("1.5", Fraction(3, 2)),
        ("vinte e cinco", 25),
    ],
)
def test_a_short_amount_is_known_as_one(said, value):
    """A number without its scale may be short for something bigger."""
    amount = understand(said).amount
    assert amount.value == value
    assert amount.is_short


@pytest.mark.parametrize(
    "said", ["aumento mais 500", "raise 500 more", "subo 500 más", "500 em cima", "aumento 500 a mais"]
)
def test_what_is_added_is_not_a_total(said):
    """More, on top, mais."""
    understood = understand(said)
    assert (understood.adds, understood.amount.value) == (True, 500)


@pytest.mark.parametrize(
    ("said", "kind", "condition"),
    [
        ("se você apostar, eu vou all-in", "all_in", "bet"),
        ("if you bet I raise", "raise", "bet"),
        ("aumento se você apostar", "raise", "bet"),
        ("si subes, voy con todo", "all_in", "raise"),
        ("se der mesa, aposto mil", "bet", "check"),
        ("se chover, pago", "call", "any"),
    ],
)
def test_a_condition_is_seen(said, kind, condition):
    """What is promised, and what would have to happen first."""
    saying = understand(said)
    assert (saying.kind, saying.condition) == (kind, condition)


@pytest.mark.parametrize(("said", "kind"), [("pago e aumento 500", "call"), ("check, não, aposto 300", "check")])
def test_the_first_declaration_binds(said, kind):
    """A second thought is no declaration."""
    assert understand(said).kind == kind
