import type { Policy } from './policy.ts'

export const terms: Policy = {
  version: 'Versie van november 2021',
  lead: '{brand} is televisie die mensen zelf samenstellen. In deze voorwaarden staat wat je van ons mag verwachten en wat wij van jou verwachten. Door een account te maken, of door {brand} zonder account te gebruiken, ga je ermee akkoord.',
  sections: [
    {
      id: 'users',
      title: 'Wie {brand} gebruikt',
      parts: [
        'Deze voorwaarden kennen vier soorten gebruikers.',
        {
          list: [
            'Basisgebruikers kijken rond zonder account.',
            'Geregistreerde gebruikers hebben een account. Ze maken eigen kanalen, volgen die van anderen en bewaren wat ze goed vinden.',
            'Geregistreerde gebruikers plus hebben ons meer over zichzelf verteld, zoals waar ze wonen. Daarmee krijgen ze ook inhoud te zien die beperkt is tot een land of een leeftijd.',
            'Commerciële gebruikers, zoals omroepen, werken met ons samen volgens een partnerovereenkomst. Waar die overeenkomst van deze voorwaarden afwijkt, geldt de overeenkomst.',
          ],
        },
      ],
    },
    {
      id: 'age',
      title: 'Je leeftijd',
      parts: [
        'Om een account te maken moet je 18 jaar of ouder zijn. Ben je 13 tot en met 17, dan mag het als een ouder of voogd het goed vindt en verantwoordelijk is voor wat je ermee doet. Onder de 13 kun je geen account hebben.',
        'Inhoud voor volwassenen tonen we alleen aan wie 18 of ouder is, die inhoud zelf heeft aangezet en dat heeft bevestigd met de code die we hebben gemaild.',
      ],
    },
    {
      id: 'account',
      title: 'Je account',
      parts: [
        'Geef ons een e-mailadres dat van jou is, en eerlijke antwoorden waar we ernaar vragen. Houd je wachtwoord voor jezelf: wat vanuit je account gebeurt, geldt als door jou gedaan. Denk je dat iemand anders het gebruikt, verander dan je wachtwoord. Elk ander apparaat wordt dan uitgelogd.',
        'We mogen een gebruikersnaam of het korte adres van een kanaal terugnemen: als het misleidt, kwetst, inbreuk maakt op een naam of een merk, of nodig is voor de site zelf. We laten het je weten, en je kunt een ander kiezen.',
      ],
    },
    {
      id: 'content',
      title: 'Wat je op je kanalen zet',
      parts: [
        'Wat je maakt, blijft van jou. Door het op {brand} te zetten, geef je ons toestemming om het te bewaren en te tonen aan wie jij hebt gekozen: jezelf alleen, wie de link heeft, of iedereen. Die toestemming eindigt als je het weghaalt.',
        'Jij bent verantwoordelijk voor wat je op je kanalen zet. Voeg alleen toe wat je mag delen. Dit hoort niet op {brand}:',
        {
          list: [
            'wat tegen de wet is, of tegen de rechten van iemand anders,',
            'wat bedreigt, vernedert of aanzet tot haat of geweld,',
            'inhoud voor volwassenen die niet als zodanig is aangemerkt, en alle inhoud die minderjarigen schaadt,',
            'spam, bedrog en schadelijke software.',
          ],
        },
        'Iedereen kan een kanaal, een video of een persoon melden. We bekijken elke melding. Wat tegen deze voorwaarden is, mogen we verbergen of weghalen, en het account van wie ermee doorgaat, mogen we sluiten.',
      ],
    },
    {
      id: 'elsewhere',
      title: 'Wat van elders komt',
      parts: [
        'De meeste video’s op een kanaal zijn links. Ze spelen in de speler van de dienst waar ze vandaan komen, of rechtstreeks van de server daarvan, en de voorwaarden van die dienst gelden ervoor. We maken die inhoud niet, bekijken die niet vooraf, en kunnen niet beloven dat die beschikbaar blijft.',
      ],
    },
    {
      id: 'packages',
      title: 'Tv-zenders en pakketten',
      parts: [
        'Tv-zenders zitten in pakketten. Welke zenders een pakket bevat, kunnen we op elk moment veranderen: omroepen komen, gaan, en veranderen wat getoond mag worden. Sommige zenders zijn niet in elk land beschikbaar.',
      ],
    },
    {
      id: 'fees',
      title: 'Wat het kost',
      parts: [
        'We vragen op dit moment geen vergoeding. Mocht iets geld kosten, dan zie je de prijs in euro voordat je bevestigt, en zonder die bevestiging rekenen we niets aan.',
      ],
    },
    {
      id: 'vouchers',
      title: 'Kortingsbonnen',
      parts: [
        'Een kortingsbon is een code die een bestelling goedkoper maakt. Voor elke bon geldt het volgende.',
        {
          list: [
            'Je kunt hem één keer gebruiken.',
            'Hij vervalt op de datum die erbij staat.',
            'Hij wordt niet terugbetaald en niet ingewisseld voor geld.',
            'Je kunt hem niet combineren met een andere bon.',
            'Je krijgt hem niet terug als de bestelling wordt geannuleerd.',
          ],
        },
      ],
    },
    {
      id: 'service',
      title: 'Hoever onze belofte gaat',
      parts: [
        'We zorgen ervoor dat {brand} werkt en veilig is, maar kunnen niet beloven dat dat altijd zo is, of dat er geen fouten in zitten. We mogen onderdelen veranderen, onderbreken of beëindigen.',
        'Zijn we je een vergoeding schuldig, dan is die hoogstens wat je ons in de maand ervoor hebt betaald. Deze grens geldt niet bij opzet, bij bedrog, of waar de wet dat niet toelaat. Je rechten als consument blijven zoals ze zijn.',
      ],
    },
    {
      id: 'end',
      title: 'Stoppen',
      parts: [
        'Je mag op elk moment stoppen. Een account dat deze voorwaarden schendt, mogen we sluiten; waar het kan, waarschuwen we je eerst. Wat we dan nog van je bewaren, en hoelang, staat in de {privacy}.',
      ],
    },
    {
      id: 'changes',
      title: 'Veranderingen in deze voorwaarden',
      parts: [
        'We mogen deze voorwaarden aanpassen. Je hoort het minstens één maand vooraf: op de site, en per mail als je een account hebt. Daarna gelden de nieuwe voorwaarden. Ben je het er niet mee eens, stop dan voor die dag met het gebruik van {brand}.',
      ],
    },
    {
      id: 'law',
      title: 'Recht',
      parts: [
        'Op deze voorwaarden is het Belgische recht van toepassing. Een geschil komt voor de rechtbanken van België, tenzij de wet je als consument de keuze geeft voor een rechtbank dichter bij je. Blijkt een van deze voorwaarden niet geldig, dan blijven de andere zoals ze zijn.',
        'Hoe we met je gegevens omgaan, staat in de {privacy}, en wat we in je browser bewaren, in het {cookies}.',
      ],
    },
  ],
}
