import { expect, test } from 'vitest'
import type { Db } from '#kit/server/db/db.ts'
import { fillSeries, makeChannel, makeFilledChannel, makeSeries, makeTeam, outcome } from '#test/channels.ts'
import { outcomeOfDeleteRace } from '#test/delete-race.ts'
import { createUser } from '#test/people.ts'
import { type Client, startTestServer } from '#test/serve.ts'
import { startFakeSite } from '#test/site.ts'
import { channelsContract as contract } from '../contract.ts'
import { limits } from '../limits.ts'
import { status } from '../rules.ts'

const films = await startFakeSite()
const server = await startTestServer({ OUTBOUND_ALLOW: films.host, RATE_LIMITS: 'off' })
const { db, guest } = server
const [ann, bob] = await Promise.all([createUser(server), createUser(server)])

const makeFilled = async (client: Client, titles: string[], fields: Parameters<typeof makeFilledChannel>[3] = {}) => {
  const { playlistId, seriesId, videoIds } = await makeFilledChannel(db, client, titles, fields)
  return { playlistId, seriesId, videoIds: videoIds as [string, ...string[]] }
}
interface RelatedPair {
  playlistId: string
  videoId: string
  relatedId: string
}
const input = ({ playlistId, videoId, relatedId }: RelatedPair) => ({
  params: { playlistId },
  body: { video_id: videoId, related_video_id: relatedId },
})
const addRelated = (client: Client, pair: RelatedPair) => client(contract.addRelatedVideo, input(pair))
const removeRelated = (client: Client, pair: RelatedPair) => client(contract.removeRelatedVideo, input(pair))
const reorderRelated = (client: Client, playlistId: string, video_id: string, related: string[]) =>
  client(contract.rearrangeRelatedVideos, { params: { playlistId }, body: { video_id, related } })
/** Returns videos with their related videos, by title: `A: B C | D: E`. */
const describeRelated = async (client: Client, playlistId: string) => {
  const titles = new Map((await db.selectFrom('video').select(['id', 'title']).execute()).map(({ id, title }) => [id, title]))
  const entries = await client(contract.listRelatedVideos, { params: { playlistId } })
  return entries.map(({ video_id, related }) => `${titles.get(video_id)}: ${related.map(({ title }) => title).join(' ')}`).join(' | ')
}

test('a video that is deleted while a related one is added is not found', async () => {
  const { playlistId, videoIds } = await makeFilled(ann.client, ['A', 'B'])
  const [videoId, relatedId] = videoIds as [string, string]
  const deleteVideo = async (tx: Db) => {
    await tx.selectFrom('playlist').select('id').where('id', '=', playlistId).forUpdate().execute()
    await tx.deleteFrom('video').where('id', '=', videoId).execute()
  }
  expect(await outcomeOfDeleteRace(db, deleteVideo, () => addRelated(ann.client, { playlistId, videoId, relatedId }))).toBe('404 not_found')
})

test('videos of any public channel can be related, in the order of addition (idempotent)', async () => {
  const { playlistId, seriesId, videoIds } = await makeFilled(ann.client, ['A', 'B', 'C'])
  const other = await makeFilled(bob.client, ['X', 'Y'])
  const [videoId, second] = videoIds as [string, string]
  const response = await addRelated(ann.client, { playlistId, videoId, relatedId: other.videoIds[0] })
  expect(response).toMatchObject({
    video_id: videoId,
    related: [{ id: other.videoIds[0], title: 'X', image: null, pivot: { playlist_id: other.playlistId, serie_id: other.seriesId } }],
  })
  await addRelated(ann.client, { playlistId, videoId, relatedId: videoIds[2]! })
  await addRelated(ann.client, { playlistId, videoId, relatedId: other.videoIds[0] })
  await addRelated(ann.client, { playlistId, videoId: second, relatedId: videoId })
  for (const client of [ann.client, bob.client, guest]) expect(await describeRelated(client, playlistId)).toBe('A: X C | B: A')
  // Videos are in the order of the channel, and a moved video keeps its related videos.
  await ann.client(contract.moveVideo, {
    params: { videoId: second, seriesId, destId: seriesId },
    body: { index: 0 },
  })
  expect(await describeRelated(guest, playlistId)).toBe('B: A | A: X C')
  expect((await removeRelated(ann.client, { playlistId, videoId, relatedId: other.videoIds[0] })).related).toMatchObject([{ title: 'C' }])
  expect((await removeRelated(ann.client, { playlistId, videoId, relatedId: other.videoIds[0] })).related).toHaveLength(1)
  expect(await describeRelated(guest, playlistId)).toBe('B: A | A: C')
})

