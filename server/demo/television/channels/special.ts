import type { DemoChannel } from '../types.ts'

const night = { en: 'Night', nl: 'Nacht' }
const region = { en: 'Region', nl: 'Regio' }
const radio = { en: 'Radio', nl: 'Radio' }
const music = { en: 'Music', nl: 'Muziek' }

/** Each of these is there for what may stand between a viewer and a channel. */
export const special: readonly DemoChannel[] = [
  {
    key: 'nachtlicht',
    number: 13,
    name: 'Nachtlicht',
    short: 'NL18',
    colours: ['#2a0d16', '#ff6a86'],
    group: night,
    adult: true,
    shows: {
      night: {
        title: { en: 'After hours', nl: 'Na sluitingstijd' },
        about: {
          en: 'For adults. Conversations that wait until the children are asleep.',
          nl: 'Voor volwassenen. Gesprekken die wachten tot de kinderen slapen.',
        },
        category: night,
        clip: 'corridor',
        picture: 'light-a',
        isSeries: true,
      },
    },
    day: [
      ['06:00', 'night'],
      ['14:00', 'night'],
      ['22:00', 'night'],
    ],
  },
  {
    key: 'scheldezicht',
    number: 14,
    name: 'Scheldezicht',
    short: 'SZ',
    colours: ['#274b8f', '#ffffff'],
    group: region,
    // Belgium, the Netherlands, Germany, France, Great Britain, the United States: where a demonstration is likely to be looked at.
    blockedCountries: [239, 165, 56, 74, 76, 232],
    shows: {
      river: {
        title: { en: 'Along the Scheldt', nl: 'Langs de Schelde' },
        about: { en: 'Regional news, by boat.', nl: 'Regionaal nieuws, per boot.' },
        category: region,
        clip: 'lowTide',
        picture: 'canal-a',
      },
    },
    day: [
      ['06:00', 'river'],
      ['12:00', 'river'],
      ['18:00', 'river'],
    ],
  },
  {
    key: 'decoder',
    number: 15,
    name: 'Decoder',
    short: 'DEC',
    colours: ['#101418', '#7cf0c8'],
    group: region,
    userAgent: 'Decoder/1.0',
    shows: {
      card: {
        title: { en: 'The test card', nl: 'Het testbeeld' },
        about: {
          en: 'Its server answers set-top boxes alone. A browser can’t call itself one.',
          nl: 'De server ervan antwoordt alleen decoders. Een browser kan zich niet zo noemen.',
        },
        category: region,
        clip: 'patch',
        picture: 'television',
      },
    },
    day: [
      ['06:00', 'card'],
      ['18:00', 'card'],
    ],
  },
  {
    key: 'tweeklank',
    number: 16,
    name: 'Tweeklank',
    short: 'ou',
    colours: ['#f4efe2', '#7a2e12'],
    group: region,
    isSpokenTwice: true,
    onDemand: [{ title: 'Twee stemmen, two voices', group: 'Clips', file: 'two-voices/index.m3u8', picture: 'sea-a' }],
    shows: {
      tide: {
        title: { en: 'The tide, twice', nl: 'Het tij, tweemaal' },
        about: {
          en: 'The same sea in Dutch and in English. Choose the voice in the player.',
          nl: 'Dezelfde zee in het Nederlands en in het Engels. Kies de stem in de speler.',
        },
        category: region,
        clip: 'lowTide',
        picture: 'sea-a',
        isSeries: true,
      },
      words: {
        title: { en: 'Word for word', nl: 'Woord voor woord' },
        about: {
          en: 'Two readers, one text, neither of them in a hurry.',
          nl: 'Twee voorlezers, één tekst, en geen van beiden heeft haast.',
        },
        category: region,
        clip: 'lowTide',
        picture: 'mic-a',
      },
    },
    day: [
      ['06:00', 'tide'],
      ['09:00', 'words'],
      ['11:30', 'tide'],
      ['14:00', 'words'],
      ['16:30', 'tide'],
      ['19:00', 'words'],
      ['20:30', 'tide'],
      ['23:00', 'words'],
      ['26:00', 'tide'],
    ],
  },
  {
    key: 'havenradio',
    number: 101,
    name: 'Havenradio',
    short: 'HR',
    colours: ['#0b3b3a', '#9ff5e3'],
    group: radio,
    kind: 'radio',
    shows: {
      call: {
        title: { en: 'Last call', nl: 'Laatste oproep' },
        about: { en: 'Music for whoever is still on the quay.', nl: 'Muziek voor wie nog op de kade staat.' },
        category: music,
        clip: 'lastCall',
        picture: 'headphones',
      },
      water: {
        title: { en: 'Water levels', nl: 'Waterstanden' },
        about: { en: 'Read slowly, place by place.', nl: 'Traag voorgelezen, plaats na plaats.' },
        category: radio,
        clip: 'lastCall',
        picture: 'mic-a',
      },
    },
    day: [
      ['06:00', 'water'],
      ['06:30', 'call'],
      ['12:00', 'water'],
      ['12:30', 'call'],
      ['18:00', 'water'],
      ['18:30', 'call'],
      ['24:00', 'water'],
      ['24:30', 'call'],
    ],
  },
]
