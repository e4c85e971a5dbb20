"""For machines that look after machines: whether the house is ready for work, and its figures where somebody asked for them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from litestar import Request, get
from litestar.enums import MediaType
from litestar.exceptions import NotFoundException
from litestar.response import Response

from feltro import __version__
from feltro.kernel.instants import SECOND
from feltro.web.guard.threads import COMMANDS, LOOKERS, PAGES

if TYPE_CHECKING:
    from feltro.app.upkeep.health import Health, HealthWatch

READY, NOT_READY = 200, 503
ANSWERS = ("done", "refused", "unavailable")
METRICS = "FELTRO_WORKER_METRICS"
"""Set by `feltro serve --metrics`."""


@get("/pronto", include_in_schema=False)
@LOOKERS.runs
def ready(request: Request[Any, Any, Any]) -> Response[Any]:
    """Alive is `/saude`; ready is more: the store answers, the disk has room, a copy is fresh, the clock is sane."""
    health = _health(request)
    said = {
        "ready": health.ready,
        "store": health.store,
        "disk": health.alarm != "full",
        "backup": not health.copy_stale,
        "clock": not health.clock_apart,
    }
    headers = {"Cache-Control": "no-store"} | ({} if health.ready else {"Retry-After": "5"})
    return Response(said, status_code=READY if health.ready else NOT_READY, headers=headers)


@get("/metricas", include_in_schema=False)
@LOOKERS.runs
def metrics(request: Request[Any, Any, Any]) -> Response[str]:
    """In the form that Prometheus reads; of this worker, and only where the house was started with them."""
    if not os.environ.get(METRICS):
        raise NotFoundException
    return Response("\n".join(_lines(request)) + "\n", media_type=MediaType.TEXT)


def _lines(request: Request[Any, Any, Any]) -> list[str]:
    state = request.app.state
    health = _health(request)
    age = (state.clock() - health.copy_at) / SECOND if health.copy_at is not None else -1
    answers = state.house.counted
    figures = {
        f'feltro_info{{version="{__version__}"}}': 1,
        "feltro_ready": int(health.ready),
        "feltro_store_up": int(health.store),
        "feltro_store_answer_seconds": health.answered_ms / 1000,
        "feltro_disk_free_bytes": health.disk_free,
        "feltro_backup_age_seconds": age,
        "feltro_clock_apart": int(health.clock_apart),
        "feltro_followers": state.hub.followers,
        **{f'feltro_commands_total{{answer="{kind}"}}': answers[kind] for kind in ANSWERS},
        **{
            f'feltro_under_way{{work="{name}"}}': work.under_way
            for name, work in (("commands", COMMANDS), ("pages", PAGES), ("lookers", LOOKERS))
        },
    }
    return [f"{name} {value}" for name, value in figures.items()]


def _health(request: Request[Any, Any, Any]) -> Health:
    watch: HealthWatch = request.app.state.health
    return watch.now()
