import { newId } from '#kit/server/ids.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { status } from '#features/channels/rules.ts'
import { tvWatchingContract } from '#features/tv-watching/contract.ts'
import { makeFilledChannel } from './channels.ts'
import { type Person, createUser } from './people.ts'
import { makeTvChannel } from './television.ts'
import type { TestServer } from './serve.ts'

/** Returns functions that make things locked by a package. */
export function createLockMakers(server: TestServer) {
  const { db } = server
  /** A folder in all addresses that must not be shown. Their host may be shown. */
  const secret = 'hiddenfolder'
  const host = 'paid.test'
  const keyOf = async (id: string) => (await db.selectFrom('playlist').select('key').where('id', '=', id).executeTakeFirstOrThrow()).key
  /** Makes a package, free if it has no price. */
  async function makeTier(price: number, { playlists = [], tv = [] }: { playlists?: string[]; tv?: string[] }): Promise<string> {
    const { id } = await db
      .insertInto('tier')
      .values({ id: newId(), name: 'Films', package_name: 'Films', price, is_free: price === 0, position: 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    const items = [
      ...(await Promise.all(playlists.map(async (playlist) => ({ playlist_key: await keyOf(playlist), tv_channel_id: null })))),
      ...tv.map((tv_channel_id) => ({ playlist_key: null, tv_channel_id })),
    ]
    await db
      .insertInto('tier_item')
      .values(items.map((item, position) => ({ tier_id: id, position, ...item })))
      .execute()
    return id
  }
  const hourMs = 3_600_000
  const fromNow = (hours: number) => new Date(Date.now() + hours * hourMs)
  const subscribe = (user: Person, tierId: string, fields: { active_to?: Date; renews?: boolean; ended_at?: Date } = {}) =>
    db
      .insertInto('subscription')
      .values({ user_id: user.id, tier_id: tierId, active_from: fromNow(-800), active_to: fromNow(100), price: 499, ...fields })
      .execute()
  /** Makes a public channel and a TV channel in a paid package, both with a secret address, and copies of both. */
  async function makeLocked() {
    const [owner, subscriber] = [await createUser(server), await createUser(server)]
    const film = await makeFilledChannel(db, owner.client, ['Paid film', 'Untitled'], { status_id: status.public })
    const [videoId, untitledId] = film.videoIds as [string, string]
    await db
      .updateTable('video')
      .set({ src: `https://${host}/${secret}/film.mp4`, embed_url: `https://${host}/${secret}/embed`, kind: 'file' })
      .where('id', '=', videoId)
      .execute()
    // The address is the title, as when the link's page has none.
    await db
      .updateTable('video')
      .set({ src: `https://${host}/${secret}/untitled.mp4`, title: `${host}/${secret}/untitled.mp4`, kind: 'file' })
      .where('id', '=', untitledId)
      .execute()
    const tv = await makeTvChannel(
      db,
      {
        name: 'Paid sport',
        stream_url: `https://${host}/${secret}/index.m3u8`,
        dvr_base: `https://${host}/${secret}/dvr`,
        catchup_days: 7,
      },
      [
        ['Paid match', -100, 60],
        ['Paid match', -10, 60],
        ['Paid match', 60, 60],
      ],
    )
    await db
      .insertInto('tv_item')
      .values({ channel_id: tv.id, title: 'Paid', url: `https://${host}/${secret}/item.mp4`, position: 1, hash: 1 })
      .execute()
    const tierId = await makeTier(499, { playlists: [film.playlistId], tv: [tv.id] })
    await subscribe(subscriber, tierId)
    const mine = await makeFilledChannel(db, subscriber.client, ['Free'], { status_id: status.public })
    const place = { series_id: mine.seriesId }
    const ofVideo = await subscriber.client(channelsContract.copyVideo, { body: { video_id: videoId, ...place } })
    const ofUntitled = await subscriber.client(channelsContract.copyVideo, { body: { video_id: untitledId, ...place } })
    const ofTv = await subscriber.client(tvWatchingContract.copyTvChannel, { body: { channel_id: tv.id, ...place } })
    const whole = await subscriber.client(channelsContract.copyPlaylist, {
      body: { playlist_id: film.playlistId, status_id: status.public },
    })
    return { owner, subscriber, film, videoId, untitledId, tv, tierId, mine, ofVideo, ofUntitled, ofTv, whole }
  }
  return { makeTier, subscribe, fromNow, makeLocked, host, secret }
}
