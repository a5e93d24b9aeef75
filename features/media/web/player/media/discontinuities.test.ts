import { expect, test } from 'vitest'
import { discontinuityRenumbering } from './discontinuities.ts'

const playlist = (number: number | string) =>
  `#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-DISCONTINUITY-SEQUENCE:${number}\n#EXTINF:4,\n0.m4s\n`

test('small discontinuity numbers and playlists without one stay unchanged', () => {
  const renumber = discontinuityRenumbering()
  expect(renumber(playlist(0))).toBe(playlist(0))
  expect(renumber(playlist(2000))).toBe(playlist(2000))
  expect(renumber('#EXTM3U\n#EXTINF:4,\n0.m4s\n')).toBe('#EXTM3U\n#EXTINF:4,\n0.m4s\n')
})

test('large ones are renumbered from the stream’s first, keeping their distances', () => {
  const renumber = discontinuityRenumbering()
  expect(renumber(playlist(74_000_000))).toBe(playlist(1000))
  expect(renumber(playlist(74_000_001))).toBe(playlist(1001))
  // another variant, slightly behind
  expect(renumber(playlist(' 73999990'))).toBe(playlist(990))
  expect(renumber(playlist(0))).toBe(playlist(0))
})

test('no number is so large that hls.js would iterate over millions', () => {
  const renumber = discontinuityRenumbering()
  for (const number of [1, 5000, 4_294_967_295, '9'.repeat(400)]) {
    const given = Number(/SEQUENCE:(\S+)/.exec(renumber(playlist(number)))?.[1])
    expect(given).toBeGreaterThanOrEqual(0)
    expect(given).toBeLessThanOrEqual(2000)
  }
})