test('unnamed related videos stay after their predecessor in a new order', async () => {
  const { playlistId, videoIds } = await makeFilled(ann.client, ['A', 'B', 'C', 'D', 'E'])
  const [a, b, c, d, e] = videoIds as [string, string, string, string, string]
  for (const relatedId of [b, c, d, e]) await addRelated(ann.client, { playlistId, videoId: a, relatedId })
  expect(await reorderRelated(ann.client, playlistId, a, [d, b])).toEqual({ order: [d, e, b, c] })
  expect(await describeRelated(guest, playlistId)).toBe('A: D E B C')
  expect(await outcome(reorderRelated(ann.client, playlistId, a, [d, a]))).toBe('422 not_related related')
  expect(await outcome(reorderRelated(ann.client, playlistId, a, [d, d]))).toBe('422 invalid related')
  expect(await describeRelated(guest, playlistId)).toBe('A: D E B C')
})

test('a channel has the ids of its visible related videos without duplicates', async () => {
  const open = await makeFilled(bob.client, ['Open'])
  const secret = await makeFilled(bob.client, ['Secret'], { status_id: status.private })
  const { playlistId, videoIds } = await makeFilled(bob.client, ['A', 'B'])
  const [first, second] = videoIds as [string, string]
  await addRelated(bob.client, { playlistId, videoId: first, relatedId: open.videoIds[0] })
  await addRelated(bob.client, { playlistId, videoId: second, relatedId: open.videoIds[0] })
  await addRelated(bob.client, { playlistId, videoId: second, relatedId: secret.videoIds[0] })
  const relatedOf = async (client: Client) => {
    const { related_videos: related, is_subscribed: isSubscribed } = await client(contract.getPlaylist, { params: { id: playlistId } })
    return { ids: related.map(({ id }) => id).toSorted(), isSubscribed }
  }
  expect(await relatedOf(bob.client)).toEqual({ ids: [open.videoIds[0], secret.videoIds[0]].toSorted(), isSubscribed: false })
  for (const client of [ann.client, guest]) expect(await relatedOf(client)).toEqual({ ids: [open.videoIds[0]], isSubscribed: false })
})

test('readers see only related videos that they may see', async () => {
  const ownChannel = await makeFilled(ann.client, ['A'])
  const secret = await makeFilled(ann.client, ['Secret'], { status_id: status.private })
  const linked = await makeFilled(ann.client, ['Linked'], { status_id: status.privateLink })
  const adultChannel = await makeFilled(ann.client, ['Grown'], { adult: true })
  const open = await makeFilled(bob.client, ['Open'])
  const pair = { playlistId: ownChannel.playlistId, videoId: ownChannel.videoIds[0] }
  for (const { videoIds } of [secret, linked, adultChannel, open]) await addRelated(ann.client, { ...pair, relatedId: videoIds[0] })
  expect(await describeRelated(ann.client, ownChannel.playlistId)).toBe('A: Secret Linked Grown Open')
  for (const client of [bob.client, guest]) expect(await describeRelated(client, ownChannel.playlistId)).toBe('A: Open')
  // A related video is hidden while its channel is not public, and visible again afterwards.
  const setStatus = (status_id: number) => bob.client(contract.updatePlaylist, { params: { id: open.playlistId }, body: { status_id } })
  await setStatus(status.private)
  expect(await describeRelated(guest, ownChannel.playlistId)).toBe('')
  expect(await describeRelated(ann.client, ownChannel.playlistId)).toBe('A: Secret Linked Grown')
  await setStatus(status.public)
  expect(await describeRelated(guest, ownChannel.playlistId)).toBe('A: Open')
})

