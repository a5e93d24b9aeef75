import { expect, test } from 'vitest'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { outcome } from '#test/channels.ts'
import { person } from '#test/people.ts'
import { type Client, serve } from '#test/serve.ts'
import { countryId, makeTvChannel } from '#test/television.ts'
import { televisionContract as contract } from '../contract.ts'

const server = await serve({ TRUSTED_PROXIES: '127.0.0.1', COUNTRY_HEADER: 'x-country', RATE_LIMITS: 'off' })
const { app, db, guest, as } = server
const belgium = await countryId(db, 'BE')
const fromBelgium = as({ headers: { 'x-country': 'BE' } })
const one = await makeTvChannel(db, { name: 'Open', groups: ['All'], catchup_mode: 'shift' }, [['Morning', -30, 60]])
const blocked = await makeTvChannel(
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
const nightly = await makeTvChannel(db, { name: 'Nightly', stream_url: 'https://rights.test/n.m3u8', adult: true, groups: ['Nights'] }, [
  ['Late film', -10, 60],
])
const off = await makeTvChannel(db, { name: 'Switched', stream_url: 'https://rights.test/o.m3u8', is_off: true }, [['Nothing', -10, 60]])
const raw = async (url: string, headers: Record<string, string> = {}) => {
  const { statusCode, body } = await app.inject({ url, headers })
  return { statusCode, body }
}

test('times at the ends of the calendar, spans without end, and positions made up are refused or answered, and never break', async () => {
  const times = [
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00Z',
    '9999-12-31T23:59:59Z',
    '9999-12-31T23:59:59.999Z',
    '2026-02-30T00:00:00Z',
    '-271821-04-20T00:00:00Z',
    '+275760-09-13T00:00:00Z',
    'infinity',
    'now',
    '1',
    '2026-11-23T00:00:00%00Z',
  ]
  const urls = times.flatMap((time) => [
    `/api/channel/${one.id}/epg?from=${time}`,
    `/api/channel/${one.id}/epg?to=${time}`,
    `/api/channel/${one.id}/epg?from=${time}&to=${time}`,
    `/api/channel/${one.id}/epg?from=0001-01-01T00:00:00Z&to=${time}`,
    `/api/guide?from=${time}&to=${time}`,
    `/api/guide?from=9999-12-31T10:00:00Z&to=${time}`,
    `/api/guide?from=${time}&to=0001-01-01T10:00:00Z`,
  ])
  const cursorOf = (key: unknown) => Buffer.from(JSON.stringify(key)).toString('base64url')
  const cursors = [
    [0, Number.MAX_SAFE_INTEGER, one.id],
    [1, -Number.MAX_SAFE_INTEGER, one.id],
    [2, 1, one.id],
    [0, 1e300, one.id],
    [0, 1, "x' or 1=1"],
    [],
    null,
    'x',
    [0, 1, one.id, 4],
  ]
  for (const key of cursors) {
    urls.push(`/api/channel?cursor=${cursorOf(key)}`)
    urls.push(`/api/guide?from=2026-11-23T00:00:00Z&to=2026-11-23T10:00:00Z&cursor=${cursorOf(key)}`)
  }
  for (const group of ['%00', '%', '_', '%ff', 'a'.repeat(5000), "'", '{}', '%F0%9F%98%80']) {
    urls.push(`/api/channel?group=${group}`, `/api/guide/now?group=${group}`, `/api/guide/search?query=${group}`)
  }
  urls.push(
    '/api/channel?group=a&group=b',
    '/api/channel?group[]=a',
    '/api/channel?limit=0',
    '/api/channel?limit=101',
    '/api/channel?limit=1e9',
    '/api/channel?limit=-1',
    '/api/channel?followed=2',
    '/api/guide/tonight?limit=1000000',
  )
  urls.push(`/api/epg/${one.programmes[0]}?channel=${off.id}`, `/api/epg/${one.programmes[0]}?channel=${'x'.repeat(11)}`)
  const broken: unknown[] = []
  for (const url of urls) {
    const { statusCode, body } = await raw(url)
    if (statusCode >= 500) broken.push([url, statusCode, body])
  }
  expect(broken).toEqual([])
  for (const query of ['%', '_', '\\', "'", '\u0000', '\u0301', '\ud800', '😀'.repeat(20), '0'.repeat(5), '99999', '-1', '1'.repeat(40)])
    for (const endpoint of [contract.searchTvChannels, contract.listTvKeywords] as const)
      expect([query, await outcome(guest(endpoint as typeof contract.searchTvChannels, { body: { query } }))]).not.toEqual([
        query,
        expect.stringMatching(/^5/),
      ])
})

test('no call tells an address of what is blocked, for adults, or off', async () => {
  const ann = await person(server, {}, { headers: { 'x-country': 'BE' } })
  const now = Date.now()
  const [from, to] = [new Date(now - 5 * 3_600_000).toISOString(), new Date(now + 5 * 3_600_000).toISOString()]
  const ids = [blocked, nightly, off]
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
      const { body } = await raw(url, headers)
      expect([url, headers, body.includes('rights.test'), /Switched|Nightly|Late film/.test(body)]).toEqual([url, headers, false, false])
    }
  const found = async (client: Client) =>
    JSON.stringify([
      await client(contract.searchTvChannels, { body: { query: 'abroad' } }),
      await client(contract.searchTvChannels, { body: { query: 'nightly' } }),
      await client(contract.listTvKeywords, { body: { query: 'ni' } }),
    ])
  expect(await found(fromBelgium)).not.toMatch(/rights\.test|Nightly|Nights/)
  // What is off is as what never was.
  expect(await raw(`/api/channel/${off.id}`)).toEqual(await raw('/api/channel/AAAAAAAAAAA'))
  expect(await raw(`/api/epg/${off.programmes[0]}`)).toEqual(await raw('/api/epg/AAAAAAAAAAA'))
})

test('a country counts by the trusted proxy alone', async () => {
  const open = (await guest(contract.getTvChannel, { params: { id: blocked.id } })).liveStreamUrl
  expect(open).toBe('https://rights.test/a.m3u8')
  for (const [remoteAddress, isBlocked] of [
    ['127.0.0.1', true],
    ['::ffff:127.0.0.1', true],
    ['192.0.2.1', false],
    ['::ffff:192.0.2.1', false],
  ] as const) {
    const { statusCode } = await app.inject({ url: `/api/channel/${blocked.id}`, remoteAddress, headers: { 'x-country': 'BE' } })
    expect([remoteAddress, statusCode]).toEqual([remoteAddress, isBlocked ? 451 : 200])
    // From elsewhere nobody says that they are not there.
    const user = await person(server, { country_id: belgium })
    const as451 = await app.inject({
      url: `/api/channel/${blocked.id}`,
      remoteAddress,
      headers: { 'x-country': 'NL', authorization: `Bearer ${user.token}` },
    })
    expect([remoteAddress, as451.statusCode]).toEqual([remoteAddress, isBlocked ? 200 : 451])
  }
})

test('no call of operators answers others', async () => {
  const ann = await person(server)
  const broadcaster = await person(server, { is_broadcaster: true })
  const calls = Object.values<Endpoint>(contract).filter(({ access }) => access === 'operator')
  expect(calls.length).toBeGreaterThan(8)
  for (const call of calls)
    for (const [client, expected] of [
      [guest, /^401/],
      [ann.client, /^403/],
      [broadcaster.client, /^403/],
    ] as const)
      expect([call.path, await outcome(client(call, { ...call.example } as never))]).toEqual([call.path, expect.stringMatching(expected)])
})
