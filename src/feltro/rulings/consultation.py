"""Reading the rulebook while ruling.

A consultation remembers every clause it was answered from, every question asked on the way and every
rule set aside, so that a ruling can show its whole path. When something that decides is silent, the
ruling becomes the director's, with the fallback as its default.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from feltro.rulebook.book import Silent, Sourced
from feltro.rulings.ruling import Answered, Default, Option, Ruling, SetAside

if TYPE_CHECKING:
    from feltro.kernel.outcome import Cite
    from feltro.rulebook.book import Rulebook
    from feltro.rulings.ruling import Remedy

SILENT = "ruling.book_silent"
SILENT_EVERYWHERE = "ruling.all_silent"
HOUSE = "casa"


class Consultation:
    def __init__(self, rulebook: Rulebook, earlier: dict[str, Any] | None = None) -> None:
        self.rulebook = rulebook
        self.earlier = earlier
        """What ruling on another way of the same telling found, to be taken up and not found again."""
        self._cites: dict[Cite, None] = {}
        self._questions: list[Answered] = []
        self._set_aside: list[SetAside] = []
        self._silent: Sourced | None = None

    def decides(self, name: str) -> Any:
        """A value that the ruling turns on. Where the book is silent the fallback is used and marked."""
        said = self.rulebook[name]
        if isinstance(said, Silent):
            if said.fallback is None:
                return None
            self._silent = self._silent or said.fallback
            said = said.fallback
        self.cite_clauses(*said.cites)
        return said.value

    def detail(self, name: str) -> Any:
        """A value that fills in the ruling without deciding it. What a silent book borrows is cited with its mark."""
        said = self.rulebook[name]
        source = said.fallback if isinstance(said, Silent) else said
        if source is None:
            return None
        self.cite_clauses(*source.cites)
        return source.value

    def spoken(self, name: str) -> Any:
        """What the book itself says, or nothing: for values whose absence means that there is no such rule."""
        said = self.rulebook[name]
        if isinstance(said, Silent):
            return None
        self.cite_clauses(*said.cites)
        return said.value

    def beside(self, rule: str, name: str) -> Any:
        """What belongs to a rule: the book's own word where it has the rule; where the rule is lent, the lender's."""
        lent, said = self.rulebook[rule], self.rulebook[name]
        if not isinstance(lent, Silent) or not isinstance(said, Silent):
            return self.spoken(name)
        alike = lent.fallback and said.fallback and lent.fallback.clause.book == said.fallback.clause.book
        return self.detail(name) if alike else None

    def borrowed(self, name: str) -> Any:
        """A value that another clause of the book already covers: cited, with its mark, only where the book is silent."""
        return self.detail(name) if isinstance(self.rulebook[name], Silent) else self.looks_at(name)

    def looks_at(self, name: str) -> Any:
        """A value read without citing it: what it says turns out not to matter for the answer."""
        said = self.rulebook[name]
        source = said.fallback if isinstance(said, Silent) else said
        return source and source.value

    def speaker(self, name: str) -> str:
        """The book that says it: this one, or the one that speaks for it. What is proposed bears its name."""
        said = self.rulebook[name]
        source = said.fallback if isinstance(said, Silent) else said
        return source.clause.book if source else self.rulebook.book.id

    def turns_on(self, *names: str) -> None:
        """Cite what decides the ruling, where its value was read before or follows from another."""
        for name in names:
            self.decides(name)

    def cite(self, *names: str) -> None:
        """Cite what the ruling rests on beside what decides it; what a silent book borrows with its mark."""
        for name in names:
            self.detail(name)

    def cite_own(self, *names: str) -> None:
        """Cite what the book itself says; nothing where it is silent."""
        for name in names:
            self.spoken(name)

    def cite_clauses(self, *cites: Cite) -> None:
        self._cites.update(dict.fromkeys(cites))

    @property
    def cites(self) -> tuple[Cite, ...]:
        """Everything cited so far."""
        return tuple(self._cites)

    def asks(self, key: str, answer: Any) -> Any:
        """Put a question on record, and give its answer back."""
        self._questions.append(Answered(key, answer))
        return answer

    def sets_aside(self, name: str, why: str) -> None:
        """Record a rule that was considered and does not decide here, when the book has it."""
        said = self.rulebook[name]
        if isinstance(said, Sourced):
            self._set_aside.append(SetAside(said.clause, why))

    def rules(self, remedy: Remedy, because: str, **fields: Any) -> Ruling:
        """The ruling with its path; handed to the director when what decides it is silent."""
        ruling = Ruling(
            remedy,
            because,
            cites=tuple(self._cites),
            questions=tuple(self._questions),
            set_aside=tuple(self._set_aside),
            **fields,
        )
        return ruling if self._silent is None else _hand_over(ruling, self._silent, self._label(self._silent))

    def _label(self, source: Sourced) -> str:
        """The book that makes the proposal, as people call it."""
        return next(book.label for book in self.rulebook.fallbacks if book.id == source.clause.book)


def _hand_over(ruling: Ruling, source: Sourced, label: str) -> Ruling:
    """The same ruling as the proposal of the book that speaks for a silent one."""
    if ruling.remedy == "director_decides":
        own = any(not cite.fallback for cite in ruling.cites)
        lent = ruling.default if own or ruling.default is None else replace(ruling.default, book=source.clause.book)
        return replace(ruling, discretion=True, regular=False, default=lent)
    proposed = Option(ruling.remedy, ruling.because, ruling.said, ruling.to, ruling.cites)
    others = tuple(option for option in ruling.options if option.remedy != ruling.remedy)
    return replace(
        ruling,
        remedy="director_decides",
        because=SILENT_EVERYWHERE if source.clause.book == HOUSE else SILENT,
        said={"source": f"{label}, {source.clause.clause}"},
        regular=False,
        discretion=True,
        options=(proposed, *others),
        default=Default(ruling.remedy, ruling.to, source.clause.book),
    )
