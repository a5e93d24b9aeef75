import { archive, clip, youtube } from '../links.ts'
import type { DemoPerson } from '../types.ts'
import { blenderOpenFilms } from './blender-open-films.ts'
import { grainAndLight } from './grain-and-light.ts'
import { spokes } from './spokes.ts'

export const otto: DemoPerson = {
  nickname: 'demo.otto',
  firstName: 'Otto',
  lastName: 'Lindqvist',
  city: 'Amsterdam',
  language: 'en',
  countryId: 165,
  birthday: '1996-12-05',
  picture: 'lane',
  seesAdult: true,
  playlists: [
    blenderOpenFilms,
    spokes,
    grainAndLight,
    {
      name: 'Seminar: light in black and white',
      status: 'privateLink',
      picture: 'light-a',
      tags: ['course', 'second year'],
      about: 'Watch before Thursday. Bring one still of your own choice.',
      series: [
        {
          name: 'Week 1: one lamp',
          videos: [
            archive('Detour_movie', 'Detour', '1:08:00', { picture: 'umbrellas' }),
            archive('ScarletStreet', 'Scarlet Street', '1:42:00', { picture: 'city-a' }),
          ],
        },
        {
          name: 'Week 2: painted shadows',
          videos: [archive('silent-the-cabinet-of-dr-caligari', 'The cabinet of Dr. Caligari', '1:16:00', { picture: 'talk-a' })],
        },
      ],
    },
    {
      name: 'Wheel building',
      status: 'private',
      series: [{ name: 'Spoke by spoke', videos: [youtube('Z19zFlPah-o', 'Why it has to be strong', '5:38')] }],
    },
  ],
  directPublish: [
    { name: 'Seen and passed on', videos: [clip('meadow.mp4', 'A walk through the meadow', '0:16', { picture: 'hollow-wide' })] },
  ],
}
