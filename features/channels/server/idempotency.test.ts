import { expect, test } from 'vitest'
import { newId } from '#kit/server/ids.ts'
import { fillSeries, makeChannel, makeFilledChannel, makeGroup, makeTeam, outcome } from '#test/channels.ts'
import { createUser } from '#test/people.ts'
import { type Client, startTestServer } from '#test/serve.ts'
import { startFakeSite } from '#test/site.ts'
import { channelsContract as contract } from '../contract.ts'
import { limits } from '../limits.ts'
import { positionGap } from './positions.ts'
import { insertPlaylists } from './queries/playlist-writes.ts'

const films = await startFakeSite()
const server = await startTestServer({ OUTBOUND_ALLOW: films.host, RATE_LIMITS: 'off' })
const { db } = server
const [ann, bob] = await Promise.all([createUser(server), createUser(server)])
const withKey = (key: string, { token } = ann, teamId?: string) =>
  server.clientFor({ token, headers: { 'idempotency-key': key }, ...(teamId && { teamId }) })

/** Counts channels, groups, series and videos. */
async function count() {
  const of = async (table: 'playlist' | 'playlist_group' | 'series' | 'video') =>
    (
      await db
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
    ).count
  return { channels: await of('playlist'), groups: await of('playlist_group'), series: await of('series'), videos: await of('video') }
}

interface Place {
  playlistId: string
  seriesId: string
  videoIds: string[]
  groupId: string
}
type CreationCall = (client: Client, place: Place, other?: boolean) => Promise<unknown>
/** Calls that create things, with the numbers of things that each creates. With `other`, the call has another body. */
const creationCalls: Record<string, { make: CreationCall; makes: Partial<Awaited<ReturnType<typeof count>>> }> = {
  createPlaylist: { make: (client, _, other = false) => makeChannel(client, { name: other ? 'Other' : 'One' }), makes: { channels: 1 } },
  createSeries: {
    make: (client, { playlistId }, other = false) =>
      client(contract.createSeries, { body: { playlist_id: playlistId, name: other ? 'Other' : 'One' } }),
    makes: { series: 1 },
  },
  'createSeries with videos': {
    make: (client, { playlistId }, other = false) =>
      client(contract.createSeries, {
        body: { playlist_id: playlistId, name: 'One', videos: [{ src: films.page(other ? 'X' : 'A') }, { src: films.page('B') }] },
      }),
    makes: { series: 1, videos: 2 },
  },
  addVideos: {
    make: (client, { seriesId }, other = false) =>
      client(contract.addVideos, { params: { id: seriesId }, body: { videos: [{ src: films.page('A'), title: other ? 'X' : 'A' }] } }),
    makes: { videos: 1 },
  },
  addLinks: {
    make: (client, { playlistId }, other = false) =>
      client(contract.addLinks, { params: { id: playlistId }, body: [films.page('A'), films.page(other ? 'X' : 'B')] }),
    makes: { videos: 2 },
  },
  insertLinks: {
    make: (client, { playlistId, seriesId }, other = false) =>
      client(contract.insertLinks, {
        params: { playlist: playlistId, series: seriesId, index: 0 },
        body: [films.page(other ? 'X' : 'A')],
      }),
    makes: { videos: 1 },
  },
  copyPlaylist: {
    make: (client, { playlistId }, other = false) =>
      client(contract.copyPlaylist, { body: { playlist_id: playlistId, status_id: other ? 3 : 1 } }),
    makes: { channels: 1, series: 1, videos: 2 },
  },
  createGroup: {
    make: (client, { playlistId }, other = false) => makeGroup(client, [playlistId], { name: other ? 'Other' : 'One' }),
    makes: { groups: 1 },
  },
  copyGroup: {
    make: (client, { groupId }, other = false) =>
      client(contract.copyGroup, { params: { id: groupId }, body: { position: other ? 1 : 0 } }),
    makes: { groups: 1, channels: 1 },
  },
  copySeries: {
    make: (client, { playlistId, seriesId }, other = false) =>
      client(contract.copySeries, { body: { series_id: seriesId, playlist_id: playlistId, name: other ? 'Other' : 'One' } }),
    makes: { series: 1, videos: 2 },
  },
  copyVideo: {
    make: (client, { playlistId, videoIds }, other = false) =>
      client(contract.copyVideo, { body: { video_id: videoIds[other ? 1 : 0]!, playlist_id: playlistId } }),
    makes: { videos: 1 },
  },
}

test('all endpoints with an idempotency key are tested', () => {
  const declared = Object.entries(contract).flatMap(([name, endpoint]) => ('idempotencyKey' in endpoint ? [name] : []))
  expect(new Set(Object.keys(creationCalls).map((name) => name.split(' ')[0]))).toEqual(new Set(declared))
})

