/** From TV channel to TV channel while one watches: which come before and behind, and which was the last. */
import { markPressed } from '#features/curation/web/pressed.ts'
import { changePlayer } from '#features/media/web/player/now-playing.ts'
import { createStore } from '#ui/store.ts'
import type { ListedTvChannel } from '../../shapes.ts'
import { onAirOf } from './on-air.ts'
import { playableLive } from './playables.ts'

interface Dial {
  /** As far as they are known, in order. Of the one that is tuned at first the id is all that counts. */
  channels: readonly (ListedTvChannel | { id: string })[]
  /** Which of them is tuned. */
  at: number
}

/** The channels around the one that is tuned. */
export const dial = createStore<Dial>({ channels: [], at: 0 })

const isListed = (one: ListedTvChannel | { id: string } | undefined): one is ListedTvChannel => one !== undefined && 'now' in one

/** The channel that is so many further on, or back; undefined: it is not known. */
export function channelAt({ channels, at }: Dial, by: number): ListedTvChannel | undefined {
  const one = channels[at + by]
  return isListed(one) ? one : undefined
}

/** What stands around a channel has come. */
export function setDial(tuned: { id: string }, previous: readonly ListedTvChannel[], next: readonly ListedTvChannel[]): void {
  dial.set({ channels: [...previous.toReversed(), tuned, ...next], at: previous.length })
}

/** The channel before the one that is tuned, in time. */
export const lastChannel = createStore<ListedTvChannel | undefined>(undefined)

/** ms that the banner stays. */
const bannerMs = 3500
/** What was gone to just now, for the banner that names it. */
export const zapped = createStore<{ tv: ListedTvChannel; at: number } | undefined>(undefined)

function name(tv: ListedTvChannel): void {
  const zap = { tv, at: Date.now() }
  zapped.set(zap)
  setTimeout(() => zapped.set((now) => (now === zap ? undefined : now)), bannerMs)
}

/**
 * Plays another channel in the player that is there: full screen, sound and captions stay as they are.
 * @param from the one that is left
 */
export function tuneTo(tv: ListedTvChannel, from: ListedTvChannel | undefined): void {
  if (from && from.id !== tv.id) lastChannel.set(from)
  dial.set((now) => {
    const by = [1, -1].find((step) => now.channels[now.at + step]?.id === tv.id)
    return by === undefined ? { channels: [tv], at: 0 } : { ...now, at: now.at + by }
  })
  // Its address is on its way: whoever zaps has pressed.
  markPressed(tv.id)
  name(tv)
  const item = playableLive(tv, onAirOf(tv, Date.now()).current)
  changePlayer({ items: [item], index: 0, isOwn: false, autoplay: true, cameByItself: false, waits: false })
}
