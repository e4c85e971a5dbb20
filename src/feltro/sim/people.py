"""People who do not exist, with names that could be heard in any Brazilian room and documents that add up."""

import datetime as dt
import random

from feltro.app.people.commands import RegisterPerson
from feltro.app.people.documents import Document

FIRST = (
    "Adriana Alexandre Aline Amanda Ana Anderson André Antônio Beatriz Bruna Bruno Camila Carla Carlos Caroline Cláudia "
    "Cristiano Daniel Daniela Débora Diego Douglas Eduardo Elaine Fábio Felipe Fernanda Fernando Flávio Gabriel "
    "Gabriela Gilberto Gisele Guilherme Gustavo Helena Henrique Hugo Igor Isabela Jéssica João Jorge José Juliana "
    "Júlio Karina Larissa Leandro Letícia Lucas Luciana Luís Luiza Marcelo Márcia Marcos Maria Mariana Mateus Maurício "
    "Mônica Natália Otávio Patrícia Paula Paulo Pedro Priscila Rafael Raquel Renata Ricardo Roberto Rodrigo Rogério "
    "Sandra Sérgio Simone Tatiana Thiago Valéria Vanessa Vicente Vinícius Vitor Viviane William"
).split()
LAST = (
    "Almeida Alves Amaral Andrade Antunes Araújo Azevedo Barbosa Barcelos Barros Batista Bezerra Borges Brito Cabral "
    "Camargo Campos Cardoso Carvalho Castro Cavalcanti Coelho Correia Costa Cunha Dias Duarte Esteves Farias Fernandes "
    "Ferreira Fonseca Freitas Garcia Gomes Gonçalves Guimarães Leal Leite Lima Lopes Machado Maciel Marques Martins "
    "Medeiros Melo Mendes Menezes Miranda Monteiro Moraes Moreira Moura Nascimento Neves Nogueira Nunes Oliveira "
    "Pacheco Peixoto Pereira Pinheiro Pinto Pires Queiroz Ramos Rezende Ribeiro Rocha Rodrigues Sales Santana Santos "
    "Schneider Silva Silveira Siqueira Soares Souza Tavares Teixeira Toledo Vargas Vasconcelos Vieira Xavier"
).split()
OLDEST, YOUNGEST = dt.date(1955, 1, 1), dt.date(2003, 12, 31)


def cpf(number: int) -> str:
    """Nine digits of a number, and the two that follow from them."""
    digits = [int(one) for one in f"{number % 899_999_999 + 100_000_000:09d}"]
    for length in (10, 11):
        rest = sum(digit * weight for digit, weight in zip(digits, range(length, 1, -1), strict=True)) % 11
        digits.append(0 if rest < 2 else 11 - rest)
    return "".join(map(str, digits))


def person_id(number: int) -> str:
    return f"p{number}"


def newcomer(number: int, seed: int) -> RegisterPerson:
    """The person of a number: the same one for the same seed."""
    chance = random.Random(f"{seed}/{number}")
    name = " ".join((chance.choice(FIRST), *chance.sample(LAST, 2)))
    born = OLDEST + dt.timedelta(days=chance.randrange((YOUNGEST - OLDEST).days))
    return RegisterPerson(
        person=person_id(number),
        name=name,
        born_on=born,
        document=Document(number=cpf(number)),
        phone=f"5551{9_0000_0000 + number:09d}",
        photo_id_seen=True,
    )
