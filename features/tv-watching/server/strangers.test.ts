import { expect, test } from 'vitest'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { makeFilledChannel, outcome } from '#test/channels.ts'
import { createUser } from '#test/people.ts'
import { type Client, startTestServer } from '#test/serve.ts'
import { countryId, makeTvChannel } from '#test/television.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { guideContract } from '#features/guide/contract.ts'
import { tvSourcesContract } from '#features/tv-sources/contract.ts'
import { tvWatchingContract } from '../contract.ts'

const server = await startTestServer({ TRUSTED_PROXIES: '127.0.0.1', COUNTRY_HEADER: 'x-country', RATE_LIMITS: 'off' })
const { app, db, guest, clientFor } = server
const belgium = await countryId(db, 'BE')
const fromBelgium = clientFor({ headers: { 'x-country': 'BE' } })
const tvChannel = await makeTvChannel(db, { name: 'Open', groups: ['All'], catchup_mode: 'shift' }, [['Morning', -30, 60]])
const blockedChannel = await makeTvChannel(
  db,
  {
    name: 'Abroad',
    stream_url: 'https://rights.test/a.m3u8',
    blocked_countries: [belgium],
    catchup_mode: 'shift',
    groups: ['All'],
    dvr_base: 'https://rights.test/dvr',
  },
  [
    ['Match', -30, 60],
    ['Earlier', -120, 60],
  ],
)
const adultChannel = await makeTvChannel(
  db,
  { name: 'Nightly', stream_url: 'https://rights.test/n.m3u8', adult: true, groups: ['Nights'] },
  [['Late film', -10, 60]],
)
const disabledChannel = await makeTvChannel(db, { name: 'Switched', stream_url: 'https://rights.test/o.m3u8', is_off: true }, [
  ['Nothing', -10, 60],
])
const fetchRaw = async (url: string, headers: Record<string, string> = {}) => {
  const { statusCode, body } = await app.inject({ url, headers })
  return { statusCode, body }
}

test('no call reveals an address of a blocked, adult or disabled channel', async () => {
  const ann = await createUser(server, {}, { headers: { 'x-country': 'BE' } })
  const now = Date.now()
  const [from, to] = [new Date(now - 5 * 3_600_000).toISOString(), new Date(now + 5 * 3_600_000).toISOString()]
  const ids = [blockedChannel, adultChannel, disabledChannel]
  const urls = [
    '/api/channel',
    '/api/channel?group=All',
    '/api/channel?group=Nights',
    '/api/channel/groups',
    `/api/guide?from=${from}&to=${to}`,
    '/api/guide/now',
    '/api/guide/tonight',
    '/api/guide/search?query=late',
    '/api/guide/search?query=match',
    ...ids.flatMap(({ id, programmes }) => [
      `/api/channel/${id}`,
      `/api/channel/${id}/epg`,
      `/api/channel/${id}/epg?from=${from}&to=${to}`,
      ...programmes.flatMap((programme) => [`/api/epg/${programme}`, `/api/epg/${programme}?channel=${id}`]),
      `/en/channels?channel=${id}`,
      `/embed/${id}`,
      `/media/cards/channel/${id}.jpg`,
      `/feeds/${id}.xml`,
    ]),
  ]
  for (const headers of [
    { 'x-country': 'BE' },
    { 'x-country': 'be' },
    { 'x-country': 'NL, BE' },
    { 'x-country': 'BE', authorization: `Bearer ${ann.token}` },
  ])
    for (const url of urls) {
      const { body } = await fetchRaw(url, headers)
      expect([url, headers, body.includes('rights.test'), /Switched|Nightly|Late film/.test(body)]).toEqual([url, headers, false, false])
    }
  const findNames = async (client: Client) =>
    JSON.stringify([
      await client(guideContract.searchTvChannels, { body: { query: 'abroad' } }),
      await client(guideContract.searchTvChannels, { body: { query: 'nightly' } }),
      await client(guideContract.listTvKeywords, { body: { query: 'ni' } }),
    ])
  expect(await findNames(fromBelgium)).not.toMatch(/rights\.test|Nightly|Nights/)
  // A disabled channel looks like a missing one.
  expect(await fetchRaw(`/api/channel/${disabledChannel.id}`)).toEqual(await fetchRaw('/api/channel/AAAAAAAAAAA'))
  expect(await fetchRaw(`/api/epg/${disabledChannel.programmes[0]}`)).toEqual(await fetchRaw('/api/epg/AAAAAAAAAAA'))
})

