import { archive, clip, link, youtube } from '../links.ts'
import type { DemoPerson, DemoPlaylist } from '../types.ts'

/** Names that a layout has to survive. */
const names: readonly DemoPlaylist[] = [
  {
    name: 'Donaudampfschifffahrtselektrizitätenhauptbetriebs…',
    status: 'public',
    about: 'Vijftig tekens, één woord, geen spatie. Het echte woord gaat nog even door.',
    tags: ['woorden', 'rindfleischetikettierungsüberwachungsaufgaben'],
    series: [{ name: 'Op de Donau', videos: [clip('low-tide.mp4', 'Een boot met een lange naam', '0:16', { picture: 'sea-a' })] }],
  },
  {
    name: 'Alles wat ik ooit nog eens helemaal wil herbezien',
    status: 'public',
    picture: 'tulips-a',
    series: [
      {
        name: 'Een reeks met een naam die zo lang is dat ze op een telefoon beslist niet op één regel past, en op een tablet waarschijnlijk ook niet',
        videos: [
          clip(
            'meadow.mp4',
            'De aflevering waarin we eindelijk te weten komen wie al die tijd de post van de buren heeft meegenomen, waarom de kat nooit binnen wilde, en hoe een konijn, een vogel en een beekje daar allemaal iets mee te maken hadden, verteld door iemand die erbij was',
            '0:16',
            { picture: 'hollow-wide', about: 'Beelden uit Big Buck Bunny, © 2008 Blender Foundation, peach.blender.org, CC BY 3.0.' },
          ),
          youtube('z7VYVjR_nwE', 'Zeven uur trein', '7:14:13'),
        ],
      },
    ],
  },
  {
    name: '🌧️ Regen 🎧 koptelefoon 🫖 thee',
    status: 'public',
    picture: 'umbrellas',
    tags: ['🌧️', 'gezellig'],
    series: [{ name: '☔️☔️☔️', videos: [clip('rain-window.mp4', '🌧️🌧️🌧️ 14 seconden', '0:14', { picture: 'rain-window' })] }],
  },
  {
    name: 'Éphémère: de Łódź à Ærø, via Ñuñoa',
    status: 'public',
    picture: 'balloons',
    about: 'Plaatsen met een letter die niet op mijn toetsenbord staat.',
    series: [
      {
        name: 'Škoda, façade, naïef',
        videos: [clip('night-train.mp4', 'Gare de Liège, één uur na middernacht', '0:16', { picture: 'viaduct-a' })],
      },
    ],
  },
  {
    name: 'قناة المساء: موسيقى هادئة',
    status: 'public',
    picture: 'headphones',
    tags: ['موسيقى', 'ليل'],
    about: 'موسيقى لآخر الليل، بلا كلام.',
    series: [
      {
        name: 'بعد منتصف الليل',
        videos: [
          clip('last-call.m4a', 'الجولة الأخيرة', '0:18', { picture: 'mic-a' }),
          youtube('Nv2GgV34qIg', 'Peace Piece', '6:41', { picture: 'notes' }),
        ],
      },
    ],
  },
  {
    name: 'ים שקט',
    status: 'public',
    about: 'גלים, בלי מילים.',
    series: [{ name: 'ערב', videos: [clip('low-tide.mp4', 'שפל', '0:16', { picture: 'sails' })] }],
  },
  {
    name: '雨の日の駅',
    status: 'public',
    picture: 'clock',
    series: [{ name: '四番線', videos: [clip('live/index.m3u8', '車窓、生中継', undefined, { picture: 'corridor' })] }],
  },
]

/** Channels with nothing, little or something special in them. */
const states: readonly DemoPlaylist[] = [
  { name: 'Binnenkort', status: 'public', about: 'Hier komt iets. Ik weet alleen nog niet wat.', series: [] },
  {
    name: 'Lege laden',
    status: 'private',
    series: [
      { name: 'Nog niets in', videos: [] },
      { name: 'Hier ook niet', videos: [] },
    ],
  },
  {
    name: 'Eentje maar',
    status: 'public',
    series: [{ name: 'Deze', videos: [clip('patch.mp4', 'Meer is niet nodig', '0:16')] }],
  },
  {
    name: 'Na middernacht',
    status: 'public',
    adult: true,
    picture: 'cinema-a',
    tags: ['18+', 'griezel'],
    about: 'Griezelfilms voor wie oud genoeg is om daarna zelf het licht uit te doen.',
    series: [
      {
        name: 'Deur op slot',
        videos: [
          archive('night_of_the_living_dead', 'Night of the Living Dead', '1:35:00', { picture: 'tent' }),
          archive('CarnivalofSouls', 'Carnival of Souls', '1:18:00', { picture: 'city-a' }),
          archive('House_On_Haunted_Hill.avi', 'House on Haunted Hill', '1:15:00'),
          archive('TheMostDangerousGame', 'The Most Dangerous Game', '1:03:00', { picture: 'light-a' }),
        ],
      },
    ],
  },
  {
    name: 'Zonder plaatjes',
    status: 'privateLink',
    series: [
      {
        name: 'Alles getekend',
        videos: [
          youtube('jNQXAC9IVRw', 'Me at the zoo', '0:19'),
          link('https://nl.wikipedia.org/wiki/Testbeeld', 'Testbeeld', 'Wikipedia', undefined),
          clip('side-b.mp4', 'x', '0:14'),
          archive('PrivateL1947', 'The private life of a cat', '22:01'),
        ],
      },
    ],
  },
  {
    name: 'Kapot',
    status: 'private',
    about: 'Wat er gebeurt als een link het niet meer doet.',
    series: [
      {
        name: 'Speelt niet',
        videos: [
          link('https://example.com/weg.mp4', 'Een bestand dat er niet is', 'example.com', '3:00'),
          link('https://example.com/ook-weg.m3u8', 'Een stream die er niet is', 'example.com', undefined, { picture: 'tower-a' }),
          link('https://example.com/', 'Een pagina zonder video', 'example.com', undefined),
        ],
      },
    ],
  },
]

export const iris: DemoPerson = {
  nickname: 'demo.iris',
  firstName: 'Iris',
  lastName: 'Østergård-Vandenbroucke',
  city: "'s-Hertogenbosch",
  language: 'nl',
  countryId: 165,
  birthday: '1984-01-31',
  picture: 'cells-a',
  seesAdult: true,
  playlists: [...names, ...states],
  groups: [
    { name: 'Een groep zonder zenders', status: 'private', playlists: [] },
    {
      name: 'Eén alleen',
      status: 'public',
      picture: 'crane-a',
      playlists: [
        {
          name: 'De enige',
          status: 'public',
          series: [{ name: 'Reeks', videos: [clip('sunny-side.mp4', 'Spiegelei', '0:10', { picture: 'sunny-side' })] }],
        },
      ],
    },
  ],
}
