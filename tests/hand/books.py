"""What the five books answer, as `HandRules`. The rulings will build these from the books' data."""

from dataclasses import replace

from feltro.hand.rules import HandRules

ADTP_2023 = HandRules(
    minimum_raise="last_complete_raise",
    short_all_ins_reopen="when_they_add_up",
    pot_limit_full_blinds="big",
    showdown_in_order=False,
)
CGP_2024 = replace(
    ADTP_2023, minimum_raise="last_bet_or_raise", pot_limit_full_blinds="both", showdown_in_order=True
)
NPS_2019 = replace(CGP_2024, pot_limit_full_blinds="big", showdown_unbet="left_of_button")
ADTP_2012 = replace(
    ADTP_2023,
    minimum_raise="last_bet_or_raise",
    showdown_in_order=True,
    odd_chip_stud="whole_hand",
    identical_hands_share="whole_pot",
)
BPT_2015 = HandRules(
    heads_up_button="big_blind",
    minimum_raise="any",
    short_all_ins_reopen="always",
    raise_cap=None,
    absent_hand_dies="first_turn",
    showdown_unbet="left_of_button",
)

BOOKS = {
    "cgp-2024": CGP_2024,
    "nps-2019": NPS_2019,
    "adtp-2012": ADTP_2012,
    "adtp-2023": ADTP_2023,
    "bpt-2015": BPT_2015,
}