test('related videos behind a private link require its current id, also for their pictures', async () => {
  const { playlistId, videoIds } = await makeFilled(ann.client, ['A', 'B'], { status_id: status.privateLink })
  const pair = { videoId: videoIds[0], relatedId: videoIds[1]! }
  await addRelated(ann.client, { playlistId, ...pair })
  await ann.client(contract.updateVideo, { params: { id: videoIds[1]! }, body: { image: films.picture } })
  const [entry] = await bob.client(contract.listRelatedVideos, { params: { playlistId } })
  expect((await server.app.inject(entry!.related[0]!.image!)).statusCode).toBe(200)
  expect(await describeRelated(bob.client, playlistId)).toBe('A: B')
  const { id: renewed } = await ann.client(contract.updatePlaylist, { params: { id: playlistId }, body: { new_link: true } })
  expect(await outcome(guest(contract.listRelatedVideos, { params: { playlistId } }))).toBe('404 not_found')
  expect(await describeRelated(guest, renewed)).toBe('A: B')
  // A user who knew the private link can't add the channel's videos to the related videos of another channel.
  const ownChannel = await makeFilled(bob.client, ['Own'])
  const otherTarget = { playlistId: ownChannel.playlistId, videoId: ownChannel.videoIds[0], relatedId: videoIds[0] }
  expect(await outcome(addRelated(bob.client, otherTarget))).toBe('404 not_found')
})

test('guests, strangers and videos of other channels are refused', async () => {
  const ownChannel = await makeFilled(ann.client, ['A', 'B'])
  const other = await makeFilled(ann.client, ['C'])
  const secret = await makeFilled(bob.client, ['Secret'], { status_id: status.private })
  const adultChannel = await makeFilled(bob.client, ['Grown'], { adult: true })
  const pair = { playlistId: ownChannel.playlistId, videoId: ownChannel.videoIds[0], relatedId: ownChannel.videoIds[1]! }
  for (const call of [addRelated, removeRelated]) {
    expect(await outcome(call(guest, pair))).toBe('401 login_required')
    expect(await outcome(call(bob.client, pair))).toBe('403 forbidden')
    expect(await outcome(call(ann.client, { ...pair, playlistId: other.playlistId }))).toBe('404 not_found')
    expect(await outcome(call(ann.client, { ...pair, playlistId: secret.playlistId }))).toBe('404 not_found')
    expect(await outcome(call(ann.client, { ...pair, videoId: secret.videoIds[0] }))).toBe('404 not_found')
    expect(await outcome(call(ann.client, { ...pair, relatedId: ['x'] as never }))).toBe('422 invalid related_video_id')
    expect(await outcome(call(ann.client, { ...pair, videoId: 'nowhere0000' }))).toBe('404 not_found')
  }
  expect(await outcome(addRelated(ann.client, { ...pair, relatedId: secret.videoIds[0] }))).toBe('404 not_found')
  expect(await outcome(addRelated(ann.client, { ...pair, relatedId: adultChannel.videoIds[0] }))).toBe('403 adult_only')
  expect(await outcome(addRelated(ann.client, { ...pair, relatedId: pair.videoId }))).toBe('422 related_itself related_video_id')
  const order = [ownChannel.videoIds[1]!]
  expect(await outcome(reorderRelated(guest, pair.playlistId, pair.videoId, order))).toBe('401 login_required')
  expect(await outcome(reorderRelated(bob.client, pair.playlistId, pair.videoId, order))).toBe('403 forbidden')
  expect(await outcome(reorderRelated(ann.client, other.playlistId, pair.videoId, order))).toBe('404 not_found')
  expect(await outcome(reorderRelated(ann.client, pair.playlistId, pair.videoId, 'x' as never))).toBe('422 invalid related')
  expect(await outcome(guest(contract.listRelatedVideos, { params: { playlistId: secret.playlistId } }))).toBe('404 not_found')
  expect(await outcome(guest(contract.listRelatedVideos, { params: { playlistId: adultChannel.playlistId } }))).toBe('403 adult_only')
})

