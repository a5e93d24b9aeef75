import { expect, test } from 'vitest'
import { unplayedCodecs } from './codecs.ts'

const knows =
  (...known: string[]) =>
  (type: string) =>
    known.some((codec) => type.includes(`"${codec}`))
const usual = knows('avc1', 'mp4a.40', 'vp09', 'av01', 'opus')

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
])('of %j a browser does not play %s', (lists, named) => {
  expect(unplayedCodecs(lists, usual)).toBe(named)
})
