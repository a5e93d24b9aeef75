import { clip } from '../links.ts'
import type { DemoPlaylist, DemoSeries, DemoVideo, PictureName } from '../types.ts'

/** What was seen, and where: each with each makes 200 days. */
const sights = [
  'Fog',
  'A heron',
  'Two cyclists',
  'Somebody humming',
  'The first frost',
  'A lost glove',
  'Street lights going on',
  'Rain from the side',
  'A very slow dog',
  'Swifts, at last',
  'Wet leaves',
  'A wedding party',
  'The smell of bread',
  'An open piano',
  'Blue hour',
  'Nobody at all',
  'A paper boat',
  'Moonlight',
  'Roadworks',
  'Children with a kite',
] as const
const places = [
  'on the Coupure',
  'behind the market hall',
  'at platform 4',
  'by the old lock',
  'under the viaduct',
  'outside the library',
  'in the back garden',
  'near the gasworks',
  'across the street',
  'at the tram stop',
] as const

const clips: readonly [file: string, length: number, pictures: readonly PictureName[]][] = [
  ['low-tide.mp4', 16, ['sea-a', 'sails', 'low-tide', 'birds']],
  ['rain-window.mp4', 14, ['rain-a', 'umbrellas', 'rain-window', 'city-a']],
  ['aurora/index.m3u8', 20, ['aurora', 'aurora-a', 'peak-a', 'iceberg']],
  ['night-train.mp4', 16, ['night-train', 'viaduct-a', 'clock', 'windows']],
  ['side-b.mp4', 14, ['vinyl-a', 'equaliser', 'mic-a', 'cup-a']],
  ['reef/index.m3u8', 18, ['reef-a', 'cells-a', 'wave-a', 'helix']],
  ['meadow.mp4', 16, ['valley', 'stream', 'sky', 'forest-a']],
]

function dayOf(index: number): DemoVideo {
  // A step without common divisors walks through all combinations before the first comes again.
  const place = (index * 83) % (sights.length * places.length)
  const [file, length, pictures] = clips[(index * 3) % clips.length]!
  const start = (index * 5) % (length - 10)
  const picture = pictures[(index * 7) % pictures.length]!
  const date = new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10)
  return clip(`${file}#t=${start}`, `${sights[place % sights.length]} ${places[Math.floor(place / sights.length)]}`, '0:10', {
    date,
    // Every third day there was no time for a still.
    ...(index % 3 !== 1 && { picture }),
  })
}

const days = Array.from({ length: 200 }, (_, index) => dayOf(index))
const season = (name: string, from: number, to: number): DemoSeries => ({ name, videos: days.slice(from, to) })

/** A channel with very much in it. */
export const tenSeconds: DemoPlaylist = {
  name: 'Ten seconds a day',
  slug: 'ten-seconds-a-day',
  status: 'public',
  picture: 'light-a',
  tags: ['diary', 'one take', 'every day'],
  about:
    'Ten seconds, every evening, no second take. It started as a promise to my sister on new year’s day, and I have not missed one yet.',
  series: [season('Winter', 0, 59), season('Spring', 59, 151), season('Summer, so far', 151, 200)],
}
