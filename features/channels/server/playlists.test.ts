import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newId } from '#kit/server/ids.ts'
import { fillSeries, makeChannel, makeFilledChannel, makeSeries, makeTeam, outcome } from '#test/channels.ts'
import { hostilePictures, secretText } from '#test/hostile-pictures.ts'
import { createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { startFakeSite } from '#test/site.ts'
import { channelsContract as contract } from '../contract.ts'
import { limits } from '../limits.ts'
import { status } from '../rules.ts'
import { positionGap } from './positions.ts'
import { insertPlaylists } from './queries/playlist-writes.ts'
import { tileFlags } from './queries/reader-flags.ts'

const films = await startFakeSite()
const server = await startTestServer({ OUTBOUND_ALLOW: films.host })
const { db, guest } = server
const [ann, bob] = await Promise.all([createUser(server), createUser(server)])
const picture = await fetch(films.picture).then((response) => response.blob())
const ownPicture = /^\/media\/pictures\/\w{16}-600x400-[\da-f]{6}\/960\.webp$/

const read = (id: string, client = ann.client) => client(contract.getPlaylist, { params: { id } })
type PlaylistChange = NonNullable<Parameters<typeof ann.client<typeof contract.updatePlaylist>>[1]['body']>
const change = (id: string, body: PlaylistChange, client = ann.client) => client(contract.updatePlaylist, { params: { id }, body })
/** Inserts `count` channels directly into the database. */
const fillOwner = (owner: { user_id: string; team_id?: string }, count: number) =>
  insertPlaylists(
    db,
    Array.from({ length: count }, (_, index) => ({
      id: newId(),
      name: 'One of many',
      status_id: 1,
      position: index * positionGap,
      ...owner,
    })),
  )

test('a channel is created with all fields of a form', async () => {
  const channel = await ann.client(contract.createPlaylist, {
    body: {
      name: ' Night trains ',
      status_id: 3,
      description: 'Sleepers',
      tags: ['rail', 'Rail', ' ', 'night'],
      adult: false,
      icon: films.picture,
    },
  })
  expect(channel).toEqual({
    id: expect.stringMatching(/^[A-Za-z0-9]{11}$/),
    name: 'Night trains',
    description: 'Sleepers',
    is_cut: false,
    icon: expect.stringMatching(ownPicture),
    tags: ['rail', 'night'],
    status: 'Public',
    status_id: 3,
    slug: null,
    adult: false,
    user_id: ann.id,
    team_id: null,
    nickname: ann.nickname,
    may_edit: true,
    is_default: false,
    direct_publish: false,
    watch_later: false,
    is_archived: false,
    is_left: false,
    lock: null,
    maker_is_public: false,
    order: 0,
    finished: 0,
    is_locked: false,
    tiers: [],
    views: 0,
    ...Object.fromEntries(tileFlags.map((flag) => [flag, false])),
    videos: 0,
    has_buttons: false,
    likes: 0,
    liked: false,
    is_subscribed: false,
    related_videos: [],
    revision: 0,
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    source: null,
    series: [],
  })
  expect(await read(channel.id)).toEqual(channel)
})

test('a form is equivalent to JSON, including files', async () => {
  const form = server.clientFor({ token: ann.token, form: true })
  const channel = await form(contract.createPlaylist, {
    body: { name: 'Form', status_id: '1', is_left: true, tags: ['a', 'b'], icon: picture as File },
  })
  expect(channel).toMatchObject({
    name: 'Form',
    status: 'Private',
    is_left: true,
    tags: ['a', 'b'],
    icon: expect.stringMatching(ownPicture),
  })
  const body = new URLSearchParams({ _method: 'PATCH', name: 'Changed', 'tags[0]': 'c', finished: '1' }).toString()
  const headers = { authorization: `Bearer ${ann.token}`, 'content-type': 'application/x-www-form-urlencoded' }
  const response = await server.app.inject({ method: 'POST', url: `/api/playlists/${channel.id}`, headers, payload: body })
  expect(response.json()).toMatchObject({ name: 'Changed', tags: ['c'], finished: 1, is_left: true })
})

test('a picture that is too large is refused with its own error', async () => {
  const icon = new File([Buffer.alloc(1_400_001)], 'logo.png', { type: 'image/png' })
  await expect(ann.client(contract.createPlaylist, { body: { name: 'Big', status_id: 1, icon } })).rejects.toMatchObject({
    status: 422,
    body: { message: 'Logo must be less than 1MB.', errors: { icon: ['Logo must be less than 1MB.'] } },
  })
})

test('hostile pictures are refused with their field, and stored pictures have no location', async () => {
  const hostile = await hostilePictures()
  const { id } = await makeChannel(ann.client)
  const outcomes: string[] = []
  for (const { name, bytes, type = 'image/png' } of hostile) {
    const icon = new File([new Uint8Array(bytes)], 'logo', { type })
    const request = change(id, { icon }).then(
      ({ icon: address }) => Number(/-(\d+)x/.exec(address ?? '')?.[1]),
      (error: unknown) => {
        expect(error).toMatchObject({ status: 422, body: { code: 'picture_unreadable', errors: { icon: [expect.any(String)] } } })
        return 'refused'
      },
    )
    outcomes.push(`${name}: ${await request}`)
  }
  expect(outcomes).toEqual(hostile.map(({ name, outcome }) => `${name}: ${outcome}`))
  const { filesDir } = server.config
  const files = (await readdir(filesDir, { recursive: true })).filter((file) => file.endsWith('.webp'))
  expect(files.length).toBeGreaterThan(hostile.filter((item) => item.outcome !== 'refused').length)
  const containsSecret = await Promise.all(files.map(async (file) => (await readFile(join(filesDir, file))).includes(secretText)))
  expect(containsSecret).not.toContain(true)
})

test('a picture can be an already stored one, and can be removed', async () => {
  const { id, icon } = await ann.client(contract.createPlaylist, { body: { name: 'Icon', status_id: 1, icon: films.picture } })
  expect(await change(id, { icon: icon! })).toMatchObject({ icon })
  expect(await change(id, { name: 'Still there' })).toMatchObject({ icon })
  expect(await change(id, { icon: '' })).toMatchObject({ icon: null })
})

test.each([
  [{ name: '', status_id: 1 }, 'name'],
  [{ name: 'x'.repeat(51), status_id: 1 }, 'name'],
  [{ name: ['x'], status_id: 1 }, 'name'],
  [{ name: 'x\0', status_id: 1 }, 'name'],
  [{ name: 'x\ud800', status_id: 1 }, 'name'],
  [{ name: 'x' }, 'status_id'],
  [{ name: 'x', status_id: 4 }, 'status_id'],
  [{ name: 'x', status_id: 1, order: -1 }, 'order'],
  [{ name: 'x', status_id: 1, order: 1e20 }, 'order'],
  [{ name: 'x', status_id: 1, is_left: 'maybe' }, 'is_left'],
  [{ name: 'x', status_id: 1, description: 'x'.repeat(5001) }, 'description'],
  [{ name: 'x', status_id: 1, tags: ['x'.repeat(51)] }, 'tags.0', 'tags'],
  [{ name: 'x', status_id: 1, tags: Array.from({ length: 51 }, (_, index) => `tag ${index}`) }, 'tags'],
  [{ name: 'x', status_id: 1, icon: 'javascript:alert(1)' }, 'icon'],
  [{ name: 'x', status_id: 1, icon: 'http://127.0.0.1:1/x.png' }, 'icon'],
])('creation with %j is refused', async (body, ...fields) => {
  const response = await server.app.inject({
    method: 'POST',
    url: '/api/playlists',
    headers: { authorization: `Bearer ${ann.token}` },
    payload: body,
  })
  expect(response.statusCode).toBe(422)
  expect(Object.keys(response.json<{ errors: object }>().errors)).toEqual(fields)
})

test.each([
  ['white space', ' \u00a0\u3000\t'],
  ['joining signs', '\u200b\u200d\ufe0f'],
  ['signs that turn the direction', '\u202e\u2066'],
  ['letters that stand for none', '\u3164\u115f\u2800'],
])('names and tags of only %s are empty', async (_, blank) => {
  expect(await outcome(makeChannel(ann.client, { name: blank }))).toBe('422 invalid name')
  expect(await makeChannel(ann.client, { name: `${blank}😀`, tags: [blank, 'seen'] })).toMatchObject({ tags: ['seen'] })
})

test('an update changes only the given fields', async () => {
  const { id } = await makeChannel(ann.client, { name: 'Before', tags: ['kept'] })
  expect(await change(id, { description: 'New' })).toMatchObject({ name: 'Before', tags: ['kept'], description: 'New', status_id: 3 })
  expect(await change(id, { name: 'After', tags: [], adult: true })).toMatchObject({
    name: 'After',
    tags: [],
    description: 'New',
    adult: true,
  })
})

test('a channel is deleted with all its content', async () => {
  const { playlistId, videoIds } = await makeFilledChannel(db, ann.client)
  await ann.client(contract.deletePlaylist, { params: { id: playlistId } })
  expect(await outcome(read(playlistId))).toBe('404 not_found')
  expect(await outcome(ann.client(contract.getVideo, { params: { id: videoIds[0]! } }))).toBe('404 not_found')
  expect(await outcome(ann.client(contract.deletePlaylist, { params: { id: playlistId } }))).toBe('404 not_found')
})

test('other users can’t delete a channel', async () => {
  const { id } = await makeChannel(ann.client)
  expect(await outcome(bob.client(contract.deletePlaylist, { params: { id } }))).toBe('403 forbidden')
  expect(await outcome(guest(contract.deletePlaylist, { params: { id } }))).toBe('401 login_required')
  expect(await outcome(read(id, guest))).toBe('done')
})

test('a deleted channel of a team returns to its creator', async () => {
  const teamId = await makeTeam(db, { members: [ann, bob] })
  const { id } = await makeChannel(server.clientFor({ token: ann.token, teamId }))
  expect(await read(id)).toMatchObject({ team_id: teamId, may_edit: true })
  await bob.client(contract.deletePlaylist, { params: { id } })
  expect(await read(id)).toMatchObject({ team_id: null, user_id: ann.id, may_edit: true })
  expect(await read(id, bob.client)).toMatchObject({ may_edit: false })
})

test('500 channels are the limit, also for concurrent calls', async () => {
  const carl = await createUser(server)
  await fillOwner({ user_id: carl.id }, limits.playlists - 1)
  const make = () => makeChannel(carl.client)
  expect((await Promise.all([outcome(make()), outcome(make())])).toSorted()).toEqual(['422 playlist_limit name', 'done'])
  await expect(make()).rejects.toMatchObject({ body: { message: 'You can have at most 500 channels. Delete one first.' } })
  const { watchLater } = await carl.client(contract.listMyPlaylists, {})
  expect(watchLater.watch_later).toBe(true)
})

test('built-in channels are created once, in the caller’s language, and are kept', async () => {
  const dora = await createUser(server, {}, { language: 'nl' })
  const [first, second] = await Promise.all([dora.client(contract.listMyPlaylists, {}), dora.client(contract.listMyPlaylists, {})])
  expect(first).toMatchObject({
    directPublish: { name: 'Direct gedeeld', status: 'Public', direct_publish: true },
    watchLater: { name: 'Later bekijken', status: 'Private', watch_later: true },
  })
  expect(second).toEqual(first)
  for (const { id, status_id } of [first.directPublish, first.watchLater]) {
    const other = status_id === status.public ? status.private : status.public
    expect(await outcome(change(id, { status_id: other }, dora.client))).toBe('403 special_channel')
    expect(await outcome(change(id, { is_archived: true }, dora.client))).toBe('403 special_channel')
    expect(await outcome(change(id, { finished: true }, dora.client))).toBe('403 special_channel')
    expect(await outcome(dora.client(contract.deletePlaylist, { params: { id } }))).toBe('403 special_channel')
    expect(await outcome(change(id, { status_id, name: 'Renamed', order: 3 }, dora.client))).toBe('done')
  }
})

test('built-in channels have names in the reader’s language until they are renamed', async () => {
  const eve = await createUser(server, {}, { language: 'nl' })
  const { directPublish, watchLater } = await eve.client(contract.listMyPlaylists, {})
  const english = server.clientFor({ token: eve.token, language: 'en' })
  const { directPublish: share, watchLater: later } = await english(contract.listMyPlaylists, {})
  expect([share.id, share.name, later.name]).toEqual([directPublish.id, 'Direct share', 'Watch later'])
  expect([(await read(directPublish.id, guest)).name, (await read(watchLater.id, english)).name]).toEqual(['Direct share', 'Watch later'])
  expect((await change(watchLater.id, { description: 'For Sunday' }, english)).name).toBe('Watch later')
  await change(directPublish.id, { name: 'Etalage' }, english)
  const renamed = await english(contract.listMyPlaylists, {})
  expect([renamed.directPublish.name, renamed.watchLater.name]).toEqual(['Etalage', 'Watch later'])
  const { id } = await makeChannel(eve.client, { name: 'Later bekijken' })
  expect((await read(id, english)).name).toBe('Later bekijken')
})

test('a channel with a thousand videos is read completely', async () => {
  const { id } = await makeChannel(ann.client)
  const { id: seriesId } = await makeSeries(ann.client, id)
  await fillSeries(
    db,
    seriesId,
    Array.from({ length: limits.videos }, (_, index) => `Video ${index}`),
  )
  const { series } = await read(id, guest)
  expect(series[0]?.videos).toHaveLength(limits.videos)
  expect(series[0]?.videos.at(-1)).toMatchObject({ title: 'Video 999' })
  expect(await guest(contract.getPlaylist, { params: { id }, query: { from_direct_publish: true } })).toEqual(await read(id, guest))
})