test('only the trusted proxy determines the country', async () => {
  const open = (await guest(tvWatchingContract.getTvChannel, { params: { id: blockedChannel.id } })).liveStreamUrl
  expect(open).toBe('https://rights.test/a.m3u8')
  for (const [remoteAddress, isBlocked] of [
    ['127.0.0.1', true],
    ['::ffff:127.0.0.1', true],
    ['192.0.2.1', false],
    ['::ffff:192.0.2.1', false],
  ] as const) {
    const { statusCode } = await app.inject({ url: `/api/channel/${blockedChannel.id}`, remoteAddress, headers: { 'x-country': 'BE' } })
    expect([remoteAddress, statusCode]).toEqual([remoteAddress, isBlocked ? 451 : 200])
    // A country header from an untrusted client doesn't override the profile.
    const user = await createUser(server, { country_id: belgium })
    const as451 = await app.inject({
      url: `/api/channel/${blockedChannel.id}`,
      remoteAddress,
      headers: { 'x-country': 'NL', authorization: `Bearer ${user.token}` },
    })
    expect([remoteAddress, as451.statusCode]).toEqual([remoteAddress, isBlocked ? 200 : 451])
  }
})

test("operators' calls refuse other users", async () => {
  const ann = await createUser(server)
  const broadcaster = await createUser(server, { is_broadcaster: true })
  const calls = Object.values<Endpoint>(tvSourcesContract).filter(({ access }) => access === 'operator')
  expect(calls.length).toBeGreaterThan(8)
  for (const call of calls)
    for (const [client, expected] of [
      [guest, /^401/],
      [ann.client, /^403/],
      [broadcaster.client, /^403/],
    ] as const)
      expect([call.path, await outcome(client(call, { ...call.example } as never))]).toEqual([call.path, expect.stringMatching(expected)])
})

test('texts of guides at the maximum length are copied, shared and used in reminders', async () => {
  const ann = await createUser(server)
  const long = { title: 'T'.repeat(255), sub_title: 'S'.repeat(255), description: 'D'.repeat(5000) }
  const tv = await makeTvChannel(db, { name: 'N'.repeat(255), catchup_mode: 'shift', catchup_days: 7 }, [
    [long.title, -120, 60, long],
    [long.title, 120, 60, long],
  ])
  const [past, coming] = tv.programmes as [string, string]
  const { seriesId, playlistId } = await makeFilledChannel(db, ann.client)
  for (const epg_id of [past, coming]) {
    expect((await ann.client(tvWatchingContract.copyEpgItem, { body: { epg_id, series_id: seriesId } })).title).toBe(long.title)
    const url = `/en/tiers?channel=${tv.id}&epgId=${epg_id}`
    expect((await ann.client(tvWatchingContract.shareEpgItem, { body: { epg_id, url } })).title).toBe(long.title)
  }
  expect((await ann.client(tvWatchingContract.copyTvChannel, { body: { channel_id: tv.id, series_id: seriesId } })).title).toBe(
    'N'.repeat(255),
  )
  const body = { channel_id: tv.id, name: long.title, playlist_id: playlistId }
  expect((await ann.client(tvWatchingContract.copyEpgSeries, { body })).name).toBe(long.title)
  expect((await ann.client(guideContract.createReminder, { body: { epg_id: coming } })).title).toBe(long.title)
})

test("a calendar opens only with its own token, contains no other user's reminders, and a guide can't inject lines", async () => {
  const [ann, bob] = [await createUser(server), await createUser(server)]
  const evil = 'Film\r\nEND:VEVENT\r\nBEGIN:VEVENT\nSUMMARY:Evil\r\nATTACH:file:///etc/passwd\u2028x\u0085y\u000Bz;,'
  const tv = await makeTvChannel(db, { name: 'Chan\r\nURL:https://evil.test' }, [[evil, 100, 60]])
  const epg_id = tv.programmes[0]!
  await ann.client(guideContract.createReminder, { body: { epg_id } })
  const { url } = await ann.client(guideContract.makeReminderCalendar, {})
  const read = (address: string, headers = {}) => app.inject({ url: address.replace('http://choice.test', ''), headers })
  const { body, headers } = await read(url!)
  expect(
    body.split(/\r\n|[\r\n\u0085\u2028\v]/).filter((line) => /^(?:BEGIN:VEVENT|ATTACH|SUMMARY:Evil|URL:https:\/\/evil)/.test(line)),
  ).toEqual(['BEGIN:VEVENT'])
  expect([headers['content-type'], headers['cache-control'], headers['x-content-type-options']]).toEqual([
    'text/calendar',
    'no-store',
    'nosniff',
  ])
  const token = new URL(url!).searchParams.get('token')!
  for (const guess of [token.slice(0, -1), token.toLowerCase(), `${token}a`, 'a'.repeat(43), '', token.replace(/.$/, '_')])
    expect([404, 422]).toContain((await read(`/api/reminders.ics?token=${guess}`, { authorization: `Bearer ${ann.token}` })).statusCode)
  expect((await read(`/api/reminders.ics?token=${token}&token=${token}`)).statusCode).toBe(422)
  // Other users' reminders are not deleted, and a new URL revokes the previous one.
  await bob.client(guideContract.deleteReminder, { params: { epg_id } })
  expect(await bob.client(guideContract.listReminders, {})).toEqual([])
  expect(await ann.client(guideContract.listReminders, {})).toHaveLength(1)
  const next = (await ann.client(guideContract.makeReminderCalendar, {})).url!
  expect([(await read(url!)).statusCode, (await read(next)).statusCode]).toEqual([404, 200])
  await ann.client(guideContract.deleteReminderCalendar, {})
  expect((await read(next)).statusCode).toBe(404)
})

