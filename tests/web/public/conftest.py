"""A house with events that are over, paid and ranked, behind a site: the golden one, restored once."""

from __future__ import annotations

import gzip

import pytest

from feltro.app.handling import House
from feltro.store.address import open_store
from tests.golden_house import HOUSES, LOOKED_AT
from tests.web.staff import Site


@pytest.fixture(scope="package")
def golden(tmp_path_factory) -> Site:
    file = tmp_path_factory.mktemp("golden") / "house.sqlite3"
    file.write_bytes(gzip.decompress((HOUSES / "0.1.0" / "house.sqlite3.gz").read_bytes()))
    site = Site(House(open_store(f"sqlite:///{file}")), users=False)
    site.clock.now = LOOKED_AT
    return site
