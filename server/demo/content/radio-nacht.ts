import { archive, clip, link, radio } from '../links.ts'
import type { DemoPlaylist } from '../types.ts'

const artOfWar = 'https://archive.org/download/art_of_war_librivox'

export const radioNacht: DemoPlaylist = {
  name: 'Radio Nacht',
  slug: 'radio-nacht',
  status: 'public',
  rank: 9,
  picture: 'tower-a',
  tags: ['radio', 'luisteren', 'nacht'],
  about: 'Een zender zonder beeld, voor op het nachtkastje. Wat je hoort als de stad stil is.',
  series: [
    {
      name: 'Nu te horen',
      videos: [
        clip('last-call.m4a', 'Laatste ronde', '0:18', {
          picture: 'headphones',
          about: 'Eén microfoon, een contrabas en het einde van de avond.',
        }),
        radio('https://icecast.vrtcdn.be/klaracontinuo-high.mp3', 'Klara Continuo', 'VRT', {
          picture: 'notes',
          about: 'Klassiek, dag en nacht, zonder iemand die praat.',
        }),
        radio('https://ice1.somafm.com/groovesalad-128-mp3', 'Groove Salad', 'SomaFM', { picture: 'vinyl-a' }),
        radio('https://ice1.somafm.com/dronezone-128-mp3', 'Drone Zone', 'SomaFM', {
          picture: 'maze',
          about: 'Voor wie schaapjes tellen te opwindend vindt.',
        }),
        clip('live/index.m3u8', 'Rechtstreeks: het gangraam', undefined, {
          picture: 'clock',
          about: 'Met beeld, voor één keer. Leg je telefoon ondersteboven en luister naar de rails.',
        }),
      ],
    },
    {
      name: 'Voorgelezen',
      about: 'Boeken van iedereen, gelezen door vrijwilligers.',
      videos: [
        radio(`${artOfWar}/art_of_war_01-02_sun_tzu_64kb.mp3`, 'De kunst van het oorlogvoeren, 1 en 2', 'LibriVox', {
          picture: 'books-a',
          about: 'In het Engels. De stem van Moira Fogarty zou ook het telefoonboek mogen doen.',
        }),
        archive('art_of_war_librivox', 'Het hele boek', '1:13:00'),
        link(
          'https://librivox.org/search?primary_key=52&search_category=language&search_page=1',
          'Meer, in het Nederlands',
          'LibriVox',
          undefined,
          { picture: 'portrait' },
        ),
      ],
    },
  ],
}
