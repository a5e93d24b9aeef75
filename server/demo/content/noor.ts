import { clip, radio, youtube } from '../links.ts'
import type { DemoPerson } from '../types.ts'
import { afterHours } from './after-hours.ts'
import { concreteLove } from './concrete-love.ts'
import { modularSunday } from './modular-sunday.ts'
import { radioNacht } from './radio-nacht.ts'

export const noor: DemoPerson = {
  nickname: 'demo.noor',
  firstName: 'Noor',
  lastName: 'van den Berg',
  city: 'Antwerpen',
  language: 'nl',
  countryId: 239,
  birthday: '1992-06-29',
  picture: 'mic-a',
  playlists: [
    afterHours,
    modularSunday,
    radioNacht,
    concreteLove,
    {
      name: 'Voor het café, vrijdag',
      status: 'private',
      picture: 'vinyl-a',
      series: [
        {
          name: 'Tot tien uur',
          videos: [youtube('vmDDOFXSgAs', 'Take Five', '5:24'), clip('side-b.mp4', 'Side B', '0:14', { picture: 'side-b' })],
        },
        {
          name: 'Daarna',
          videos: [radio('https://ice1.somafm.com/groovesalad-128-mp3', 'Groove Salad', 'SomaFM', { picture: 'tower-a' })],
        },
      ],
    },
  ],
}
