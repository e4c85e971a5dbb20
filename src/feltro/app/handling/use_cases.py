"""Which function answers which command: those that take more than one stream by name, the others by their stream."""

from typing import Any

from feltro.app.conduct.incidents import commands as incident
from feltro.app.conduct.incidents import files
from feltro.app.conduct.rulings import commands as ruling
from feltro.app.conduct.rulings import kept
from feltro.app.decisions import (
    creation,
    deal_marks,
    drawers,
    lost_prizes,
    phone_asks,
    phone_sales,
    rooms,
    self_exclusion,
    signature,
    tickets,
    time_to_act,
    told_stack,
    tournament,
)
from feltro.app.handling import correction, undo
from feltro.app.money import bank, prizes
from feltro.app.people import commands as person
from feltro.app.people import erasure, merge, papers_seen, registration
from feltro.app.ranking import decisions as ranking
from feltro.app.screens import commands as screen
from feltro.app.screens import kept as screens
from feltro.app.settings import hour
from feltro.app.world.plan import Asked, Plan, UseCase
from feltro.house.room_commands import RoomCommand
from feltro.kernel.commands import Command, SeasonCommand, TournamentCommand
from feltro.kernel.outcome import Refused
from feltro.season import commands as season_commands
from feltro.tournament.asks.commands import AskEntry, TakeAsk, WithdrawAsk
from feltro.tournament.asks.voucher_commands import BuyByPhone, CheckInVoucher, GiveUpVoucher, SettleVouchers
from feltro.tournament.chips.commands import TellStack
from feltro.tournament.clock.commands import FollowMachineClock
from feltro.tournament.deals.commands import CloseDeal, ConsentDeal, LeaveDeal, OpenDeal, ProposeDeal, VetoDeal
from feltro.tournament.eliminations.commands import NameHunters
from feltro.tournament.media.commands import SignReceipt
from feltro.tournament.opening.commands import ChangeSheet, CloseRegistration, CreateTournament
from feltro.tournament.prizes.commands import EndSatellite, ForfeitPrize, WinSeat
from feltro.tournament.sales.commands import MatchPix, VoidEntry
from feltro.tournament.sanctions.commands import GivePenalty
from feltro.tournament.time_bank.commands import StartTime

OF_THE_HOUSE: dict[type[Command], UseCase] = {
    person.RegisterPerson: registration.register,
    person.ChangePerson: registration.change,
    person.SeePhotoId: papers_seen.see_photo_id,
    person.RecordImageConsent: registration.record_image_consent,
    person.ChoosePublicity: registration.choose_publicity,
    person.ErasePerson: erasure.erase,
    person.ForgetExpired: erasure.forget_expired,
    person.MergePeople: merge.merge,
    incident.OpenIncident: files.open_incident,
    incident.NoteOnIncident: files.note_on_incident,
    incident.CloseIncident: files.close_incident,
    ruling.KeepRuling: kept.keep_ruling,
    ruling.OverruleRuling: kept.overrule_ruling,
    screen.SetScreen: screens.set_screen,
    screen.AddScreen: screens.add_screen,
    screen.RemoveScreen: screens.remove_screen,
    screen.ShowMessage: screens.show_message,
    screen.KeepImage: screens.keep_image,
    screen.RemoveImage: screens.remove_image,
    FollowMachineClock: hour.follow_machine,
    undo.Undo: undo.undo,
    correction.Correct: correction.correct,
}
"""Commands that no tournament, season, room or desk decides."""

USE_CASES: dict[type[Command], UseCase] = {
    CreateTournament: creation.create_tournament,
    ChangeSheet: creation.change_sheet,
    WinSeat: tickets.win_seat,
    EndSatellite: tickets.end_satellite,
    GivePenalty: lost_prizes.lost,
    ForfeitPrize: lost_prizes.lost,
    VoidEntry: lost_prizes.voided,
    season_commands.AskSelfExclusion: self_exclusion.ask_self_exclusion,
    season_commands.LapseTickets: tickets.lapse_tickets,
    season_commands.LapseNoShows: tickets.lapse_no_shows,
    SignReceipt: signature.sign_receipt,
    TellStack: told_stack.tell_stack,
    AskEntry: phone_asks.ask_entry,
    WithdrawAsk: phone_asks.withdraw_ask,
    TakeAsk: phone_asks.take_ask,
    BuyByPhone: phone_sales.buy_by_phone,
    GiveUpVoucher: phone_sales.give_up,
    CheckInVoucher: phone_sales.redeem,
    SettleVouchers: phone_sales.settle,
    CloseRegistration: phone_asks.close_registration,
    ConsentDeal: deal_marks.consent_deal,
    **dict.fromkeys((OpenDeal, ProposeDeal, LeaveDeal, VetoDeal, CloseDeal), deal_marks.without_marks),
    StartTime: time_to_act.start_time,
    MatchPix: bank.seen,
    NameHunters: correction.name_hunters,
    **prizes.USE_CASES,
    **ranking.USE_CASES,
    **OF_THE_HOUSE,
}
"""Commands that are composed of several decisions. The others are decided by one stream."""


def of_one_stream(command: Any, asked: Asked) -> Plan | Refused:
    """A tournament, a season, a room or a desk decides by itself."""
    if isinstance(command, TournamentCommand):
        return tournament.decided(command, asked)
    if isinstance(command, SeasonCommand):
        return tickets.decided(command, asked)
    if isinstance(command, RoomCommand):
        return rooms.decided(command, asked)
    return drawers.decided(command, asked)
