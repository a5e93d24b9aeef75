import fc from 'fast-check'
import { expect, test } from 'vitest'
import { measureUndisturbedMs } from '#test/busy-machine.ts'
import { catchupAddress, type CatchupSource, liveAddress, findWatchOptions, watchState } from './catchup.ts'

const seconds = (iso: string) => Date.parse(iso) / 1000
const start = seconds('2019-11-26T22:00:32Z')
const times = { start, stop: start + 7200 }
const now = start + 7200 + 3600

const channel = (fields: Partial<CatchupSource>): CatchupSource => ({
  stream_url: 'http://path-to-stream/live/channel.ts',
  catchup_mode: 'default',
  catchup_source: null,
  dvr_base: null,
  dvr_extension: '',
  ...fields,
})
const addressOf = (fields: Partial<CatchupSource>) => catchupAddress(channel(fields), times, now)

/** URL templates of real lists, each with the text that it becomes. */
test.each([
  ['?utc={utc}&lutc={lutc}', `?utc=${start}&lutc=${now}`],
  ['&t={Y}-{m}-{d}-{H}-{M}-{S}', '&t=2019-11-26-22-00-32'],
  ['&cutv={Y}-{m}-{d}T{H}:{M}:{S}', '&cutv=2019-11-26T22:00:32'],
  ['?offset={offset:60}', '?offset=180'],
  ['?start={utc:YmdHM}&end=${end:YmdHM}', '?start=201911262200&end=201911270000'],
  ['?start={utc:Ymd-H-M}&end=${end:Ymd-H-M}', '?start=20191126-22-00&end=20191127-00-00'],
  ['?s=${start}&d={duration}', `?s=${start}&d=7200`],
  ['?h={duration:3600}&m={duration:60}', '?h=2&m=120'],
  ['?o={offset:10}&all={offset:1}', '?o=1080&all=10800'],
  ['?e={utcend}&e2=${end}&n=${now}&t=${timestamp}', `?e=${start + 7200}&e2=${start + 7200}&n=${now}&t=${now}`],
  ['?start=${start}-${duration}', `?start=${start}-7200`],
])('the template %s is filled in', (source, expected) => {
  expect(addressOf({ catchup_mode: 'append', catchup_source: source })).toBe(`http://path-to-stream/live/channel.ts${expected}`)
  expect(addressOf({ catchup_source: `http://elsewhere/x.ts${source}` })).toBe(`http://elsewhere/x.ts${expected}`)
})

test.each<[string, Partial<CatchupSource>, string | null]>([
  ['default without a source', {}, null],
  [
    'a flussonic source by hand',
    { catchup_source: 'http://yoururl/channeld/video-{utc}-{duration}.m3u8' },
    `http://yoururl/channeld/video-${start}-7200.m3u8`,
  ],
  ['append without a source', { catchup_mode: 'append' }, null],
  ['shift', { catchup_mode: 'shift' }, `http://path-to-stream/live/channel.ts?utc=${start}&lutc=${now}`],
  ['shift behind a query', { catchup_mode: 'shift', stream_url: 'http://a.test/x?y=1' }, `http://a.test/x?y=1&utc=${start}&lutc=${now}`],
  [
    'flussonic, MPEG-TS',
    { catchup_mode: 'fs', stream_url: 'http://ch01.spr24.net/151/mpegts?token=my_token' },
    `http://ch01.spr24.net/151/timeshift_abs-${start}.ts?token=my_token`,
  ],
  [
    'flussonic, HLS',
    { catchup_mode: 'flussonic', stream_url: 'http://list.tv:8888/325/index.m3u8?token=secret' },
    'http://list.tv:8888/325/timeshift_rel-10800.m3u8?token=secret',
  ],
  [
    'flussonic, one track',
    { catchup_mode: 'fs', stream_url: 'http://list.tv:8888/325/mono.m3u8?token=secret' },
    'http://list.tv:8888/325/mono-timeshift_rel-10800.m3u8?token=secret',
  ],
  [
    'Xtream Codes that is called fs',
    { catchup_mode: 'fs', stream_url: 'http://list.tv:8080/my@account.xc/my_password/1477' },
    'http://list.tv:8080/timeshift/my@account.xc/my_password/120/2019-11-26:22-00/1477.ts',
  ],
  [
    'Xtream Codes, HLS',
    { catchup_mode: 'xc', stream_url: 'http://list.tv:8080/live/my@account.xc/my_password/1477.m3u8' },
    'http://list.tv:8080/timeshift/my@account.xc/my_password/120/2019-11-26:22-00/1477.m3u8',
  ],
  ['Xtream Codes of something else', { catchup_mode: 'xc', stream_url: 'http://list.tv/1477' }, null],
  [
    'vod with a source',
    { catchup_mode: 'vod', catchup_source: 'http://p.test/j.ts?cutv={Y}{m}{d}{H}{M}{S}' },
    'http://p.test/j.ts?cutv=20191126220032',
  ],
  ['vod by an id that no guide here has', { catchup_mode: 'vod', catchup_source: '{catchup-id}' }, null],
  ['an unknown mode', { catchup_mode: 'constructor' }, null],
  ['an unknown field', { catchup_source: 'http://a.test/{toString}' }, null],
  ['a divider that is none', { catchup_source: 'http://a.test/{duration:0}' }, null],
  ['a divider that is no whole number', { catchup_source: 'http://a.test/{duration:1.5}' }, null],
  ['something that browsers do not open', { catchup_source: 'plugin://plugin.video.footv/?utc={utc}' }, null],
  ['a scheme that runs', { catchup_source: 'javascript:alert({utc})' }, null],
  [
    'a recorder beside the list',
    { dvr_base: 'https://dvr.test/one/', dvr_extension: '.m3u8', catchup_mode: 'shift' },
    `https://dvr.test/one/${start}-7200.m3u8`,
  ],
])('catch-up URL: %s', (_, fields, expected) => {
  expect(addressOf(fields)).toBe(expected)
})

