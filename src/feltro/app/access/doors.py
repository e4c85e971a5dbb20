"""Letting people and programs in: add users, make and revoke tokens, invite the first, and ask who someone is."""

import msgspec

from feltro.app.access.change import AccessChange, change, state_of
from feltro.app.access.passwords import password_fault
from feltro.app.access.rows import (
    INVITATION,
    PIN,
    PLAYS_AS,
    SECOND_STEP,
    SEEN,
    SESSION,
    TOKEN,
    USER,
    Identity,
    Invitation,
    Token,
    User,
    find,
    keep,
)
from feltro.app.access.scopes import Scopes, refuse_scopes
from feltro.app.access.secrets import (
    hash_password,
    new_secret,
    password_matches,
    read_secret,
    same,
)
from feltro.app.world.plan import Envelope
from feltro.app.world.streams.access import (
    AccessState,
    FirstInvited,
    IdleMinutesSet,
    InvitationUsed,
    PasswordChanged,
    RoleChanged,
    SessionClosed,
    TokenMade,
    TokenRevoked,
    UserAdded,
    UserInvited,
    UserRemoved,
)
from feltro.app.world.tonight import idle_minutes_of_a_new_house
from feltro.kernel.instants import Instant, later
from feltro.kernel.outcome import Refused
from feltro.kernel.roles import ADDED_BY, LET_IN_BY, ORGANISER, ROLES, Roles
from feltro.store.port import Erase, Keep, Store

__all__ = ["state_of"]

FIRST = "organiser"
"""The role of the first one in: whoever may open a season may let in everybody else."""
INVITED_SECONDS = 24 * 3600


# Users


def refuse_table(table: dict[str, Roles], envelope: Envelope, *roles: str) -> Refused | None:
    """Whether somebody in this role may do that to somebody in those."""
    if all(envelope.role in table.get(role, ORGANISER) for role in roles):
        return None
    return Refused("access.not_yours_to_give")


def _refuse_key(user_id: str, state: AccessState, envelope: Envelope) -> Refused | None:
    """Nobody gives away the key of somebody who handles money, except the organiser; the own one is one's own."""
    if user_id == envelope.who:
        return None
    return refuse_table(LET_IN_BY, envelope, state.users[user_id])


def add_user(store: Store, user: User, password: str, sent: Envelope, *, drawn: bool = False) -> Refused | None:
    """`user` comes without a password; with an empty one it can only use tokens. `drawn`: chance chose it."""

    def decide(state: AccessState) -> AccessChange | Refused:
        if user.id in state.users or user.id in state.removed:
            return Refused("access.user_exists", {"user": user.id})
        if user.role not in ROLES:
            return Refused("access.no_such_role", {"role": user.role, "roles": ROLES})
        refused = refuse_table(ADDED_BY, sent, user.role)
        if refused:
            return refused
        fault = password_fault(password, user.id, user.name) if password else None
        if fault:
            return fault
        kept = msgspec.structs.replace(user, password=hash_password(password, drawn=drawn) if password else "")
        return AccessChange((UserAdded(user=user.id, role=user.role),), (keep(USER, kept),))

    return change(store, "AddUser", sent, decide)


def change_password(store: Store, user_id: str, password: str, envelope: Envelope) -> Refused | None:
    def decide(state: AccessState) -> AccessChange | Refused:
        user = find(store, USER, user_id, User)
        if user is None or user_id not in state.users:
            return Refused("access.no_such_user", {"user": user_id})
        refused = _refuse_key(user_id, state, envelope)
        if refused:
            return refused
        fault = password_fault(password, user_id, user.name)
        if fault:
            return fault
        kept = msgspec.structs.replace(user, password=hash_password(password))
        closed, erased = shut(state.sessions_of(user_id))
        return AccessChange((PasswordChanged(user=user_id), *closed), (keep(USER, kept), *erased))

    return change(store, "ChangePassword", envelope, decide)


