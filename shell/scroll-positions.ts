import { type PagePosition, storage } from '#kit/web/storage.ts'

type Home = 'globe' | 'heart'
/** Key of a position: a home screen or a channel. */
export type PositionKey = Home | `playlist:${string}`

/** Maximum stored channels; the least recently seen are dropped. */
const maxChannels = 100

const playlistOf = (place: PositionKey) => (place.startsWith('playlist:') ? place.slice('playlist:'.length) : undefined)

/** Returns the last scroll position; the top by default. */
export function readScrollPosition(place: PositionKey): PagePosition {
  const playlist = playlistOf(place)
  if (playlist) return storage.get('playlist-positions')?.[playlist] ?? { top: 0 }
  return { top: storage.get(`${place as Home}_scroll_position`) ?? 0 }
}

function storePosition(place: PositionKey, position: PagePosition): void {
  const playlist = playlistOf(place)
  if (!playlist) return storage.set(`${place as Home}_scroll_position`, position.top)
  const { [playlist]: _, ...others } = storage.get('playlist-positions') ?? {}
  storage.set('playlist-positions', Object.fromEntries([...Object.entries(others).slice(1 - maxChannels), [playlist, position]]))
}

export const saveScrollTop = (place: PositionKey, top: number): void => storePosition(place, { ...readScrollPosition(place), top })

/** Stores the scroll position of a row of a channel, in px from the left. */
export const saveRowScroll = (place: PositionKey, row: string, left: number): void => {
  const position = readScrollPosition(place)
  storePosition(place, { ...position, rows: { ...position.rows, [row]: Math.round(left) } })
}

/** Stores the expanded parts of a screen's bar: `archive` and group ids, separated by spaces. */
export const saveExpandedParts = (place: PositionKey, open: string): void => storePosition(place, { ...readScrollPosition(place), open })
