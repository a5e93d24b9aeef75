import fc from 'fast-check'
import { expect, test } from 'vitest'
import { outcome } from '#test/channels.ts'
import { startTestServer } from '#test/serve.ts'
import { countryId, makeTvChannel } from '#test/television.ts'
import { tvWatchingContract as contract } from '../contract.ts'
import { formatM3uFile } from './m3u-file.ts'

const server = await startTestServer({ TRUSTED_PROXIES: '127.0.0.1', COUNTRY_HEADER: 'x-country' })
const { app, db, guest, clientFor } = server
const entry = { name: 'One', tvgId: null, group: null, logo: null, address: 'https://tv.example/a.m3u8', headers: {} }

test('a channel is a list with one entry, with the headers that its server requires in the format of players', async () => {
  const tv = await makeTvChannel(
    db,
    { name: 'Één "live"', groups: ['News'], stream_url: 'https://tv.example/live.m3u8', catchup_mode: 'shift', catchup_days: 7 },
    [
      ['Journaal', -30, 60],
      ['Earlier', -120, 60],
      ['Later', 90, 60],
    ],
  )
  const headers = {
    'user-agent': 'Decoder/1.0',
    Referer: 'https://tv.example/',
    Cookie: 'list=secret',
    Authorization: 'Basic x',
    'X-Y': 'z',
  }
  await db
    .updateTable('tv_channel')
    .set({ stream_headers: JSON.stringify(headers), tvg_id: 'one.nl' })
    .where('id', '=', tv.id)
    .execute()
  const read = async (play?: string) =>
    (await guest(contract.readStreamFile, { params: { id: tv.id }, query: { ...(play && { play }) } })).text()
  expect(await read()).toBe(
    [
      '#EXTM3U',
      `#EXTINF:-1 tvg-id="one.nl" group-title="News",Één "live"`,
      '#EXTVLCOPT:http-user-agent=Decoder/1.0',
      '#EXTVLCOPT:http-referrer=https://tv.example/',
      '#EXTHTTP:{"User-Agent":"Decoder/1.0","Referer":"https://tv.example/"}',
      'https://tv.example/live.m3u8',
      '',
    ].join('\n'),
  )
  const [now, earlier, later] = tv.programmes as [string, string, string]
  for (const programme of [now, earlier]) expect(await read(programme)).toMatch(/\nhttps:\/\/tv\.example\/live\.m3u8\?utc=\d+&lutc=\d+\n$/)
  expect(await read(earlier)).toContain(',Één "live": Earlier\n')
  expect(await outcome(read(later))).toMatch(/^404/)
  expect(await outcome(read('AAAAAAAAAAA'))).toMatch(/^404/)
  expect(await outcome(read('x'))).toMatch(/^422/)
  const { headers: answered } = await app.inject({ url: `/api/channel/${tv.id}/stream.m3u` })
  expect(answered).toMatchObject({ 'content-type': 'audio/x-mpegurl', 'cache-control': 'no-store' })
  expect(answered['content-disposition']).toMatch(/^attachment; filename="_{2}n _live_\.m3u"/)
})

test('no reader gets the stream of a restricted channel', async () => {
  const belgium = await countryId(db, 'BE')
  const fields = [
    [{ adult: true }, '403 adult_only'],
    [{ blocked_countries: [belgium] }, '451 geo_blocked'],
    [{ is_off: true }, '404 not_found'],
  ] as const
  const inBelgium = clientFor({ headers: { 'x-country': 'BE' } })
  for (const [field, expected] of fields) {
    const { id, programmes } = await makeTvChannel(db, { ...field, catchup_mode: 'shift' } as never, [['News', -10, 60]])
    for (const play of [undefined, programmes[0]])
      expect([field, await outcome(inBelgium(contract.readStreamFile, { params: { id }, query: { ...(play && { play }) } }))]).toEqual([
        field,
        expected,
      ])
  }
})

test('no name, group, logo or header can add a line', () => {
  const evil = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('a\nhttps://evil.example/', 'a\r\n#EXTVLCOPT:x=y', 'b\u2028#EXTINF', '"\n', 'x\u0085y', 'a" tvg-id="b'),
  )
  fc.assert(
    fc.property(evil, evil, evil, evil, (name, group, agent, referer) => {
      const lines = formatM3uFile({
        ...entry,
        name,
        group,
        tvgId: group,
        logo: name,
        headers: { 'User-Agent': agent, Referer: referer },
      }).split(/\r\n|[\n\r\u2028\u2029\u0085\v\f]/)
      expect(lines).toHaveLength(7)
      expect(
        lines.map((line) =>
          /^(#EXTM3U$|#EXTINF:-1|#EXTVLCOPT:http-(?:user-agent|referrer)=|#EXTHTTP:\{|https:\/\/tv\.example\/a\.m3u8$|$)/.test(line),
        ),
      ).not.toContain(false)
    }),
  )
})
