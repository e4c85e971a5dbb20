"""A study on a cluster comes to the figures of one core."""

import json

import pytest

from feltro.cli.main import main

ASKED = ["simulate", "plan", "--entries", "12", "--runs", "510", "--seed", "4", "--json"]


@pytest.mark.slow
def test_two_workers_of_a_cluster_come_to_the_figures_of_one_core(capsys):
    from distributed import LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50) as cluster:
        assert main([*ASKED, "--dask", cluster.scheduler_address]) == 0
        together = json.loads(capsys.readouterr().out)
    assert main([*ASKED, "--jobs", "1"]) == 0
    assert together == json.loads(capsys.readouterr().out)
    assert together["runs"] == 510


@pytest.mark.slow
def test_a_cluster_that_is_not_there_is_said_in_words(capsys, monkeypatch):
    monkeypatch.setattr("feltro.sim.jobs.CONNECT_SECONDS", 1)
    assert main([*ASKED, "--dask", "tcp://127.0.0.1:9"]) == 2
    assert "Ninguém responde em tcp://127.0.0.1:9" in capsys.readouterr().out
