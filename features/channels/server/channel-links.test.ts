import { expect, test } from 'vitest'
import { makeChannel, makeFilledChannel, outcome } from '#test/channels.ts'
import { createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { startFakeSite } from '#test/site.ts'
import { channelsContract as contract } from '../contract.ts'
import { status } from '../rules.ts'

const films = await startFakeSite()
const server = await startTestServer({ OUTBOUND_ALLOW: films.host })
const { db, guest } = server
const [ann, bob] = await Promise.all([createUser(server), createUser(server)])

const read = (id: string, client = ann.client) => client(contract.getPlaylist, { params: { id } })
type PlaylistChange = NonNullable<Parameters<typeof ann.client<typeof contract.updatePlaylist>>[1]['body']>
const change = (id: string, body: PlaylistChange, client = ann.client) => client(contract.updatePlaylist, { params: { id }, body })

test('a slug leads to a public channel', async () => {
  const { id } = await makeChannel(ann.client)
  expect(await change(id, { slug: 'night-trains' })).toMatchObject({ slug: 'night-trains' })
  expect(await guest(contract.findPlaylistBySlug, { params: { slug: 'night-trains' } })).toEqual({ data: { id } })
})

test('a slug is 3 to 50 of a-z, 0-9 and -, unused and not reserved', async () => {
  const [ownChannel, other] = [await makeChannel(ann.client), await makeChannel(bob.client)]
  await change(other.id, { slug: 'taken-already' }, bob.client)
  for (const slug of ['ab', 'x'.repeat(51), 'Trains', 'a b c', 'ünder', '---'])
    expect(await outcome(change(ownChannel.id, { slug }))).toBe('422 invalid slug')
  for (const slug of ['playlists', 'about', 'p1ay-lists', 'operator'])
    expect(await outcome(change(ownChannel.id, { slug }))).toBe('422 slug_reserved slug')
  // Similar slugs are refused for other users; the owner may choose one.
  for (const slug of ['taken-already', 'taken-a1ready', 'takenalready', 'taken-aiready'])
    expect(await outcome(change(ownChannel.id, { slug }))).toBe('422 slug_taken slug')
  await change(other.id, { slug: 'takenalready' }, bob.client)
  const [first, second] = await Promise.all([
    outcome(change(ownChannel.id, { slug: 's1ow-waters' })),
    outcome(change(other.id, { slug: 'slow-vvaters' }, bob.client)),
  ])
  expect([first, second].toSorted()).toEqual(['422 slug_taken slug', 'done'])
  expect(await outcome(change(ownChannel.id, { slug: 'abc' }))).toBe('done')
})

test('a slug is inactive while its channel is not public, and is kept until it is removed', async () => {
  const { id } = await makeChannel(ann.client)
  await change(id, { slug: 'waiting-room' })
  await change(id, { status_id: status.private })
  const findBySlug = (client = guest) => outcome(client(contract.findPlaylistBySlug, { params: { slug: 'waiting-room' } }))
  expect([await findBySlug(), await findBySlug(ann.client)]).toEqual(['404 not_found', '404 not_found'])
  const other = await makeChannel(bob.client)
  expect(await outcome(change(other.id, { slug: 'waiting-room' }, bob.client))).toBe('422 slug_taken slug')
  await change(id, { slug: '' })
  expect(await outcome(change(id, { slug: 'another' }))).toBe('422 slug_needs_public slug')
  expect(await outcome(change(other.id, { slug: 'waiting-room' }, bob.client))).toBe('done')
})

test('changing Public to Private link replaces the id and keeps the content', async () => {
  const { playlistId, videoIds } = await makeFilledChannel(db, ann.client)
  const hidden = await change(playlistId, { status_id: status.privateLink })
  expect(hidden.id).not.toBe(playlistId)
  expect(await outcome(read(playlistId))).toBe('404 not_found')
  const visible = await read(hidden.id, guest)
  expect(visible.series[0]).toMatchObject({
    playlist_id: hidden.id,
    videos: videoIds.map((id) => ({ id, pivot: { playlist_id: hidden.id } })),
  })
})

test('a new link replaces the id of Private link channels only', async () => {
  const { id } = await makeChannel(ann.client, { status_id: status.privateLink })
  const { id: renewed } = await change(id, { new_link: true })
  expect(renewed).not.toBe(id)
  expect([await outcome(read(id)), await outcome(read(renewed, guest))]).toEqual(['404 not_found', 'done'])
  expect((await change(renewed, { new_link: false, name: 'Same' })).id).toBe(renewed)
  const { id: open } = await makeChannel(ann.client)
  expect(await outcome(change(open, { new_link: true }))).toBe('422 new_link_needs_private_link new_link')
})
