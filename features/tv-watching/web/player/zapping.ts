/** Zapping between TV channels: the neighbours, and the last channel. */
import { serverNow } from '#kit/web/server-time.ts'
import { markVideoClicked } from '#features/channels/web/clicked-videos.ts'
import { changePlayer } from '#features/player/web/now-playing.ts'
import { createStore } from '#ui/store.ts'
import type { ListedTvChannel } from '#features/guide/shapes.ts'
import { findOnAirWithPicture } from './on-air.ts'
import { toPlayableLive } from './playables.ts'

interface Dial {
  /** Known channels, in order. Only the id of the first tuned channel may be known. */
  channels: readonly (ListedTvChannel | { id: string })[]
  /** Index of the tuned channel. */
  index: number
}

/** The channels around the tuned one. */
export const tunedDial = createStore<Dial>({ channels: [], index: 0 })

const isListed = (channel: ListedTvChannel | { id: string } | undefined): channel is ListedTvChannel =>
  channel !== undefined && 'now' in channel

/** Returns the channel at an offset from the tuned one; undefined if unknown. */
export function channelAt({ channels, index }: Dial, offset: number): ListedTvChannel | undefined {
  const target = channels[index + offset]
  return isListed(target) ? target : undefined
}

/** Sets the loaded neighbours of a channel. */
export function setDial(current: { id: string }, previous: readonly ListedTvChannel[], next: readonly ListedTvChannel[]): void {
  tunedDial.set({ channels: [...previous.toReversed(), current, ...next], index: previous.length })
}

/** The previously tuned channel. */
export const lastChannel = createStore<ListedTvChannel | undefined>(undefined)

/** Milliseconds for which the banner is shown. */
const bannerMs = 3500
/** The channel just tuned, for the banner. */
export const lastZap = createStore<{ tv: ListedTvChannel; atMs: number } | undefined>(undefined)

function showChannelName(tv: ListedTvChannel): void {
  const zap = { tv, atMs: serverNow() }
  lastZap.set(zap)
  setTimeout(() => lastZap.set((now) => (now === zap ? undefined : now)), bannerMs)
}

/** Plays another channel in the current player, so that full screen, sound and captions stay. @param from the channel that is left */
export function tuneTo(tv: ListedTvChannel, from: ListedTvChannel | undefined): void {
  if (from && from.id !== tv.id) lastChannel.set(from)
  tunedDial.set((now) => {
    const offset = [1, -1].find((step) => now.channels[now.index + step]?.id === tv.id)
    return offset === undefined ? { channels: [tv], index: 0 } : { ...now, index: now.index + offset }
  })
  // Counts zapping as a click on the channel, so that it plays at once. The address changes later.
  markVideoClicked(tv.id)
  showChannelName(tv)
  const item = toPlayableLive(tv, findOnAirWithPicture(tv, serverNow()))
  changePlayer({ items: [item], index: 0, isOwn: false, autoplay: true, startedAutomatically: false, waits: false })
}
