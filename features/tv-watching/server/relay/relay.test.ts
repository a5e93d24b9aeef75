import { expect, test, vi } from 'vitest'
import { tvSourcesContract } from '#features/tv-sources/contract.ts'
import { tvWatchingContract } from '../../contract.ts'
import { createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { sendList, sendPart, startStreamSource } from '#test/stream-source.ts'
import { makeTvChannel } from '#test/television.ts'
import { startRelayedStreams, type RelayCaller } from '#test/relayed-streams.ts'

const {
  source,
  server,
  db,
  guest,
  clientFor,
  belgium,
  operator,
  listed,
  setRelay,
  agent,
  segment,
  relayedChannel,
  one,
  get,
  cookieOf,
  opened,
  namedIn,
  followed,
} = await startRelayedStreams()

test('a stream whose server requires headers is relayed, from its master playlist to its bytes, without data about the viewer', async () => {
  const viewer = await createUser(server)
  for (const cookie of [undefined, cookieOf(viewer)]) {
    source.requests.length = 0
    const { part } = await followed(one.id, cookie)
    const { statusCode, headers, rawPayload } = await get(part, cookie)
    expect([statusCode, rawPayload.equals(segment)]).toEqual([200, true])
    expect(headers).toMatchObject({
      'content-type': 'video/mp2t',
      'content-length': String(segment.length),
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    })
    expect([headers['set-cookie'], headers['x-secret'], headers['access-control-allow-origin']]).toEqual([undefined, undefined, undefined])
    expect(source.requests.map(({ path }) => path)).toEqual(['/one/index.m3u8', '/one/low.m3u8', '/one/a.ts'])
    for (const { headers: sentHeaders } of source.requests) {
      expect([sentHeaders['user-agent'], sentHeaders.cookie, sentHeaders['accept-encoding']]).toEqual([agent, 'list=secret', 'identity'])
      expect(JSON.stringify(sentHeaders)).not.toContain(viewer.cookie)
      expect(Object.keys(sentHeaders).filter((name) => /forward|authorization|referer|x-/.test(name))).toEqual([])
    }
  }
})

test('a stream continues while it is watched', async () => {
  const { media, part } = await followed(one.id)
  for (let index = 0; index < 12; index++) for (const url of [media, part]) expect((await get(url)).statusCode).toBe(200)
})

test('an address is valid only for its session', async () => {
  const [ann, bob] = [await createUser(server), await createUser(server)]
  const otherCallers: [RelayCaller | undefined, (RelayCaller | undefined)[]][] = [
    [cookieOf(ann), [undefined, cookieOf(bob), { headers: { cookie: 'media_session=' } }]],
    [undefined, [{ remoteAddress: '192.0.2.9' }, { headers: { 'user-agent': 'Other' } }]],
  ]
  for (const [cookie, others] of otherCallers) {
    const addresses = Object.values(await followed(one.id, cookie))
    for (const url of addresses) {
      expect((await get(url, cookie)).statusCode).toBe(200)
      for (const other of others) expect([url, other, (await get(url, other)).statusCode]).toEqual([url, other, 404])
    }
  }
})

test('a modified or expired address is invalid', async () => {
  const { master, media, part } = await followed(one.id)
  const other = await relayedChannel()
  const [path = '', query = ''] = part.split('?')
  const [until, user, signature, address] = query.split('.') as [string, string, string, string]
  const otherUrl = Buffer.from(source.url('/one/b.ts')).toString('base64url')
  const changed = [
    `${path}?${Number(until) + 60}.${user}.${signature}.${address}`,
    `${path}?${until}.${user}.${signature}.${otherUrl}`,
    `${path}?${until}.${user}.${signature.slice(0, -1)}${signature.endsWith('A') ? 'B' : 'A'}.${address}`,
    `${path}?${until}.AAAAAAAAAAA.${signature}.${address}`,
    `${path}?${until}.${user}..${address}`,
    `${path}?${address}`,
    path,
    part.replace('/part?', '/list?'),
    media.replace('/list?', '/part?'),
    part.replace('/live/', `/${'A'.repeat(11)}/`),
    part.replace(one.id, other.id),
    part.replace(one.id, 'none'),
    master.replace('.', ''),
  ]
  for (const url of changed) expect([url, (await get(url)).statusCode]).toEqual([url, 404])
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6 * 3_600_000 + 1000 })
  try {
    for (const url of [master, media, part]) expect((await get(url)).statusCode).toBe(404)
  } finally {
    vi.useRealTimers()
  }
})

