import { archive, clip, youtube } from '../links.ts'
import type { DemoPlaylist } from '../types.ts'

export const tanteRita: DemoPlaylist = {
  name: 'Tante Rita kookt',
  slug: 'tante-rita-kookt',
  status: 'public',
  rank: 3,
  tags: ['koken', 'eieren', 'zondag'],
  about:
    'Ik verzamel filmpjes van mensen die koken zonder te roepen. Eerst de eieren, dan de soep, en op zondag blijft de pan op het vuur. Vragen? Ik sta in de keuken.',
  series: [
    {
      name: 'Eén pan, één liedje',
      about: 'Klaar voor het nummer gedaan is.',
      videos: [
        clip('sunny-side.mp4', 'Eieren met Ella', '0:10', {
          picture: 'sunny-side',
          about: 'Tien seconden, meer heeft een spiegelei niet nodig. Nu ja, als de pan al warm was.',
          more: {
            title: 'Wat je nodig hebt',
            text: 'Twee eieren, een klont boter zo groot als een walnoot, bieslook. Peper pas op het bord. De tomaten zijn voor het oog.',
            picture: 'pan-a',
          },
        }),
        youtube('s10etP1p2bU', 'Jacques Pépin bakt een omelet', '6:19', {
          picture: 'soup',
          about: 'De Franse en de boerse, allebei in zes minuten. Kijk naar zijn linkerhand.',
        }),
        youtube('PUP7U5vTMM0', 'Roerei zoals Gordon het doet', '3:23', {
          about: 'Van het vuur, op het vuur, van het vuur. Hij roept hier uitzonderlijk niet.',
        }),
        archive('EatforHe1954', 'Gezond eten, 1954', '10:50', { picture: 'hands-a', about: 'Vooral voor de keukens. Let op de koelkast.' }),
      ],
    },
    {
      name: 'Met koffie erbij',
      videos: [
        clip('side-b.mp4', 'Afwasplaat, kant B', '0:14', { picture: 'equaliser', about: 'Leg dit op en begin aan de pannen.' }),
        archive('ThisisCo1961', 'Dit is koffie!', '11:56', {
          picture: 'cup-a',
          about: 'Twaalf minuten reclame uit 1961, en toch heb ik er iets van geleerd over de temperatuur.',
        }),
        youtube('PVGeM40dABA', 'Coffee Run', '3:05', { about: 'Geen recept, wel een tekenfilm. Voor wie op de filter wacht.' }),
      ],
    },
    {
      name: 'Zondag, alles mag lang duren',
      videos: [
        clip('rain-window.mp4', 'Regen tegen het keukenraam', '0:14', { picture: 'umbrellas', about: 'Stoofweer.' }),
        youtube('oh5p5f5_-7A', 'Bob Ross, terwijl het trekt', '27:19', {
          about: 'De eerste aflevering van de eerste reeks. Precies lang genoeg voor bouillon.',
        }),
        archive('HowaWatc1949', 'Hoe een horloge werkt', '18:40', { about: 'Van nonkel Jos. Hij wou ook eens iets kiezen.' }),
        youtube('IvUU8joBb1Q', 'Knikkermachine', '4:33', { picture: 'piano-a', about: 'De kleinkinderen vragen er elke week om.' }),
      ],
    },
  ],
}