test('every member of a team can edit related videos', async () => {
  const team = await makeTeam(db, { members: [ann, bob] })
  const { id: playlistId } = await makeChannel(server.clientFor({ token: ann.token, teamId: team }))
  const { id: seriesId } = await makeSeries(ann.client, playlistId)
  const [videoId, relatedId] = (await fillSeries(db, seriesId, ['A', 'B'])) as [string, string]
  expect((await addRelated(bob.client, { playlistId, videoId, relatedId })).related).toHaveLength(1)
})

test('50 related videos are the limit, also concurrently; deleted ones don’t count', async () => {
  const { playlistId, videoIds } = await makeFilled(ann.client, ['A'])
  const other = await makeFilled(
    ann.client,
    Array.from({ length: 53 }, (_, index) => `${index}`),
  )
  const [videoId] = videoIds
  const rows = other.videoIds.slice(0, 48).map((related_video_id, position) => ({ video_id: videoId, related_video_id, position }))
  await db.insertInto('related_video').values(rows).execute()
  const addAt = (index: number) => outcome(addRelated(ann.client, { playlistId, videoId, relatedId: other.videoIds[index]! }))
  const results = await Promise.all([48, 49, 50, 51].map(addAt))
  expect(results.toSorted()).toEqual(['422 related_limit related_video_id', '422 related_limit related_video_id', 'done', 'done'])
  await ann.client(contract.deleteVideo, { params: { id: other.videoIds[0] } })
  expect(await addAt(52)).toBe('done')
  expect((await ann.client(contract.listRelatedVideos, { params: { playlistId } }))[0]?.related).toHaveLength(limits.related)
  const positions = await db.selectFrom('related_video').select('position').where('video_id', '=', videoId).execute()
  expect(new Set(positions.map(({ position }) => position)).size).toBe(limits.related)
})

test('a channel has at most 2,000 related videos, and returns no more', async () => {
  const { playlistId, videoIds } = await makeFilled(
    ann.client,
    Array.from({ length: 51 }, (_, index) => `${index}`),
  )
  const rows = videoIds.flatMap((video_id) =>
    videoIds.filter((id) => id !== video_id).map((related_video_id, position) => ({ video_id, related_video_id, position })),
  )
  await db.insertInto('related_video').values(rows.slice(0, limits.relatedOfPlaylist)).execute()
  const pair = { playlistId, videoId: videoIds.at(-1)!, relatedId: videoIds[0] }
  expect(await outcome(addRelated(ann.client, pair))).toBe('422 related_channel_limit related_video_id')
  await db.insertInto('related_video').values(rows.slice(limits.relatedOfPlaylist)).execute()
  const entries = await guest(contract.listRelatedVideos, { params: { playlistId } })
  expect(entries.flatMap(({ related }) => related)).toHaveLength(limits.relatedOfPlaylist)
})

test('a video that is related to many others is deleted immediately and disappears there', async () => {
  const { playlistId, videoIds } = await makeFilled(ann.client, ['A', 'B'])
  const famous = await makeFilled(bob.client, ['Famous'])
  for (const videoId of videoIds) await addRelated(ann.client, { playlistId, videoId, relatedId: famous.videoIds[0] })
  const results = await Promise.all([
    outcome(bob.client(contract.deleteVideo, { params: { id: famous.videoIds[0] } })),
    outcome(addRelated(ann.client, { playlistId, videoId: videoIds[0], relatedId: videoIds[1]! })),
  ])
  expect(results).toEqual(['done', 'done'])
  expect(await describeRelated(guest, playlistId)).toBe('A: B')
})