def remove_user(store: Store, user_id: str, envelope: Envelope) -> Refused | None:
    """Nobody comes in under this name any more, with password or token. The name is not given again."""

    def decide(state: AccessState) -> AccessChange | Refused:
        if user_id not in state.users:
            return Refused("access.no_such_user", {"user": user_id})
        refused = refuse_table(LET_IN_BY, envelope, state.users[user_id])
        if refused:
            return refused
        if state.users[user_id] == FIRST and list(state.users.values()).count(FIRST) == 1:
            return Refused("access.last_one", {"user": user_id})
        tokens = [Erase(TOKEN, token) for token, owner in state.tokens.items() if owner == user_id]
        sessions = [Erase(SESSION, session) for session in state.sessions_of(user_id)]
        invited = [Erase(INVITATION, state.invited[user_id])] if user_id in state.invited else []
        gone = (
            *(Erase(kind, user_id) for kind in (USER, PIN, PLAYS_AS, SECOND_STEP)),
            *tokens,
            *sessions,
            *invited,
        )
        return AccessChange((UserRemoved(user=user_id),), gone)

    return change(store, "RemoveUser", envelope, decide)


def change_role(store: Store, user_id: str, role: str, envelope: Envelope) -> Refused | None:
    def decide(state: AccessState) -> AccessChange | Refused:
        user = find(store, USER, user_id, User)
        if user is None or user_id not in state.users:
            return Refused("access.no_such_user", {"user": user_id})
        if role not in ROLES:
            return Refused("access.no_such_role", {"role": role, "roles": ROLES})
        refused = refuse_table(LET_IN_BY, envelope, user.role) or refuse_table(ADDED_BY, envelope, role)
        if refused:
            return refused
        if user.role == FIRST and role != FIRST and list(state.users.values()).count(FIRST) == 1:
            return Refused("access.last_one", {"user": user_id})
        kept = msgspec.structs.replace(user, role=role)
        return AccessChange((RoleChanged(user=user_id, role=role),), (keep(USER, kept),))

    return change(store, "ChangeRole", envelope, decide)


def shut(sessions: list[str]) -> tuple[list[SessionClosed], list[Keep | Erase]]:
    """What closes sessions: the facts, and their rows gone."""
    return [SessionClosed(session=one) for one in sessions], [
        Erase(kind, one) for one in sessions for kind in (SESSION, SEEN)
    ]


# Tokens


def make_token(
    store: Store,
    user_id: str,
    label: str,
    expires_at: Instant | None,
    envelope: Envelope,
    scopes: Scopes = None,
) -> str | Refused:
    """The token's text, shown this once. It may do what its user may, and of that only what its scopes name."""
    made = new_secret()
    unfit = refuse_scopes(scopes) if scopes is not None else None
    if unfit:
        return unfit

    def decide(state: AccessState) -> AccessChange | Refused:
        if user_id not in state.users:
            return Refused("access.no_such_user", {"user": user_id})
        refused = _refuse_key(user_id, state, envelope)
        if refused:
            return refused
        token = Token(
            id=made.id, user=user_id, label=label, digest=made.digest, expires_at=expires_at, scopes=scopes
        )
        event = TokenMade(token=made.id, user=user_id, role=state.users[user_id], scopes=scopes)
        return AccessChange((event,), (keep(TOKEN, token),))

    return change(store, "MakeToken", envelope, decide) or made.text


def revoke_token(store: Store, token_id: str, envelope: Envelope) -> Refused | None:
    def decide(state: AccessState) -> AccessChange | Refused:
        if token_id not in state.tokens:
            return Refused("access.no_such_token", {"token": token_id})
        return AccessChange((TokenRevoked(token=token_id),), (Erase(TOKEN, token_id),))

    return change(store, "RevokeToken", envelope, decide)


# The first one


def invite_first(store: Store, envelope: Envelope) -> str | Refused:
    """The text of a one-time link, while nobody is in. A later one makes an earlier one worthless."""
    made = new_secret()

    def decide(state: AccessState) -> AccessChange | Refused:
        if state.users:
            return Refused("access.not_the_first")
        until = later(envelope.at, seconds=INVITED_SECONDS)
        kept = Invitation(id=made.id, digest=made.digest, expires_at=until)
        old = (Erase(INVITATION, state.invitation),) if state.invitation else ()
        return AccessChange((FirstInvited(invitation=made.id),), (*old, keep(INVITATION, kept)))

    return change(store, "InviteFirst", envelope, decide) or made.text


