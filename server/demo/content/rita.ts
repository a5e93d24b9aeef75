import { archive, clip, link, youtube } from '../links.ts'
import type { DemoPerson } from '../types.ts'
import { tanteRita } from './tante-rita.ts'

export const rita: DemoPerson = {
  nickname: 'demo.rita',
  firstName: 'Rita',
  lastName: 'Vandamme',
  city: 'Oostende',
  language: 'nl',
  countryId: 239,
  birthday: '1954-08-02',
  picture: 'pan-a',
  playlists: [
    tanteRita,
    {
      name: 'Nog te proberen',
      status: 'private',
      picture: 'soup',
      about: 'Knipselmap.',
      series: [
        {
          name: 'Zoet',
          videos: [
            archive('ThisisCo1961', 'Voor bij de taart', '11:56'),
            link('https://nl.wikipedia.org/wiki/Mattentaart', 'Mattentaart, hoe zat dat weer', 'Wikipedia', undefined),
          ],
        },
        { name: 'Hartig', videos: [youtube('s10etP1p2bU', 'Omelet van Pépin', '6:19', { picture: 'pan-a' })] },
      ],
    },
    {
      name: 'Breiclub dinsdag',
      status: 'privateLink',
      picture: 'tulips-a',
      about: 'Link staat in het groepje. Iedereen mag iets voorstellen.',
      series: [
        {
          name: 'Bij het breien',
          videos: [
            youtube('lLWEXRAnQd0', 'Bob Ross', '26:40', { picture: 'forest-a' }),
            clip('low-tide.mp4', 'Onze zee', '0:16', { picture: 'sea-a' }),
          ],
        },
      ],
    },
  ],
  follows: [{ name: 'Slow Waters' }, { name: 'Repair Café Gent', isNew: true }, { name: 'Kinderuur' }, { name: 'Spokes' }],
  watchLater: [{ name: "Video's", videos: [youtube('kp33ZprO0Ck', 'www.youtube.com - 2026-10-30 - 19:25:44', '5:05')] }],
}
