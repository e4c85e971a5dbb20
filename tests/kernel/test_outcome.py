"""A refusal says all that stands in the way, each thing once, the first one first."""

from feltro.kernel.outcome import Finding, Refused, refused_for, together


def test_what_stands_in_the_way_is_said_together_and_each_thing_once():
    """A photo not seen, a debt, and the photo again from another check: two things, in the order they were found."""
    papers = together(Refused("photo"), Refused("debt", {"amount": 60}))
    whole = together(None, papers, Refused("photo"))
    assert whole is not None
    assert [one.because for one in whole.all] == ["photo", "debt"]
    assert all(not one.also for one in whole.all)
    assert together(None, None) is None


def test_a_check_that_found_several_things_is_refused_with_each_of_them():
    """Two fields of one form are wrong: both are named, each with its place."""
    refused = refused_for([Finding("person.email", "email"), Finding("person.phone", "phone", {"n": 2})], "field")
    assert [(one.because, dict(one.values)) for one in refused.all] == [
        ("person.email", {"field": "email"}),
        ("person.phone", {"n": 2, "field": "phone"}),
    ]
