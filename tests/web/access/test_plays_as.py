"""Who of the staff is whom in the registry of players, said by hand on pages."""

from feltro.app.access.plays_as import person_of
from tests.web.running import Running


def test_the_staffs_page_asks_about_a_player_who_is_called_the_same():
    room = Running(4)
    room.done("RegisterPerson", role="organiser", person="p90", name="Dora")
    with room.site.browser("rui") as browser:
        page = browser.get("/equipe").text
        assert "Há um jogador de nome igual: Dora. É a mesma pessoa?" in page
        browser.send("/quem-joga/dora", person="p90", said="same")
        assert "joga como Dora" in browser.get("/equipe").text
    assert person_of("dora", room.site.house.store).person == "p90"


def test_a_name_that_several_have_is_asked_once_more():
    room = Running(4)
    for person, cpf in (("p90", "52998224725"), ("p91", "11144477735")):
        paper = {"kind": "cpf", "number": cpf, "country": "BR"}
        room.done("RegisterPerson", role="organiser", person=person, name="Bia Melo", document=paper)
    with room.site.browser("dora") as browser:
        said = browser.send("/quem-joga/dora", name="Bia", said="same").text
        assert "Quem é" in said
        assert "***.982.247-**" in said
        assert "***.444.777-**" in said
        assert "Ninguém no cadastro se chama «Zé»." in browser.send("/quem-joga/dora", name="Zé", said="same").text
        browser.send("/quem-joga/dora", person="p91", said="same")
        assert "joga como Bia Melo" in browser.get("/meu-acesso").text
