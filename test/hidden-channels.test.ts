import { expect, test } from 'vitest'
import { type Endpoint, fillPath } from '#kit/contract/endpoint.ts'
import { setPersonRemoved } from '#features/accounts/server/queries/people.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { examples } from '#features/channels/contract/examples.ts'
import { status } from '#features/channels/rules.ts'
import { setRemoved } from '#features/channels/server/queries/removals.ts'
import { dataRightsContract } from '#features/data-rights/contract.ts'
import { notify } from '#features/notifications/server/notify.ts'
import { sharingContract } from '#features/sharing/contract.ts'
import { socialContract } from '#features/social/contract.ts'
import { guideContract, guideExamples } from '#features/guide/contract.ts'
import { tvSourcesContract } from '#features/tv-sources/contract.ts'
import { tvSourcesExamples } from '#features/tv-sources/examples.ts'
import { tvWatchingContract } from '#features/tv-watching/contract.ts'
import { watchingContract } from '#features/watching/contract.ts'
import { makeFilledChannel } from './channels.ts'
import { password, type Person, createUser } from './people.ts'
import { startTestServer } from './serve.ts'
import { countryId, makeTvChannel } from './television.ts'

const server = await startTestServer({ RATE_LIMITS: 'off' })
const { app, db } = server
const change = ({ client }: Person, id: string, body: object) => client(channelsContract.updatePlaylist, { params: { id }, body })
const keyOf = async (id: string) => (await db.selectFrom('playlist').select('key').where('id', '=', id).executeTakeFirstOrThrow()).key

/** Ways to hide a public channel from others. @returns the channel's new id, if it has one */
const waysToHide: Readonly<Record<string, (owner: Person, id: string) => Promise<string | undefined>>> = {
  'is private': async (owner, id) => (await change(owner, id, { status_id: status.private })).id,
  'is behind a private link': async (owner, id) => (await change(owner, id, { status_id: status.privateLink })).id,
  'is for adults': async (owner, id) => (await change(owner, id, { adult: true })).id,
  'is deleted': async ({ client }, id) => (await client(channelsContract.deletePlaylist, { params: { id } }), undefined),
  'was removed by an operator': async (_, id) => (await setRemoved(db, { type: 'playlist', key: await keyOf(id) }, true), undefined),
  'belongs to a user removed by an operator': async (owner) => (await setPersonRemoved(db, owner.id, true), undefined),
  'belongs to a user who requested deletion': async ({ client }) => (
    await client(dataRightsContract.askDeletion, { body: { password } }),
    undefined
  ),
}