def invite_user(store: Store, user_id: str, envelope: Envelope) -> str | Refused:
    """The text of a one-time link with which a user chooses a password. An earlier link is worthless then."""
    made = new_secret()

    def decide(state: AccessState) -> AccessChange | Refused:
        if user_id not in state.users:
            return Refused("access.no_such_user", {"user": user_id})
        refused = None if _just_added(store, user_id, state, envelope) else _refuse_key(user_id, state, envelope)
        if refused:
            return refused
        until = later(envelope.at, seconds=INVITED_SECONDS)
        kept = Invitation(id=made.id, digest=made.digest, expires_at=until, user=user_id)
        old = (Erase(INVITATION, state.invited[user_id]),) if user_id in state.invited else ()
        return AccessChange((UserInvited(invitation=made.id, user=user_id),), (*old, keep(INVITATION, kept)))

    return change(store, "InviteUser", envelope, decide) or made.text


def _just_added(store: Store, user_id: str, state: AccessState, envelope: Envelope) -> bool:
    """Whoever makes an account hands over its first link: nobody has chosen a password with it yet."""
    user = find(store, USER, user_id, User)
    return bool(user and not user.password) and refuse_table(ADDED_BY, envelope, state.users[user_id]) is None


def accept_invitation(store: Store, text: str, user: User, password: str, envelope: Envelope) -> Refused | None:
    """The first one in becomes the organiser; whoever was invited later only chooses a password."""

    def decide(state: AccessState) -> AccessChange | Refused:
        invitation = open_invitation(store, text, envelope.at)
        if invitation is None or invitation.id not in {state.invitation, state.invited.get(invitation.user)}:
            return Refused("access.invitation_void")
        invited = find(store, USER, invitation.user, User) if invitation.user else None
        if (invitation.user and invited is None) or (not invitation.user and state.users):
            return Refused("access.invitation_void")
        who = invited or msgspec.structs.replace(user, role=FIRST)
        fault = password_fault(password, who.id, who.name)
        if fault:
            return fault
        kept = msgspec.structs.replace(who, password=hash_password(password))
        came = PasswordChanged(user=who.id) if invited else UserAdded(user=who.id, role=FIRST)
        used = InvitationUsed(invitation=invitation.id, user=who.id)
        locks = () if invited else (IdleMinutesSet(minutes=idle_minutes_of_a_new_house()),)
        closed, erased = shut(state.sessions_of(who.id))
        return AccessChange(
            (came, used, *locks, *closed), (keep(USER, kept), Erase(INVITATION, invitation.id), *erased)
        )

    return change(store, "AcceptInvitation", envelope, decide)


# Asking


def who_has_token(store: Store, text: str, now: Instant) -> Identity | None:
    read = read_secret(text)
    token = find(store, TOKEN, read[0], Token) if read else None
    if read is None or token is None or not same(token.digest, read[1]):
        return None
    if token.expires_at is not None and now >= token.expires_at:
        return None
    user = find(store, USER, token.user, User)
    return Identity(user=user.id, role=user.role, device=token.id, scopes=token.scopes) if user else None


def who_has_password(store: Store, user_id: str, password: str) -> Identity | None:
    user = find(store, USER, user_id, User) if user_id.isprintable() and 0 < len(user_id) <= 100 else None
    right = password_matches(user.password if user else "", password)
    return Identity(user=user.id, role=user.role, name=user.name) if user and right else None


def open_invitation(store: Store, text: str, now: Instant) -> Invitation | None:
    """The invitation behind a link, while it can still be used."""
    read = read_secret(text)
    found = find(store, INVITATION, read[0], Invitation) if read else None
    right = read is not None and found is not None and same(found.digest, read[1])
    return found if right and found and now < found.expires_at else None