test('streams are not opened for readers who may not watch, nor for other sites', async () => {
  const adult = await relayedChannel({ adult: true })
  const off = await relayedChannel({ is_off: true })
  const blocked = await relayedChannel({ blocked_countries: [belgium] })
  const byHand = await makeTvChannel(db, { stream_url: source.url('/one/index.m3u8') })
  const status = async (id: string, cookie?: RelayCaller, play = 'live') =>
    (await get(`/media/relay/${id}/${play}/open`, cookie)).statusCode
  const inBelgium = { remoteAddress: '127.0.0.1', headers: { 'x-country': 'BE' } }
  const [young, grown] = [
    await createUser(server),
    await createUser(server, { adult_content: true, adult_passed_at: new Date(), birthday: new Date('1980-01-01') }),
  ]
  expect(await status(one.id)).toBe(302)
  expect([await status(adult.id), await status(adult.id, cookieOf(young)), await status(adult.id, cookieOf(grown))]).toEqual([
    403, 403, 302,
  ])
  expect([await status(blocked.id, inBelgium), await status(blocked.id)]).toEqual([451, 302])
  // Forged headers change nothing.
  const forged = { 'x-country': 'NL', 'cf-ipcountry': 'NL', 'x-forwarded-for': '8.8.8.8' }
  expect(await status(blocked.id, { remoteAddress: '193.191.1.1', headers: forged })).toBe(451)
  expect([await status(off.id), await status(byHand.id), await status('AAAAAAAAAAA'), await status('x')]).toEqual([404, 404, 404, 404])
  expect([await status(one.id, undefined, 'AAAAAAAAAAA'), await status(one.id, undefined, '%00')]).toEqual([404, 404])
  expect(await status(one.id, { headers: { 'sec-fetch-site': 'cross-site' } })).toBe(403)
  await setRelay(false)
  expect(await status(one.id)).toBe(404)
  await setRelay(true)
})

test('a channel that is blocked, disabled, marked as adult or no longer relayed stops at the next playlist', async () => {
  const inBelgium = { remoteAddress: '127.0.0.1', headers: { 'x-country': 'BE', 'x-forwarded-for': '193.191.1.1' } }
  const changes = [
    [{ blocked_countries: [belgium] }, 451],
    [{ adult: true }, 403],
    [{ is_off: true }, 404],
    [{ gone_at: new Date() }, 404],
  ] as const
  for (const [change, expected] of changes) {
    const tv = await relayedChannel()
    const { master, media } = await followed(tv.id, inBelgium)
    await db
      .updateTable('tv_channel')
      .set({ ...change, ...('blocked_countries' in change && { blocked_countries: [...change.blocked_countries] }) } as never)
      .where('id', '=', tv.id)
      .execute()
    for (const url of [master, media]) expect([change, (await get(url, inBelgium)).statusCode]).toEqual([change, expected])
  }
  const otherAddress = { remoteAddress: '198.51.100.20' }
  const { media } = await followed(one.id, otherAddress)
  await setRelay(false)
  expect((await get(media, otherAddress)).statusCode).toBe(404)
  await setRelay(true)
  // After the login has ended, the stream ends too.
  const ann = await createUser(server)
  const annsStream = await followed(one.id, cookieOf(ann))
  await db.deleteFrom('session').where('account_id', '=', ann.id).execute()
  expect((await get(annsStream.media, cookieOf(ann))).statusCode).toBe(404)
})

test('a programme plays from its beginning, and on-demand videos play', async () => {
  const tv = await relayedChannel({ catchup_mode: 'shift' }, [
    ['News', -30, 60],
    ['Tomorrow', 600, 60],
  ])
  const [programme, coming] = tv.programmes as [string, string]
  source.requests.length = 0
  const list = await opened(tv.id, undefined, programme)
  expect((await get(list)).statusCode).toBe(200)
  expect(source.requests.at(-1)?.path).toMatch(/^\/one\/index\.m3u8\?utc=\d+&lutc=\d+$/)
  expect((await get(`/media/relay/${tv.id}/${coming}/open`)).statusCode).toBe(404)
  await db
    .insertInto('tv_item')
    .values({ id: 'RelayItem01', channel_id: tv.id, title: 'Film', url: source.url('/film.mp4'), position: 1, hash: 1 })
    .execute()
  source.answers.set('/film.mp4', (response, { headers: { range } }) =>
    response
      .writeHead(range ? 206 : 200, { 'content-type': 'video/mp4', ...(range && { 'content-range': 'bytes 2-3/6' }) })
      .end(range ? 'lm' : 'a film'),
  )
  const film = await opened(tv.id, undefined, 'RelayItem01')
  expect((await get(film)).body).toBe('a film')
  const part = await get(film, { headers: { range: 'bytes=2-3' } })
  expect([part.statusCode, part.headers['content-range'], part.body]).toEqual([206, 'bytes 2-3/6', 'lm'])
})

