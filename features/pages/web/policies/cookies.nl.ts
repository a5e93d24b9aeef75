import type { Policy } from './policy.ts'

export const cookies: Policy = {
  version: 'Versie van augustus 2021',
  lead: '{brand} bewaart een paar dingen in je browser: wie je bent, wat je hebt gekozen, en waar je was. Niets daarvan volgt je naar andere sites, en niets dient voor reclame of metingen.',
  sections: [
    {
      id: 'what',
      title: 'Wat cookies zijn',
      parts: [
        'Een cookie is een korte tekst die een site in je browser achterlaat en die je browser weer naar die site stuurt. Daarnaast kan een site teksten bewaren in de opslag van je browser. Die worden niet meegestuurd: alleen de pagina’s van de site zelf lezen ze. {brand} gebruikt drie cookies, en voor al het andere die opslag.',
      ],
    },
    {
      id: 'cookies',
      title: 'De cookies',
      parts: [
        {
          table: {
            columns: ['Naam', 'Waarvoor', 'Hoelang'],
            rows: [
              ['lang', 'Je taal, zodat een adres zonder taal in de juiste taal opent.', '13 maanden'],
              [
                'media_session',
                'Alleen als je bent ingelogd: opent de afbeeldingen, de video’s en de berichten die voor jou bestemd zijn. Hij kan verder niets, en geen script kan hem lezen.',
                'Tot je uitlogt, hoogstens 13 maanden',
              ],
              [
                'known_device',
                'Alleen als je hebt ingelogd: dat je account al eerder in deze browser open was, zodat iemand die naar je wachtwoord raadt jou niet kan buitensluiten. Hij wordt alleen meegestuurd als je inlogt, en geen script kan hem lezen.',
                '13 maanden',
              ],
            ],
          },
        },
        'Voor elke cookie van ons geldt een van deze grenzen: 30 minuten voor wat bij één bezoek hoort, 13 maanden voor wat een keuze of een login onthoudt, 2 jaar voor al het andere. Dat zijn de langste termijnen; cookies van de eerste en de derde soort zijn er nu niet.',
      ],
    },
    {
      id: 'storage',
      title: 'De opslag van je browser',
      parts: [
        'Wat hier staat, heeft geen einddatum. Het blijft tot je uitlogt of het verandert, of tot je de gegevens van deze site in je browser wist.',
        {
          table: {
            columns: ['Naam', 'Waarvoor', 'Hoelang'],
            rows: [
              [
                'access_token, access_token_expires_at, refresh_token',
                'Dat je bent ingelogd.',
                'Tot je uitlogt; na 30 dagen zonder gebruik niets meer waard',
              ],
              [
                'lang, theme, fill_window',
                'Hoe de site eruitziet: taal, donker of licht, in het kader of in het hele venster.',
                'Tot je het verandert',
              ],
              ['single_key_shortcuts', 'Dat één toets geen sneltoets is, als je dat hebt uitgezet.', 'Tot je het verandert'],
              ['cookies', 'Dat je dit beleid hebt geaccepteerd.', 'Tot je het intrekt, hieronder'],
              [
                'player',
                'Geluid, snelheid en ondertitels in de speler, en de diensten waarvan de speler altijd getoond mag worden.',
                'Tot je het verandert',
              ],
              ['account_mode, team_id', 'Of je voor jezelf bezig bent of voor een team.', 'Tot je het verandert'],
              [
                'clipboard',
                'Wat je hebt gekopieerd of geknipt, zodat je het op een andere pagina kunt plakken.',
                'Tot je iets anders kopieert, of uitlogt',
              ],
              [
                'redirected_from',
                'De pagina waar je na het inloggen weer naartoe gaat.',
                'Tot je inlogt, of de vraag om in te loggen sluit',
              ],
              [
                'canceled_enter_fields_modal, hide_add_to_home_screen, add_to_home_screen_show_time, hide_copy_in_heart_dimension_modal, hide_add_to_playlist_modal',
                'Wat je hebt gesloten en niet meer wilt zien, of niet voor morgen.',
                'Tot je het wist',
              ],
              [
                'globe_scroll_position, heart_scroll_position, playlist-positions',
                'Hoe ver je had gescrold: voor de 100 kanalen die je het laatst zag.',
                'Tot je verder scrolt',
              ],
              [
                'tier_channel_id, tier_scroll_position, last_seen_channel_id, last_seen_channel_state',
                'Hoe ver je op de pagina van een tv-zender had gescrold, en welke van zijn programma’s je hebt bekeken.',
                'Tot je een andere tv-zender bekijkt',
              ],
              [
                'queue',
                'Wat er speelt en wat erna komt, zodat het er nog is als je de pagina opnieuw laadt.',
                'Tot je de speler sluit of het tabblad sluit',
              ],
              ['reloaded_for', 'Dat een pagina na een update opnieuw is geladen, zodat het één keer gebeurt.', 'Tot je het tabblad sluit'],
            ],
          },
        },
        'Je browser bewaart ook het programma van de site en een pagina voor als je offline bent, zodat {brand} sneller opent. Daar staat niets over jou in. Een update vervangt het.',
      ],
    },
    {
      id: 'others',
      title: 'Spelers van andere diensten',
      parts: [
        'Veel video’s spelen in de speler van de dienst waar ze vandaan komen, zoals YouTube of Vimeo. Die speler kan eigen cookies plaatsen, waarvoor het beleid van die dienst geldt. Hij wordt pas geladen nadat je op afspelen hebt gedrukt en het hebt toegestaan; dat kan één keer of voor altijd, en je kunt het intrekken in de speler en onder aan deze pagina.',
      ],
    },
    {
      id: 'choice',
      title: 'Jouw keuze',
      parts: [
        'Alles wat we zelf bewaren, is nodig voor wat je vraagt, dus er valt hier niets uit te zetten. Door te accepteren laat je weten dat je het weet. We stellen dan op een telefoon ook voor om {brand} op je beginscherm te zetten.',
        'Je kunt alles bekijken en verwijderen in de instellingen van je browser. Je bent dan uitgelogd, en je keuzes zijn weg. Wat wij aan onze kant bewaren, staat in de {privacy}.',
      ],
    },
  ],
}
