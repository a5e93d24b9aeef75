import { expect, test } from 'vitest'
import { channelsContract } from '#features/channels/contract.ts'
import { tvWatchingContract } from '#features/tv-watching/contract.ts'
import { status } from '#features/channels/rules.ts'
import { makeFilledChannel } from './channels.ts'
import { type Person, createUser } from './people.ts'
import { startTestServer } from './serve.ts'
import { createLockMakers } from './locked-things.ts'

const server = await startTestServer({ RATE_LIMITS: 'off' })
const { db } = server
const { makeTier, subscribe, fromNow, makeLocked, secret } = createLockMakers(server)

test('a locked thing opens to subscribers, operators and owners; a late renewal doesn’t end access', async () => {
  const { owner, subscriber, film, videoId, tv, tierId, ofVideo, ofTv, whole } = await makeLocked()
  const [operator, stranger] = [await createUser(server, { is_operator: true }), await createUser(server)]
  const canPlay = async ({ client }: Pick<Person, 'client'>) => {
    const { src } = await client(channelsContract.getVideo, { params: { id: videoId } })
    const { liveStreamUrl } = await client(tvWatchingContract.getTvChannel, { params: { id: tv.id } })
    const { src: copied } = await client(channelsContract.getVideo, { params: { id: ofVideo.id } })
    const { src: copiedTv } = await client(channelsContract.getVideo, { params: { id: ofTv.id } })
    const { series } = await client(channelsContract.getPlaylist, { params: { id: whole.id } })
    return [src, liveStreamUrl, copied, copiedTv, series[0]!.videos[0]!.src].map((address) => address !== null)
  }
  const [all, none] = [
    [true, true, true, true, true],
    [false, false, false, false, false],
  ]
  expect(await canPlay(subscriber)).toEqual(all)
  expect(await canPlay(operator)).toEqual(all)
  expect(await canPlay(owner)).toEqual([true, false, true, false, true])
  expect(await canPlay(stranger)).toEqual(none)
  const change = (fields: { active_to?: Date; renews?: boolean; ended_at?: Date }) =>
    db.updateTable('subscription').set(fields).where('user_id', '=', subscriber.id).execute()
  await change({ active_to: fromNow(-1) })
  expect(await canPlay(subscriber)).toEqual(all)
  await change({ renews: false })
  expect(await canPlay(subscriber)).toEqual(none)
  await change({ renews: true, ended_at: new Date() })
  expect(await canPlay(subscriber)).toEqual(none)

  // A channel that is also in a free package is open to all.
  const free = await makeTier(0, { playlists: [film.playlistId], tv: [tv.id] })
  expect(await canPlay(stranger)).toEqual(all)
  await db.deleteFrom('tier').where('id', '=', free).execute()
  expect(await canPlay(stranger)).toEqual(none)
  expect((await stranger.client(channelsContract.getPlaylist, { params: { id: film.playlistId } })).tiers).toMatchObject([{ id: tierId }])
  await db.updateTable('tier').set({ archived_at: new Date() }).where('id', '=', tierId).execute()
  const archived = await stranger.client(channelsContract.getPlaylist, { params: { id: film.playlistId } })
  expect([archived.is_locked, archived.tiers]).toEqual([true, []])
})

test('when the original is deleted, only the owners of copies can open them', async () => {
  const { owner, subscriber, film, tv, ofVideo, ofTv } = await makeLocked()
  const stranger = await createUser(server)
  await owner.client(channelsContract.deletePlaylist, { params: { id: film.playlistId } })
  await db.deleteFrom('tv_channel').where('id', '=', tv.id).execute()
  await db.updateTable('subscription').set({ ended_at: new Date() }).where('user_id', '=', subscriber.id).execute()
  for (const id of [ofVideo.id, ofTv.id]) {
    expect((await subscriber.client(channelsContract.getVideo, { params: { id } })).src).toContain(secret)
    for (const client of [stranger.client, server.guest])
      expect((await client(channelsContract.getVideo, { params: { id } })).src).toBeNull()
  }
})

test('when only the original video is deleted, only the owners of its copies, and of copies of these, can open them', async () => {
  const { owner, subscriber, film, videoId, untitledId, tierId, mine, ofVideo, whole } = await makeLocked()
  const [other, stranger] = [await createUser(server), await createUser(server)]
  await subscribe(other, tierId)
  const theirs = await makeFilledChannel(db, other.client, ['Free'], { status_id: status.public })
  const again = await other.client(channelsContract.copyVideo, { body: { video_id: ofVideo.id, series_id: theirs.seriesId } })
  const inWhole = (await subscriber.client(channelsContract.getPlaylist, { params: { id: whole.id } })).series[0]!.videos
  const players = async (id: string) => {
    const people = { owner, subscriber, other, stranger }
    const found = await Promise.all(
      Object.entries(people).map(async ([name, { client }]) => {
        const { src } = await client(channelsContract.getVideo, { params: { id } })
        return src === null ? [] : [name]
      }),
    )
    return found.flat()
  }
  expect(await players(again.id)).toEqual(['owner', 'subscriber', 'other'])
  // A copy of a copy has the same original, also after the copy between them is deleted.
  await subscriber.client(channelsContract.deleteVideo, { params: { id: ofVideo.id } })
  expect(await players(again.id)).toEqual(['owner', 'subscriber', 'other'])
  const second = await subscriber.client(channelsContract.copyVideo, { body: { video_id: videoId, series_id: mine.seriesId } })
  await owner.client(channelsContract.deleteVideo, { params: { id: videoId } })
  expect(await Promise.all([again.id, second.id, inWhole[0]!.id].map(players))).toEqual([['other'], ['subscriber'], ['subscriber']])
  // The original of this copy is still there.
  expect(await players(inWhole[1]!.id)).toEqual(['owner', 'subscriber', 'other'])
  expect((await stranger.client(channelsContract.getPlaylist, { params: { id: film.playlistId } })).is_locked).toBe(true)
  // A copy in a channel of the same owner replaces the original.
  const duplicate = await owner.client(channelsContract.copyVideo, { body: { video_id: untitledId, series_id: film.seriesId } })
  await owner.client(channelsContract.deleteVideo, { params: { id: untitledId } })
  expect(await players(duplicate.id)).toEqual(['owner', 'subscriber', 'other'])
  // Outside packages, nothing locks the copies.
  await db.deleteFrom('tier_item').where('tier_id', '=', tierId).execute()
  expect(await players(second.id)).toEqual(['owner', 'subscriber', 'other', 'stranger'])
})
