/** Applies moves of other users, and the user's own accepted moves, to the cached open channel. Pending edits stay on top. */
import { readKey } from '#kit/web/read.ts'
import type { QueryClient } from '@tanstack/react-query'
import { updateCachedResponse, markStale } from '#kit/web/cached-responses.ts'
import { channelsContract, type ChannelEffect, type Playlist, type Series, type Video } from '../../contract.ts'
import { splitConsecutiveEffects, type Orders, withEffect } from '../../effects.ts'
import { mapSeries, withUpdatedCounts, withIsHome, withOneOpener } from './without-videos.ts'

/** How long to wait for missing effects, in ms. After that, the channel is read again. */
const maxGapMs = 1000

const ordersOf = ({ id, series }: Playlist): Orders =>
  new Map([[id, series.map((item) => item.id)], ...series.map((item) => [item.id, item.videos.map((video) => video.id)] as const)])

/** Returns the channel with these orders. Unchanged parts are the same objects. */
function withOrders(channel: Playlist, orders: Orders): Playlist {
  const rows = new Map(channel.series.map((item) => [item.id, item]))
  const videos = new Map(channel.series.flatMap((item) => item.videos.map((video) => [video.id, video])))
  const series = orders.get(channel.id)!.map((id, position): Series => {
    const row = rows.get(id)!
    const order = orders.get(id)!
    const isSame = order.length === row.videos.length && order.every((item, index) => item === row.videos[index]!.id)
    if (isSame) return row.position === position ? row : { ...row, position }
    const videosInOrder = order.map((item): Video => {
      const video = videos.get(item)!
      return video.series_id === id
        ? video
        : { ...video, is_home: false, series_id: id, series_name: row.name, pivot: { ...video.pivot, serie_id: id } }
    })
    return withOneOpener({ ...row, position, videos: videosInOrder })
  })
  return withUpdatedCounts({ ...channel, series })
}

/** Returns the channel after a move; undefined if it must be read again. */
export function channelAfter(channel: Playlist, effect: ChannelEffect): Playlist | undefined {
  const orders = withEffect(ordersOf(channel), effect)
  if (!orders) return undefined
  const homes = new Map(effect.homes.map((home) => [home.in, home.id]))
  const withHomes = mapSeries(withOrders(channel, orders), (row) => {
    const home = homes.get(row.id)
    return home === undefined ? row : { ...row, videos: row.videos.map((video) => withIsHome(video, video.id === home)) }
  })
  return { ...withHomes, revision: effect.revision }
}

/** Effects that wait for earlier effects, by channel. */
const waitingEffects = new Map<string, ChannelEffect[]>()
/** Accepted calls of this user whose effects wait, by channel. `revision`: the channel's revision after the call's effect. */
const waitingCalls = new Map<string, { callId: number; revision: number }[]>()
const timers = new Map<string, ReturnType<typeof setTimeout>>()

/**
 * Applies an effect to the cached channel, after all effects before it. If some of these don't arrive, the channel is read again.
 * @param callId this user's call, whose optimistic edit the effect replaces
 */
export function receiveEffect(client: QueryClient, effect: ChannelEffect, callId?: number): void {
  const id = effect.playlist_id
  let isStale = false
  const calls = [...(waitingCalls.get(id) ?? []), ...(callId === undefined ? [] : [{ callId, revision: effect.revision }])]
  updateCachedResponse(client, channelsContract.getPlaylist, { params: { id } }, (channel) => {
    const { next, waiting: laterEffects } = splitConsecutiveEffects(channel.revision, [...(waitingEffects.get(id) ?? []), effect])
    waitingEffects.set(id, laterEffects)
    let now = channel
    for (const one of next) {
      const after = channelAfter(now, one)
      if (!after) {
        isStale = true
        break
      }
      now = after
    }
    const isIncluded = ({ revision }: { revision: number }) => revision <= now.revision
    waitingCalls.set(
      id,
      calls.filter((one) => !isIncluded(one)),
    )
    return { value: now, calls: calls.filter(isIncluded).map((one) => one.callId) }
  })
  const stopTimer = () => {
    clearTimeout(timers.get(id))
    timers.delete(id)
  }
  const refetch = () => {
    stopTimer()
    waitingEffects.delete(id)
    waitingCalls.delete(id)
    markStale(client, channelsContract.getPlaylist, { params: { id } })
  }
  // Reads the channel again if it is being read: the running request may be older than the move, and its response would undo the move on
  // screen.
  const isBeingRead = client.isFetching({ queryKey: [readKey(channelsContract.getPlaylist, { params: { id } })] }) > 0
  if (isBeingRead || (isStale && callId === undefined)) refetch()
  else if (!waitingEffects.get(id)?.length) stopTimer()
  else if (!timers.has(id)) timers.set(id, setTimeout(refetch, maxGapMs))
}