test("disabled, adult or blocked programmes are not copied, shared or used in reminders, and a copy has its channel's restrictions", async () => {
  const ann = await createUser(server, {}, { headers: { 'x-country': 'BE' } })
  const abroad = clientFor({ token: ann.token, headers: { 'x-country': 'NL' } })
  const { seriesId, playlistId } = await makeFilledChannel(db, ann.client)
  for (const [{ id, programmes }, expected] of [
    [disabledChannel, /^404/],
    [adultChannel, /^403/],
    [blockedChannel, /^451/],
  ] as const) {
    const epg_id = programmes[0]!
    const requests = [
      () => ann.client(tvWatchingContract.copyEpgItem, { body: { epg_id, series_id: seriesId } }),
      () => ann.client(tvWatchingContract.copyEpgItem, { body: { epg_id, channel_id: id, series_id: seriesId } }),
      () => ann.client(tvWatchingContract.copyTvChannel, { body: { channel_id: id, series_id: seriesId } }),
      () => ann.client(tvWatchingContract.copyEpgSeries, { body: { channel_id: id, name: 'Match', playlist_id: playlistId } }),
      () => ann.client(tvWatchingContract.shareEpgItem, { body: { epg_id, url: `/en/tiers?channel=${id}&epgId=${epg_id}` } }),
      () =>
        ann.client(tvWatchingContract.shareEpgItem, {
          body: { epg_id, channel_id: id, url: `/en/tiers?channel=${tvChannel.id}&epgId=${epg_id}` },
        }),
      () => ann.client(guideContract.createReminder, { body: { epg_id } }),
    ]
    for (const [index, attempt] of requests.entries())
      expect([id, index, await outcome(attempt())]).toEqual([id, index, expect.stringMatching(expected)])
  }
  // A programme of one channel doesn't give access to another channel.
  expect(
    await outcome(
      abroad(tvWatchingContract.copyEpgItem, {
        body: { epg_id: tvChannel.programmes[0]!, channel_id: blockedChannel.id, series_id: seriesId },
      }),
    ),
  ).toMatch(/^404/)
  const copy = await abroad(tvWatchingContract.copyTvChannel, { body: { channel_id: blockedChannel.id, series_id: seriesId } })
  expect(copy.src).toBe('https://rights.test/a.m3u8')
  const second = await abroad(channelsContract.copyVideo, { body: { video_id: copy.id, series_id: seriesId } })
  const urls = [copy.id, second.id].flatMap((id) => [
    `/api/videos/${id}`,
    `/embed/${id}`,
    `/media/cards/video/${id}.jpg`,
    `/api/oembed?url=${encodeURIComponent(`http://choice.test/embed/${id}`)}`,
  ])
  urls.push(
    `/api/playlists/${playlistId}`,
    `/api/series/${seriesId}`,
    `/feeds/${playlistId}.xml`,
    `/feeds/${playlistId}.json`,
    `/embed/channel/${playlistId}`,
    `/en/playlists?playlist=${playlistId}`,
    '/api/view/list',
    '/api/user/continue',
    '/api/link-checks/dead',
  )
  for (const headers of [{ 'x-country': 'BE' }, { 'x-country': 'BE', authorization: `Bearer ${ann.token}` }])
    for (const url of urls) {
      const { body } = await fetchRaw(url, headers)
      expect([url, body.includes('rights.test')]).toEqual([url, false])
    }
  // Feeds contain nothing that is blocked in a country, because they are forwarded to other countries.
  for (const format of ['xml', 'json']) {
    const { statusCode, body } = await fetchRaw(`/feeds/${playlistId}.${format}`, { 'x-country': 'NL' })
    expect([statusCode, body.includes(copy.id), body.includes('rights.test')]).toEqual([200, true, false])
  }
  // An embedded player depends on the country, so it must not be cached for others.
  const frame = await app.inject({ url: `/embed/${copy.id}`, headers: { 'x-country': 'NL' } })
  expect([frame.statusCode, frame.headers['cache-control']]).toEqual([200, 'no-store'])
})