test('errors of a source are distinguished, and its response is never relayed', async () => {
  const list = (line: string) => sendList(['#EXTM3U', '#EXTINF:4,', line])
  const html = Buffer.from('<script>alert(1)</script>')
  const cases: [string, Parameters<typeof source.answers.set>[1] | undefined, number][] = [
    ['missing', undefined, 410],
    ['refused', (response) => response.writeHead(403).end(), 403],
    ['broken', (response) => response.writeHead(500).end(), 424],
    ['dies', (response) => response.destroy(), 424],
    [
      'ends early',
      (response) => response.writeHead(200, { 'content-length': 900 }).write('#EXTM3U\n#EXTINF:4,\n', () => response.destroy()),
      424,
    ],
    ['a page', sendPart(html, 'text/html'), 415],
    ['a page that calls itself a list', sendPart(html, 'application/vnd.apple.mpegurl'), 415],
    ['packed', sendList(['#EXTM3U'], { 'content-encoding': 'gzip' }), 424],
    ['to this machine', (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/x.m3u8' }).end(), 403],
    ['to a private net', (response) => response.writeHead(302, { location: 'http://10.0.0.1/x.m3u8' }).end(), 403],
    ['to a file', (response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(), 403],
    ['round and round', (response) => response.writeHead(302, { location: '/case' }).end(), 424],
    ['megabytes', (response) => response.writeHead(200).end(`#EXTM3U\n${'# x\n'.repeat(600_000)}`), 415],
    ['100,000 lines', (response) => response.writeHead(200).end(`#EXTM3U\n${'a.ts\n'.repeat(100_000)}`), 415],
    ['a file of the server', list('file:///etc/passwd'), 415],
  ]
  const tv = await relayedChannel({ stream_url: source.url('/case') })
  const master = await opened(tv.id)
  for (const [name, response, expected] of cases) {
    if (response) source.answers.set('/case', response)
    else source.answers.delete('/case')
    const { statusCode, body } = await get(master)
    expect([name, statusCode]).toEqual([name, expected])
    expect(body).not.toMatch(/script>|127\.0\.0\.1/)
  }
  // Parts, and their redirects, are checked like playlists.
  for (const [name, response, expected] of [
    ['a page', sendPart(html, 'text/html'), 415],
    ['a picture that scripts', sendPart(html, 'image/svg+xml'), 415],
    ['another list', sendList(['#EXTM3U']), 415],
    ['to this machine', (response) => response.writeHead(302, { location: 'http://localhost/x.ts' }).end(), 403],
  ] as typeof cases) {
    source.answers.set('/case', list('/part'))
    source.answers.set('/part', response!)
    const [part] = namedIn(master, (await get(master)).body) as [string]
    expect([name, (await get(part)).statusCode]).toEqual([name, expected])
  }
  for (const inner of ['http://127.0.0.1:1/a.ts', 'http://[::1]/a.ts', 'http://192.168.1.1/a.ts', 'http://metadata.internal/a.ts']) {
    source.answers.set('/case', list(inner))
    const [part] = namedIn(master, (await get(master)).body) as [string]
    expect([inner, (await get(part)).statusCode]).toEqual([inner, 403])
  }
})

test('a list’s credentials are sent only to its server', async () => {
  const other = await startStreamSource()
  const second = await startTestServer({ OUTBOUND_ALLOW: `${source.host},${other.host}` })
  await second.db.insertInto('tv_source').values({ id: listed.source_id, kind: 'm3u', name: 'l', is_relayed: true }).execute()
  const tv = await makeTvChannel(second.db, { stream_url: source.url('/moved') })
  const headers = JSON.stringify({
    cookie: 'list=secret',
    Authorization: 'Basic x',
    Referer: 'https://tv.example/',
    Host: 'x',
    'X-Forwarded-For': '1.1.1.1',
  })
  await second.db
    .updateTable('tv_channel')
    .set({ ...listed, stream_headers: headers })
    .where('id', '=', tv.id)
    .execute()
  source.answers.set('/moved', (response) => response.writeHead(302, { location: other.url('/new') }).end())
  other.answers.set('/new', sendList(['#EXTM3U', '#EXTINF:4,', 'a.ts']))
  source.requests.length = 0
  const { headers: found } = await second.app.inject({ url: `/media/relay/${tv.id}/live/open`, headers: { 'user-agent': 'B' } })
  const { statusCode } = await second.app.inject({ url: String(found.location), headers: { 'user-agent': 'B' } })
  expect(statusCode).toBe(200)
  expect(source.requests[0]!.headers).toMatchObject({ cookie: 'list=secret', authorization: 'Basic x', referer: 'https://tv.example/' })
  const movedHeaders = other.requests[0]!.headers
  expect([movedHeaders.cookie, movedHeaders.authorization, movedHeaders.referer, movedHeaders['x-forwarded-for']]).toEqual([
    undefined,
    undefined,
    'https://tv.example/',
    undefined,
  ])
  expect(movedHeaders.host).toBe(other.host)
})

test('operators set and see whether a list is relayed', async () => {
  const [list] = (await operator.client(tvSourcesContract.listTvSources, {})).filter(({ id }) => id === listed.source_id)
  expect(list).toMatchObject({ is_relayed: true })
  expect(await guest(tvWatchingContract.getTvChannel, { params: { id: one.id } })).toMatchObject({ is_relayed: true, needs_headers: true })
  const ann = await createUser(server)
  const change = { params: { id: listed.source_id }, body: { is_relayed: false } }
  await expect(ann.client(tvSourcesContract.updateTvSource, change)).rejects.toMatchObject({ status: 403 })
  await expect(clientFor()(tvSourcesContract.updateTvSource, change)).rejects.toMatchObject({ status: 401 })
  await expect(
    operator.client(tvSourcesContract.updateTvSource, { ...change, body: { is_relayed: 'maybe' as never } }),
  ).rejects.toMatchObject({
    status: 422,
  })
})