test.each(Object.keys(waysToHide))('a channel that %s is hidden from its followers, viewers, notified users and others', async (way) => {
  const [ann, bob] = [await createUser(server), await createUser(server)]
  const slug = `hidden-${Object.keys(waysToHide).indexOf(way)}`
  const { playlistId, seriesId, videoIds } = await makeFilledChannel(db, ann.client, ['Secret film'])
  const [videoId] = videoIds as [string]
  await change(ann, playlistId, { name: 'Secret channel', description: 'Secret words', slug })
  await bob.client(socialContract.follow, { body: { following_type: 'playlist', following_id: playlistId } })
  await bob.client(watchingContract.createView, { body: { viewable_type: 'video', viewable_id: videoId } })
  const key = await keyOf(playlistId)
  await notify(db, { kind: 'new_items', to: bob.id, subject: { type: 'playlist', key } })
  await notify(db, { kind: 'direct_share', to: bob.id, subject: { type: 'video', key: videoId } })

  const pages = [`/en/playlists?playlist=${playlistId}&video=${videoId}`, `/en/playlists?playlist=${playlistId}`, `/en/${slug}`]
  const framed = [`/embed/${videoId}`, `/embed/channel/${playlistId}`, `/embed/channel/${playlistId}?serie=${seriesId}`]
  const publicPaths = [
    ...framed,
    ...[...pages, ...framed].map((page) => `/api/oembed?${new URLSearchParams({ url: `http://choice.test${page}` }).toString()}`),
    ...['xml', 'json'].flatMap((format) => [`/feeds/${playlistId}.${format}`, `/feeds/${playlistId}/${seriesId}.${format}`]),
    ...[`playlist/${playlistId}`, `serie/${seriesId}`, `video/${videoId}`].map((path) => `/media/cards/${path}.jpg`),
  ]
  const userPaths = ['/api/notifications', '/api/user/following', '/api/user/subscriptions', '/api/view/list', '/api/user/continue']
  const get = (url: string, caller?: Person, etag?: string) =>
    app.inject({ url, headers: { ...(caller && { authorization: `Bearer ${caller.token}` }), ...(etag && { 'if-none-match': etag }) } })
  const etags = new Map<string, string>()
  for (const url of publicPaths) {
    const { statusCode, headers } = await get(url)
    expect([url, statusCode]).toEqual([url, 200])
    etags.set(url, headers.etag ?? '*')
  }
  expect((await Promise.all(userPaths.map((url) => get(url, bob)))).filter(({ body }) => body.includes('Secret'))).not.toEqual([])

  const newId = await waysToHide[way]!(ann, playlistId)
  for (const caller of [undefined, bob])
    for (const url of publicPaths)
      for (const etag of [undefined, etags.get(url)]) {
        const { statusCode, body, headers } = await get(url, caller, etag)
        expect([url, statusCode, headers.etag]).toEqual([url, 404, undefined])
        expect(headers['cache-control']).toBe('no-store')
        expect(body).not.toContain('Secret')
      }
  for (const url of [...userPaths, '/sitemap.xml', `/api/playlists/slug/${slug}`]) {
    const { body } = await get(url, bob)
    expect(body).not.toContain('Secret')
    if (newId !== playlistId && newId !== undefined) expect(body).not.toContain(newId)
  }
  const shared = bob.client(sharingContract.share, { body: { shareable_type: 'video', shareable_id: videoId, network: 'link' } })
  await expect(shared).rejects.toMatchObject({ status: way === 'is for adults' ? 403 : 404 })
})

test('no call reveals the stream of a TV channel or its copies to a user who may not watch it', async () => {
  const ann = await createUser(server)
  const belgium = await countryId(db, 'BE')
  const secret = 'secret.live.test'
  const addresses = { stream_url: `https://${secret}/index.m3u8`, dvr_base: `https://${secret}/dvr`, catchup_days: 7 }
  const programmes = [
    ['Secret match', -100, 60],
    ['Secret match', -10, 60],
    ['Secret match', 60, 60],
  ] as const
  const blocked = await makeTvChannel(db, { name: 'Secret sport', blocked_countries: [belgium], ...addresses }, programmes)
  const adult = await makeTvChannel(db, { name: 'Secret night', adult: true, ...addresses }, programmes)
  for (const { id } of [blocked, adult])
    await db
      .insertInto('tv_item')
      .values({ channel_id: id, title: 'Secret', url: `https://${secret}/film.mp4`, position: 1, hash: 1 })
      .execute()
  const { playlistId, seriesId } = await makeFilledChannel(db, ann.client, ['Free'])
  const copied = await ann.client(tvWatchingContract.copyTvChannel, { body: { channel_id: blocked.id, series_id: seriesId } })
  expect(copied.src).toContain(secret)

  const bob = await createUser(server)
  const inBelgium = '193.191.1.1'
  const send = (method: Endpoint['method'], url: string, body: unknown, caller: Person | undefined) =>
    app.inject({
      method,
      url,
      remoteAddress: inBelgium,
      headers: {
        ...(caller && { authorization: `Bearer ${caller.token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    })
  const viewerEndpoints = Object.values({ ...tvSourcesContract, ...guideContract, ...tvWatchingContract } as Record<
    string,
    Endpoint
  >).filter(({ access }) => access !== 'operator')
  expect(viewerEndpoints.length).toBeGreaterThan(20)
  for (const channel of [blocked, adult])
    for (const programme of channel.programmes) {
      const exampleIds: [string, string][] = [
        [tvSourcesExamples.tvChannel, channel.id],
        [guideExamples.programme, programme],
        [guideExamples.title, 'Secret match'],
        [examples.series, seriesId],
        [examples.playlist, playlistId],
      ]
      const withOwnIds = <T>(example: T): T =>
        JSON.parse(exampleIds.reduce((text, [shownId, id]) => text.replaceAll(shownId, id), JSON.stringify(example ?? {}))) as T
      for (const { method, path, example } of viewerEndpoints) {
        const query = new URLSearchParams({
          ...withOwnIds(example?.query),
          ...(path.endsWith('/search') && method === 'GET' && { query: 'secret' }),
        })
        const body = example?.body && { ...withOwnIds(example.body), ...(path.startsWith('/api/channel/') && { query: 'secret' }) }
        for (const caller of [undefined, bob, ann]) {
          const response = await send(method, `${fillPath(path, withOwnIds(example?.params))}?${query.toString()}`, body, caller)
          expect([path, response.statusCode < 500, response.body.includes(secret)]).toEqual([path, true, false])
          if (channel === adult) expect([path, response.body.includes('Secret night')]).toEqual([path, false])
        }
      }
    }
  // A request can't change its country with forged headers.
  const forged = [
    'x-forwarded-for',
    'x-real-ip',
    'forwarded',
    'true-client-ip',
    'cf-connecting-ip',
    'cf-ipcountry',
    'x-country',
    'x-vercel-ip-country',
  ]
  await db.insertInto('tv_source').values({ id: 'HiddenList1', kind: 'm3u', name: 'hidden.m3u', is_relayed: true }).execute()
  const listColumnValues = { source_id: 'HiddenList1', list_name: 'Hidden', list_url: 'https://list.test/' }
  for (const [hash, { id }] of [blocked, adult].entries())
    await db
      .updateTable('tv_channel')
      .set({ ...listColumnValues, hash, stream_headers: JSON.stringify({ Referer: `https://${secret}/` }) })
      .where('id', '=', id)
      .execute()
  for (const [{ id, programmes }, expected] of [
    [blocked, 451],
    [adult, 403],
  ] as const)
    for (const play of ['live', ...programmes])
      for (const url of [`/media/relay/${id}/${play}/open`, `/api/channel/${id}/stream.m3u${play === 'live' ? '' : `?play=${play}`}`])
        for (const header of [undefined, ...forged]) {
          const headers =
            header === undefined ? {} : { [header]: /country/.test(header) ? 'NL' : header === 'forwarded' ? 'for=8.8.8.8' : '8.8.8.8' }
          const cookie = { cookie: `media_session=${bob.cookie}`, authorization: `Bearer ${bob.token}` }
          for (const login of [{}, cookie]) {
            const response = await app.inject({ url, remoteAddress: inBelgium, headers: { ...headers, ...login } })
            expect([url, header, response.statusCode, JSON.stringify([response.body, response.headers]).includes(secret)]).toEqual([
              url,
              header,
              expected,
              false,
            ])
          }
        }
  const places = [
    `/api/playlists/${playlistId}`,
    `/api/videos/${copied.id}`,
    `/api/series/${copied.series_id}`,
    `/embed/${copied.id}`,
    `/embed/channel/${playlistId}`,
    '/sitemap.xml',
    '/api/notifications',
    '/api/user/following',
    '/api/view/list',
    '/api/user/continue',
    '/api/home',
    ...[blocked, adult].flatMap(({ id, programmes }) => [
      `/en/tiers?channel=${id}`,
      `/en/tiers?channel=${id}&epgId=${programmes[1]}`,
      `/embed/${id}`,
    ]),
    ...['xml', 'json'].flatMap((format) => [`/feeds/${playlistId}.${format}`, `/feeds/${playlistId}/${seriesId}.${format}`]),
    `/api/oembed?${new URLSearchParams({ url: `http://choice.test/en/playlists?playlist=${playlistId}&video=${copied.id}` }).toString()}`,
  ]
  for (const url of places)
    for (const caller of [undefined, bob, ann])
      expect([url, (await send('GET', url, undefined, caller)).body.includes(secret)]).toEqual([url, false])
}, 60_000)