test.for(Object.entries(creationCalls))(
  '%s with a repeated key returns the first response and creates nothing',
  async ([, { make, makes }]) => {
    const { id: groupId } = await makeGroup(ann.client, [(await makeChannel(ann.client)).id])
    const at = { ...(await makeFilledChannel(db, ann.client)), groupId }
    const before = await count()
    const after = { ...before }
    for (const [kind, count] of Object.entries(makes)) after[kind as keyof typeof after] += count
    const client = withKey(newId())
    const [first, ...more] = await Promise.all([make(client, at), make(client, at), make(client, at)])
    for (const response of [...more, await make(client, at)]) expect(response).toEqual(first)
    expect(await count()).toEqual(after)
    expect(await outcome(make(client, at, true))).toBe('409 key_reused')
    expect(await count()).toEqual(after)
    // A call without a key or with another key is a new call.
    await make(ann.client, at)
    await make(withKey(newId()), at)
    for (const [kind, count] of Object.entries(makes)) after[kind as keyof typeof after] += 2 * count
    expect(await count()).toEqual(after)
  },
)

test('a key belongs to one user and to the owner they act for', async () => {
  const key = newId()
  const teamId = await makeTeam(db, { members: [ann, bob] })
  const [first, second] = [await makeChannel(withKey(key)), await makeChannel(withKey(key, bob))]
  expect(second.id).not.toBe(first.id)
  expect(await outcome(makeChannel(withKey(key, ann, teamId)))).toBe('409 key_reused')
})

test('a repeated call at the limit returns the first response, also concurrently', async () => {
  const carl = await createUser(server)
  const rows = Array.from({ length: limits.playlists - 1 }, (_, index) => ({
    id: newId(),
    name: 'One of many',
    status_id: 1,
    position: index * positionGap,
  }))
  await insertPlaylists(
    db,
    rows.map((row) => ({ ...row, user_id: carl.id })),
  )
  const client = withKey(newId(), carl)
  const [first, second] = await Promise.all([makeChannel(client), makeChannel(client)])
  expect(second.id).toBe(first.id)
  expect((await makeChannel(client)).id).toBe(first.id)
  expect(await outcome(makeChannel(carl.client))).toBe('422 playlist_limit name')

  const { seriesId } = await makeFilledChannel(db, ann.client, [])
  await fillSeries(db, seriesId, Array.from({ length: limits.videos - 1 }, String))
  const add = withKey(newId())
  const videos = [{ src: films.file('last'), title: 'Last' }]
  const [added, again] = [
    await add(contract.addVideos, { params: { id: seriesId }, body: { videos } }),
    await add(contract.addVideos, { params: { id: seriesId }, body: { videos } }),
  ]
  expect(again.videos.length).toBe(limits.videos)
  expect(again.videos.at(-1)).toEqual(added.videos.at(-1))
})

test('a refused call is not stored, and a deleted thing is not created again', async () => {
  const client = withKey(newId())
  expect(await outcome(makeChannel(client, { name: '' }))).toBe('422 invalid name')
  const { id } = await makeChannel(client)
  await ann.client(contract.deletePlaylist, { params: { id } })
  expect(await outcome(makeChannel(client))).toBe('404 not_found')
})

test.each(['x'.repeat(256), 'two words', 'café'])('"%s" is an invalid key', async (key) => {
  const before = await count()
  expect(await outcome(makeChannel(withKey(key)))).toBe('400 malformed')
  expect(await count()).toEqual(before)
})

test('a stored call is small and expires after a day', async () => {
  const { seriesId } = await makeFilledChannel(db, ann.client)
  const key = newId()
  const add = () => withKey(key)(contract.addVideos, { params: { id: seriesId }, body: { videos: [{ src: films.file('a'), title: 'A' }] } })
  const before = (await add()).videos.length
  const storedCalls = await db.selectFrom('idempotency_key').select('answer').execute()
  expect(storedCalls.every(({ answer }) => answer.length < 50)).toBe(true)
  await db
    .updateTable('idempotency_key')
    .set({ made_at: new Date(Date.now() - 24.1 * 3_600_000) })
    .execute()
  expect((await add()).videos.length).toBe(before + 1)
})

test('the API description documents the header', async () => {
  const document = (await server.app.inject('/api/openapi.json')).json<{
    paths: Record<string, Record<string, { parameters: { $ref?: string }[]; responses: object }>>
    components: { parameters: object }
  }>()
  const { parameters, responses } = document.paths['/api/playlists']!['post']!
  expect(parameters).toContainEqual({ $ref: '#/components/parameters/IdempotencyKey' })
  expect(document.components.parameters).toHaveProperty('IdempotencyKey.name', 'Idempotency-Key')
  expect(responses).toHaveProperty('409')
})