const days = 3
test.each<[string, number, ReturnType<typeof watchState>]>([
  ['before it begins', start - 1, 'upcoming'],
  ['as it begins', start, 'live'],
  ['in its last second', start + 7199, 'live'],
  ['as it ends', start + 7200, 'catchup'],
  ['as long as it is kept', start + days * 86_400, 'catchup'],
  ['a second later', start + days * 86_400 + 1, 'over'],
])('watch state: %s', (_, at, expected) => {
  expect(watchState(times, days, at)).toBe(expected)
})

test('a programme has the right URLs in each state', () => {
  const recorded = channel({ catchup_mode: 'shift' })
  const past = (time: number) => `http://path-to-stream/live/channel.ts?utc=${start}&lutc=${time}`
  expect(findWatchOptions(recorded, times, days, start + 60)).toEqual({
    watch: 'live',
    url: recorded.stream_url,
    start_over_url: past(start + 60),
  })
  expect(findWatchOptions(recorded, times, 0, start + 60)).toEqual({ watch: 'live', url: recorded.stream_url, start_over_url: null })
  expect(findWatchOptions(recorded, times, days, now)).toEqual({ watch: 'catchup', url: past(now), start_over_url: null })
  expect(findWatchOptions(recorded, times, 0, now)).toEqual({ watch: 'over', url: null, start_over_url: null })
  expect(findWatchOptions(channel({}), times, days, now)).toEqual({ watch: 'over', url: null, start_over_url: null })
  expect(findWatchOptions(recorded, times, days, start - 60)).toEqual({ watch: 'upcoming', url: null, start_over_url: null })
})

test('a live URL may contain the time', () => {
  expect(liveAddress({ stream_url: 'http://a.test/x?t={lutc}&u=${now:YmdHM}' }, start)).toBe(`http://a.test/x?t=${start}&u=201911262200`)
  expect(liveAddress({ stream_url: 'http://a.test/{strange}/x' }, start)).toBe('http://a.test/{strange}/x')
})

test('every template makes an http(s) URL or none', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.constantFrom('default', 'append', 'shift', 'fs', 'xc', 'vod'), (stream_url, source, mode) => {
      const address = catchupAddress(channel({ stream_url, catchup_source: source, catchup_mode: mode }), times, now)
      expect(address === null || /^https?:\/\//i.test(address)).toBe(true)
    }),
  )
})

test('an endless address is parsed in limited time', () => {
  const clock = measureUndisturbedMs()
  for (const sign of ['/', '?', '=', '{', '{a', '${', 'a.m3u8?=', '{duration:'])
    for (const mode of ['default', 'append', 'shift', 'fs', 'xc'])
      addressOf({
        catchup_mode: mode,
        stream_url: `http://a.test/${sign.repeat(200_000)}`,
        catchup_source: `http://a.test/${sign.repeat(200_000)}`,
      })
  expect(clock()).toBeLessThan(2000)
})
