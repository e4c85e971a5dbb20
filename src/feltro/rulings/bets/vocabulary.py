"""The words of the room in Portuguese, English and Spanish. To teach a word, add it to a row.

Written without accents, as `words.py` reads them; a phrase of several words wins over its parts. What stands
in no row is not understood, and is never guessed.
"""

OFFICIAL: dict[str, str] = {
    "check": "check",
    "call": "call",
    "bet": "bet",
    "raise": "raise",
    "fold": "fold",
    "all_in": "all in | allin",
    "pot": "pot",
    "complete": "complete",
}
"""The official terms; every other way to say the same is a regional word."""

REGIONAL: dict[str, str] = {
    "check": """
        mesa | passo | paso | peco mesa | pedi mesa | pido mesa | dou mesa | da mesa | bato | bati | bato mesa
        | checo | chequeo | cheque | i check | checking | eu passo | yo paso | passei | checkei | dou check | doy check
        | passo a vez | paso la mano | mesa pra mim | mesa para mim
        """,
    "call": """
        pago | paguei | pagando | pagar | igualo | igualei | to dentro | tou dentro | estou dentro | estoy dentro
        | vejo | veo | lo veo | acompanho | pago pra ver | pago para ver | im in | i am in | i call | calling
        | i see | dou call | doy call | eu pago | yo pago | pagamos | quiero ver | quero ver | callo | i call it
        | te pago | ta pago | esta pago | pago essa | pago esa | callei | dou um call | te veo | call that | i call that
        """,
    "bet": """
        aposto | aposta | apostei | apostar | apuesto | apuesta | apostando | betting | i bet | bets | boto | ponho
        | coloco | pongo | meto
        """,
    "raise": """
        aumento | aumentar | aumentei | aumentando | subo | subi | subir | subindo | reraise | re raise | reaumento
        | re aumento | resubo | raising | i raise | volto | 3 bet | 3bet | 4bet | three bet | tres bet | 4 bet | tribet | elevo | re subo
        | dou raise | doy raise | make it | faco | hago | abro | abro para | i open | open | opening
        """,
    "fold": """
        desisto | desisti | foldo | foldei | to fora | tou fora | estou fora | estoy fuera | corro | largo | larguei
        | me retiro | abandono | nao vou | no voy | i fold | folding | muck | jogo fora | im out | i am out
        | dou fold | doy fold | me voy | fora | passo fora
        """,
    "all_in": """
        tudo | todo | vou tudo | voy con todo | con todo | com tudo | shove | jam | i shove | im all in | i am all in
        | empurro tudo | empurro | meto tudo | boto tudo | coloco tudo | aposto tudo | ponho tudo | mi resto
        | resto | todas as fichas | all my chips | tudo dentro | to all in | todas mis fichas | minhas fichas todas
        | todas as minhas fichas | tapete | estou de all in | estou all in | estoy all in | jogo tudo | todo adentro
        """,
    "pot": "pote | pozo | bote | o pote | el pozo | el bote | the pot | tamanho do pote | pot size",
    "complete": "completo | completar | completing | i complete | completei",
    "bring_in": "bring in | i bring it in | trago o bring in | pago o bring in | abro com o bring in",
}

VERBS_THAT_ONLY_LEAD = "vou | voy | vou de | voy de | voy a | vou no | i will | ill | im going | im going to | going to | quero | quiero | want"
"""Before something else they say nothing; alone they say that the player goes along."""

SIZES: dict[str, str] = {
    "double": "dobro | o dobro | double | doble | el doble | duplo | dobrar | duplico | twice",
    "triple": "triplo | o triplo | triple | el triple | triplico | tres vezes | three times | tres veces",
    "minimum": "minimo | minima | o minimo | a minima | el minimo | la minima | min | minimum | the minimum | min raise",
    "maximum": "maximo | o maximo | el maximo | max | maximum | the maximum",
}

SHARES_OF_THE_POT: dict[tuple[int, int], str] = {
    (
        1,
        2,
    ): "metade do pote | meio pote | half pot | half the pot | half a pot | medio pozo | mitad del pozo | medio bote",
    (2, 3): "dois tercos do pote | two thirds pot | two thirds of the pot | dos tercios del pozo",
    (3, 4): "tres quartos do pote | three quarters pot | tres cuartos del pozo",
    (1, 3): "um terco do pote | one third pot | a third of the pot | un tercio del pozo",
}

TOTAL = "para | pra | pro | to | a | ate | hasta | no total | total | em total | en total | altogether | in total"
"""The amount is the whole bet."""

MORE = "mais | more | over | on top | extra | em cima | encima | another | outros | outras | otros | a mais | por cima | by"
"""The amount is added to the bet; `mas` is, in Spanish and beside a number."""

CONDITIONS = "se | if | si | caso | quando | when | cuando"
THEN = "entao | then | entonces | eu | i | yo | im | ill"

DOUBTFUL = """
    nao | nunca | not | dont | never | no | talvez | maybe | quizas | quiza | acho que | i think | creo que
    | wait | espera | espere | pera | calma | desculpa | sorry | perdon | digo | quer dizer | i mean | actually
    | na verdade | opa | oops | quanto | quantos | how much | how many | cuanto | cuantos | pode | posso | can i | puedo | sera
    """
"""Words that turn a declaration into something else: what they touch is not understood."""

FILLERS = """
    eu | i | yo | im | o | os | as | e | el | la | lo | los | las | de | do | da | del | dos | the | it | is | its
    | por favor | please | ok | okay | bom | bueno | well | aqui | ai | here | fichas | chips | ficha | chip | com | con
    | with | em | en | in | por | um | uma | un | una | meu | minha | mi | my | me | que | sim | yes | certo | y | and
    | tudo bem | todo bien | all right | r | entao | so | agora | now | ahora | gente | senhores | dealer | amigo | ja | isso | blinds | reais | pontos
    """

ACTING: dict[str, str] = {
    "bet": """
        apostar | apostares | aposta | apostas | apostarem | aposte | apueste | bet | bets | apuestas | apuesta | apostas voce | abrir | abre
        | voce apostar | ele apostar
        """,
    "raise": "aumentar | aumentares | aumenta | aumente | suba | aumentas | raise | raises | subir | sube | subes | reraise",
    "call": "pagar | pagares | paga | pague | pagas | call | calls | igualar",
    "check": "check | checks | passar | passares | passa | passas | mesa | der mesa | pedir mesa | pasas | pasa | checar",
    "all_in": "all in | for all in | der all in",
}
"""What the other player may do, inside a condition."""


def phrases(row: str) -> list[tuple[str, ...]]:
    return [tuple(phrase.split()) for phrase in row.split("|") if phrase.strip()]
