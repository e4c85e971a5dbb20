"""The card that ends a day: committed to when the clock stops, drawn when a player says the word, then revealed."""

import secrets
from hashlib import sha256

from feltro.app.plan import Asked, Plan
from feltro.app.use_cases import sales
from feltro.kernel.draws import SECRET_BYTES, Deck, commit, draw
from feltro.kernel.outcome import Refused
from feltro.store.port import Put, Reveal
from feltro.tournament.clock.running import the_day
from feltro.tournament.now import Drawn
from feltro.tournament.pace import commands as c
from feltro.tournament.pace.last_hands import cards_of, label_of


def stop(command: c.StopForLastHands, asked: Asked) -> Plan | Refused:
    state = asked.look.state(f"tournament:{command.tournament}")
    day = the_day(state, command.day) if state.sheet else None
    if day is None:
        return sales.decided(command, asked)
    book = asked.books.settlement(state, asked.envelope.at).book
    deck = Deck(label_of(state.tournament, day.id), cards_of(book))
    secret = secrets.token_bytes(SECRET_BYTES)
    place = f"tournament:{command.tournament}/last-hands/{sha256(asked.envelope.key.encode()).hexdigest()[:24]}"
    plan = sales.decided(command, asked, draw=Drawn(id=place, commitment=commit(deck, secret)))
    return plan if isinstance(plan, Refused) else Plan(events=plan.events, vault=(Put(place, secret),))


def draw_card(command: c.DrawLastHands, asked: Asked) -> Plan | Refused:
    """Revealed also when a real deck was used: what was committed to is then shown not to have been taken."""
    state = asked.look.state(f"tournament:{command.tournament}")
    day = the_day(state, command.day) if state.sheet else None
    called = state.pace.last_hands_of(day.id) if day else None
    secret = asked.look.world.store.secret(called.draw) if called else None
    if day is None or called is None or secret is None:
        return sales.decided(command, asked)
    deck = Deck(label_of(state.tournament, day.id), called.cards)
    drawn = Drawn(id=called.draw, secret=secret.hex(), order=draw(deck, secret, command.public))
    plan = sales.decided(command, asked, draw=drawn)
    return plan if isinstance(plan, Refused) else Plan(events=plan.events, vault=(Reveal(called.draw),))
