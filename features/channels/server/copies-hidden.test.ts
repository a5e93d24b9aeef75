import { expect, test } from 'vitest'
import { makeFilledChannel, makeSeries, outcome } from '#test/channels.ts'
import { outcomeOfDeleteRace } from '#test/delete-race.ts'
import { updateSearchIndex } from '#test/search.ts'
import { makeTvChannel } from '#test/television.ts'
import { type Client } from '#test/serve.ts'
import { channelsContract as contract, channelSearchContract } from '../contract.ts'
import { status } from '../rules.ts'
import { serveCopying } from '#test/copies.ts'

const { db, guest, ann, bob, adult, copyPlaylist, copySeries, copyVideo, read, change } = await serveCopying()

test('a hidden thing can’t be copied by any of its ids; a private link requires its current id', async () => {
  const secret = await makeFilledChannel(db, ann.client, ['A'], { status_id: status.private })
  const linked = await makeFilledChannel(db, ann.client, ['A'], { status_id: status.privateLink })
  const open = await makeFilledChannel(db, ann.client, ['A'])
  const ownChannel = await makeFilledChannel(db, bob.client, ['1'])
  const all = (client: Client, { playlistId, seriesId, videoIds }: typeof secret, source_playlist_id?: string) => {
    const more = { ...(source_playlist_id && { source_playlist_id }) }
    return [
      outcome(copyPlaylist(client, playlistId)),
      outcome(copySeries(client, seriesId, ownChannel.playlistId, more)),
      outcome(copyVideo(client, videoIds[0]!, { series_id: ownChannel.seriesId }, more)),
      outcome(copyVideo(client, videoIds[0]!, { playlist_id: ownChannel.playlistId }, more)),
    ]
  }
  const [notFound, done] = ['404 not_found', 'done']
  expect(new Set(await Promise.all(all(guest, open)))).toEqual(new Set(['401 login_required']))
  for (const viaId of [undefined, secret.playlistId, open.playlistId])
    expect(await Promise.all(all(bob.client, secret, viaId))).toEqual([notFound, notFound, notFound, notFound])
  for (const viaId of [undefined, open.playlistId])
    expect(await Promise.all(all(bob.client, linked, viaId))).toEqual([done, notFound, notFound, notFound])
  expect(await Promise.all(all(bob.client, linked, linked.playlistId))).toEqual([done, done, done, done])
  const { id } = await ann.client(contract.updatePlaylist, { params: { id: linked.playlistId }, body: { new_link: true } })
  expect(await Promise.all(all(bob.client, linked, linked.playlistId))).toEqual([notFound, notFound, notFound, notFound])
  expect(await Promise.all(all(bob.client, { ...linked, playlistId: id }, id))).toEqual([done, done, done, done])
  // The source of the copy is not disclosed.
  const copies = (await read(bob.client, ownChannel.playlistId)).series.flatMap((series) => [
    series.source,
    ...series.videos.map(({ source }) => source),
  ])
  expect(new Set(copies)).toEqual(new Set([null]))
  // Copies into a channel require the right to edit it.
  for (const [to, refusal] of [
    [open, '403 forbidden'],
    [secret, notFound],
  ] as const) {
    expect(await outcome(copySeries(bob.client, ownChannel.seriesId, to.playlistId))).toBe(refusal)
    expect(await outcome(copyVideo(bob.client, ownChannel.videoIds[0]!, { series_id: to.seriesId }))).toBe(refusal)
    expect(await outcome(copyVideo(bob.client, ownChannel.videoIds[0]!, { playlist_id: to.playlistId }))).toBe(refusal)
  }
})

test('copying into Direct Share is refused, also for its owner', async () => {
  const ownChannel = await makeFilledChannel(db, bob.client, ['1'])
  const { directPublish, watchLater } = await bob.client(contract.listMyPlaylists, {})
  const { id: series_id } = await makeSeries(bob.client, directPublish.id)
  expect(await outcome(copySeries(bob.client, ownChannel.seriesId, directPublish.id))).toBe('403 use_direct_share')
  for (const to of [{ series_id }, { playlist_id: directPublish.id }])
    expect(await outcome(copyVideo(bob.client, ownChannel.videoIds[0]!, to))).toBe('403 use_direct_share')
  expect(await outcome(copyVideo(bob.client, ownChannel.videoIds[0]!, { playlist_id: watchLater.id }))).toBe('done')
})

