import { expect, test } from 'vitest'
import { discontinuityRenumbering, unsupportedCodecs } from './hls-playlist.ts'

const supports =
  (...supported: string[]) =>
  (type: string) =>
    supported.some((codec) => type.includes(`"${codec}`))
const commonCodecs = supports('avc1', 'mp4a.40', 'vp09', 'av01', 'opus')

test.each([
  [['hvc1.1.6.L93.B0,mp4a.40.2'], 'HEVC (H.265)'],
  [['hev1.2.4.L120.B0, ac-3', 'hvc1.1.6.L93.B0,ec-3'], 'HEVC (H.265), Dolby Digital (AC-3), Dolby Digital Plus (E-AC-3)'],
  [['avc1.640028,mp4a.a5'], 'Dolby Digital (AC-3)'],
  [['mp2v.61,mp4a.40.2'], 'MPEG-2'],
  [['mp4v.61'], 'MPEG-2'],
  [['mp4v.20.9'], 'MPEG-4 Visual'],
  [['dvh1.05.06'], 'Dolby Vision'],
  [['xyz1.2'], 'xyz1.2'],
  [['avc1.4d401f,mp4a.40.2'], ''],
  [[''], ''],
  [['"><script>'], ''],
])('the unsupported codec of %j is %s', (lists, codec) => {
  expect(unsupportedCodecs(lists, commonCodecs)).toBe(codec)
})

const playlist = (number: number | string) =>
  `#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-DISCONTINUITY-SEQUENCE:${number}\n#EXTINF:4,\n0.m4s\n`

test('small discontinuity numbers and playlists without one stay unchanged', () => {
  const renumber = discontinuityRenumbering()
  expect(renumber(playlist(0))).toBe(playlist(0))
  expect(renumber(playlist(2000))).toBe(playlist(2000))
  expect(renumber('#EXTM3U\n#EXTINF:4,\n0.m4s\n')).toBe('#EXTM3U\n#EXTINF:4,\n0.m4s\n')
})

test('large discontinuity numbers are renumbered from the stream’s first, keeping their distances', () => {
  const renumber = discontinuityRenumbering()
  expect(renumber(playlist(74_000_000))).toBe(playlist(1000))
  expect(renumber(playlist(74_000_001))).toBe(playlist(1001))
  // another variant, slightly behind
  expect(renumber(playlist(' 73999990'))).toBe(playlist(990))
  expect(renumber(playlist(0))).toBe(playlist(0))
})

test('all numbers are small enough for hls.js, which iterates over them', () => {
  const renumber = discontinuityRenumbering()
  for (const number of [1, 5000, 4_294_967_295, '9'.repeat(400)]) {
    const renumbered = Number(/SEQUENCE:(\S+)/.exec(renumber(playlist(number)))?.[1])
    expect(renumbered).toBeGreaterThanOrEqual(0)
    expect(renumbered).toBeLessThanOrEqual(2000)
  }
})
