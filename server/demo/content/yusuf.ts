import { clip, link, youtube } from '../links.ts'
import type { DemoPerson } from '../types.ts'
import { smallPlanets } from './small-planets.ts'
import { tenSeconds } from './ten-seconds.ts'
import { underWater } from './under-water.ts'

export const yusuf: DemoPerson = {
  nickname: 'demo.yusuf',
  firstName: 'Yusuf',
  lastName: 'Aydın',
  city: 'Rotterdam',
  language: 'en',
  countryId: 165,
  birthday: '2001-02-11',
  picture: 'rocket',
  playlists: [
    smallPlanets,
    underWater,
    tenSeconds,
    {
      name: 'Launch calendar',
      status: 'private',
      isLeft: true,
      picture: 'television',
      series: [
        {
          name: 'Watch live',
          videos: [
            link('https://www.twitch.tv/nasa', 'NASA', 'Twitch', undefined, { picture: 'peak-a' }),
            youtube('DKtVpvzUF1Y', 'Apollo 11, the slow camera', '8:19'),
          ],
        },
      ],
    },
  ],
  directPublish: [{ name: 'Today', videos: [clip('ringworld/index.m3u8', 'Ringworld, second orbit', '0:16', { picture: 'ringworld' })] }],
}