test('copies of adult things are adult, and can’t be made without the age check', async () => {
  const forAdults = await makeFilledChannel(db, ann.client, ['A'], { adult: true })
  const mixed = await makeFilledChannel(db, ann.client, ['A', 'B'])
  await db.updateTable('video').set({ adult: true }).where('id', '=', mixed.videoIds[0]!).execute()
  await ann.client(contract.updateSeries, { params: { id: mixed.seriesId }, body: { home_video_id: mixed.videoIds[0]! } })
  const target = await makeFilledChannel(db, adult.client, ['1'])
  expect(await copyPlaylist(adult.client, forAdults.playlistId)).toMatchObject({
    adult: true,
    source: { playlist_id: forAdults.playlistId },
  })
  expect((await copySeries(adult.client, forAdults.seriesId, target.playlistId)).videos).toMatchObject([{ adult: true }])
  expect(await copyVideo(adult.client, forAdults.videoIds[0]!, { series_id: target.seriesId })).toMatchObject({ adult: true })
  const ownChannel = await makeFilledChannel(db, bob.client, ['1'])
  expect(await outcome(copyPlaylist(bob.client, forAdults.playlistId))).toBe('403 adult_only')
  expect(await outcome(copySeries(bob.client, forAdults.seriesId, ownChannel.playlistId))).toBe('403 adult_only')
  expect(await outcome(copyVideo(bob.client, mixed.videoIds[0]!, { series_id: ownChannel.seriesId }))).toBe('403 adult_only')
  const [partlyHidden] = (await copyPlaylist(bob.client, mixed.playlistId)).series
  expect(partlyHidden!.videos.map(({ title, is_home }) => [title, is_home])).toEqual([['B', true]])
  expect((await copySeries(bob.client, mixed.seriesId, ownChannel.playlistId)).videos.map(({ title }) => title)).toEqual(['B'])
  expect((await copyPlaylist(adult.client, mixed.playlistId)).series[0]!.videos.map(({ adult }) => adult)).toEqual([true, false])
})

test('the source is named while the reader finds it in public lists, and never if it is their own', async () => {
  const { playlistId, seriesId, videoIds } = await makeFilledChannel(db, ann.client, ['A', 'B'])
  const copy = await copyPlaylist(bob.client, playlistId, { status_id: status.public })
  const parts = await makeFilledChannel(db, bob.client, ['1'])
  // Moved out of its copied series, a video names its source.
  const { id: movedSeries } = await makeSeries(bob.client, copy.id)
  await bob.client(contract.moveVideos, { body: { videos: [copy.series[0]!.videos[1]!.id], series_id: movedSeries } })
  const series = await copySeries(bob.client, seriesId, parts.playlistId)
  const video = await copyVideo(bob.client, videoIds[1]!, { series_id: parts.seriesId })
  const sources = async (client: Client) => {
    const [first, other] = [await read(client, copy.id), await read(client, parts.playlistId)]
    const { source } = await client(contract.getVideo, { params: { id: video.id } })
    // Series and videos that were copied with their channel or series name no source.
    expect([first.series[0]!.source, first.series[0]!.videos[0]!.source, other.series[1]!.videos[0]!.source]).toEqual([null, null, null])
    const sources = [first.source, first.series[1]!.videos[0]!.source, other.series[1]!.source, source]
    return sources.map((source) => source && `${source.name} by ${source.nickname}`)
  }
  const all = (name: string | null) => Array<string | null>(4).fill(name)
  const defaultName = `A channel by ${ann.nickname}`
  expect(series.source).toMatchObject({ maker_is_public: true })
  for (const { client } of [ann, bob, { client: guest }]) expect(await sources(client)).toEqual(all(defaultName))
  await updateSearchIndex(db)
  const tiles = (await guest(channelSearchContract.searchPlaylists, { body: { keyword: 'Copy from playlist' } })).data
  expect(tiles.find(({ id }) => id === copy.id)?.source).toMatchObject({ playlist_id: playlistId })
  await db.updateTable('video').set({ adult: true }).where('id', '=', videoIds[1]!).execute()
  expect((await sources(bob.client)).at(-1)).toBeNull()
  expect((await sources(adult.client)).at(-1)).toBe(defaultName)
  await db.updateTable('video').set({ adult: false }).execute()
  await change(ann.client, playlistId, { adult: true })
  expect([await sources(guest), await sources(adult.client)]).toEqual([all(null), all(defaultName)])
  await change(ann.client, playlistId, { adult: false })
  const { id: hidden } = await change(ann.client, playlistId, { status_id: status.privateLink })
  for (const { client } of [ann, bob, { client: guest }]) expect(await sources(client)).toEqual(all(null))
  const { id: publicId } = await change(ann.client, hidden, { status_id: status.public })
  expect(await sources(guest)).toEqual(all(defaultName))
  await ann.client(contract.deletePlaylist, { params: { id: publicId } })
  expect(await sources(guest)).toEqual(all(null))
  expect(await copyPlaylist(bob.client, copy.id)).toMatchObject({ source: null, series: [{ source: null }, { source: null }] })
})

test('a copy whose TV channel is deleted at that moment is refused', async () => {
  const { playlistId, seriesId, videoIds } = await makeFilledChannel(db, ann.client, ['A'])
  const ownChannel = await makeFilledChannel(db, bob.client, [])
  for (const copy of [
    () => copyPlaylist(bob.client, playlistId),
    () => copySeries(bob.client, seriesId, ownChannel.playlistId, {}),
    () => copyVideo(bob.client, videoIds[0]!, { series_id: ownChannel.seriesId }, {}),
  ]) {
    const tvChannel = await makeTvChannel(db)
    await db.updateTable('video').set({ tv_channel_id: tvChannel.id }).where('id', '=', videoIds[0]!).execute()
    const remove = (tx: typeof db) => tx.deleteFrom('tv_channel').where('id', '=', tvChannel.id).execute()
    expect(await outcomeOfDeleteRace(db, remove, copy)).toBe('404 not_found')
    expect(await outcome(copy())).toBe('done')
  }
})
