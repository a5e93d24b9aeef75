import type { Policy } from './policy.ts'

export const privacy: Policy = {
  version: 'Versie van juni 2021',
  lead: 'We bewaren wat {brand} nodig heeft om voor jou te werken, en niets om te verkopen. Er zijn geen advertenties, geen trackers en geen profielen voor anderen. Dit bewaren we, waarom, en hoelang.',
  sections: [
    {
      id: 'account',
      title: 'Als je een account hebt',
      parts: [
        'We bewaren deze gegevens omdat je ons om een account hebt gevraagd, en dat werkt niet zonder.',
        {
          list: [
            'Je e-mailadres, je gebruikersnaam en je wachtwoord. Van het wachtwoord bewaren we alleen een hash: niemand kan het lezen, wij ook niet.',
            'De versie van de {terms} waarmee je akkoord ging, en wanneer, en welke nieuwere we je hebben aangekondigd. Ben je 13 tot en met 17: wanneer je zei dat een ouder of voogd het goed vindt.',
            'Wat je zelf op je profiel zet: naam, adres, woonplaats, telefoon, grootte van je huishouden, land, geboortedatum, geslacht en een foto. Alles mag leeg blijven. Je geboortedatum en je land bepalen ook wat je te zien krijgt.',
            'Je keuzes: taal, welke uitleg je hebt verborgen, of je profiel openbaar is, of je inhoud voor volwassenen ziet, of je mails krijgt over links die niet meer werken, en wanneer de laatste kwam.',
            'Waar je bent ingelogd: welke browser, sinds wanneer, en wanneer die het laatst is gebruikt. Je vindt die lijst bij je {settings}. Daar kun je ook uitloggen op alle andere apparaten.',
          ],
        },
      ],
    },
    {
      id: 'use',
      title: 'Als je {brand} gebruikt',
      parts: [
        {
          list: [
            'Je kanalen, reeksen en video’s, en wat je voor later bewaart. Privékanalen zie jij alleen, of je team.',
            'Wat je bekijkt: wanneer, en waar je was, zodat je op elk toestel daar verder kunt. Alleen jij ziet het, en je kunt het laten vergeten, stuk voor stuk of alles ineens, of het helemaal niet laten bewaren.',
            'Je meldingen: wie je ging volgen en wat er nieuw was, tot 90 dagen nadat je ze gelezen hebt. Vraag je om meldingen in een browser, dan ook het adres waarop de maker daarvan hem bereikt, tot je daar uitlogt; wat we sturen is voor die browser versleuteld.',
            'De links die je plakt, met wat de pagina’s erachter over zichzelf zeggen, tot een week lang niemand ernaar heeft gevraagd; niet wie ze plakte.',
          ],
        },
      ],
    },
    {
      id: 'guests',
      title: 'Als je geen account hebt',
      parts: [
        'We bewaren niets van je, behalve de tellingen hieronder, en dat een video is bekeken. Zodat één persoon één keer telt, bewaren we daarbij een hash van je adres en je browser; na die dag kan niemand meer zien van wie hij kwam. Wat je browser bewaart, staat in het {cookies}.',
      ],
    },
    {
      id: 'safety',
      title: 'Om het veilig te houden',
      parts: [
        'Om het raden van wachtwoorden en stromen van mails te stoppen, tellen we een korte tijd pogingen, per account en per adres; van beide bewaren we alleen een hash. In het logboek van de server staat welk deel van de site is gebruikt, wanneer, en of het lukte. Er staan geen tokens, zoekwoorden of adressen van pagina’s in.',
      ],
    },
    {
      id: 'others',
      title: 'Wie er nog iets van krijgt',
      parts: [
        'We verkopen geen gegevens en geven ze aan niemand voor reclame.',
        {
          list: [
            'Andere mensen zien je gebruikersnaam, je foto en je openbare kanalen. Je profiel is alleen te zien als je het openbaar hebt gemaakt.',
            'Als je op afspelen drukt, krijgt de dienst waar een video vandaan komt je adres en ziet die wat je bekijkt, alsof je er zelf naartoe ging. Voor je op afspelen drukt, vragen we er niets op: de afbeeldingen halen en bewaren we zelf.',
            'Wie voor ons de servers, de mail en de betalingen verzorgt, en alleen daarvoor.',
            'De overheid, als de wet ons verplicht.',
          ],
        },
      ],
    },
    {
      id: 'retention',
      title: 'Hoelang we het bewaren',
      parts: [
        'Zolang je het nodig hebt, en nooit langer dan 10 jaar.',
        {
          list: [
            'Je account en wat erbij hoort: tot je het verwijdert, en nog 7 dagen waarin je je kunt bedenken en niemand anders het ziet. Wat je voor een team maakte, blijft bij het team, en wat je meldde, blijft zonder je naam. Wat we daarna volgens de wet moeten bewaren, zoals betalingen: hoogstens 10 jaar.',
            'Een account dat is aangevraagd en niet bevestigd: 24 uur.',
            'Een gemailde link: 24 uur, of 60 minuten voor een nieuw wachtwoord. Een gemailde code: 10 minuten.',
            'Een login die niet wordt gebruikt: 30 dagen.',
            'Een bestand met je gegevens dat je hebt gevraagd: 24 uur. Wat is gelezen uit een bestand dat je importeert: een uur; het bestand zelf, zolang afbeeldingen eruit nog toegevoegd moeten worden: hoogstens een week.',
          ],
        },
      ],
    },
    {
      id: 'rights',
      title: 'Wat je kunt vragen',
      parts: [
        'Wat op je profiel staat, kun je inzien en verbeteren bij je {settings}, en wat op je kanalen staat, kun je in die kanalen verwijderen. Daar kun je ook alles downloaden wat we van je bewaren, en je account verwijderen. Je kunt ons hetzelfde vragen, laten beperken wat we met je gegevens doen, of bezwaar maken. {contact} We antwoorden binnen één maand.',
        'Ben je het niet eens met ons antwoord, dan kun je een klacht indienen bij de Gegevensbeschermingsautoriteit van België, of bij die van je eigen land.',
      ],
    },
    {
      id: 'changes',
      title: 'Veranderingen',
      parts: [
        'Een verandering van deze verklaring kondigen we aan zoals een van de {terms}: één maand vooraf, op de site, en per mail als je een account hebt. Wat in je browser wordt bewaard, staat in het {cookies}.',
      ],
    },
  ],
}
