/** The members who have a channel open. Each entry expires by itself, unless a socket keeps the list up to date. */
import { createStore } from '#ui/store.ts'
import type { PresenceEvent, PresentMember } from '../contract.ts'

export interface PresenceEntry extends PresentMember {
  playlist_id: string
  /** Milliseconds of the page's clock. */
  until: number
}
export const present = createStore<readonly PresenceEntry[]>([])

const expiryOf = ({ seconds }: PresentMember) => performance.now() + seconds * 1000
const isEqual = (a: PresenceEntry, b: PresenceEntry | undefined) =>
  a.user_id === b?.user_id && a.dragging === b.dragging && a.nickname === b.nickname

/**
 * Replaces the members of a channel by an answer. Faces keep their order, so that they don't jump.
 * @param isFollowed whether they stay until another list replaces them
 */
export function setPresent(playlistId: string, people: readonly PresentMember[], isFollowed = false): void {
  present.set((now) => [
    ...now.filter(({ playlist_id: id }) => id !== playlistId),
    ...people.map((person) => ({ ...person, playlist_id: playlistId, until: isFollowed ? Infinity : expiryOf(person) })),
  ])
}

/** Starts the expiry of members that a socket kept up to date. */
export const countPresent = (playlistId: string): void =>
  present.set((now) =>
    now.map((item) => (item.playlist_id === playlistId ? { ...item, until: Math.min(item.until, expiryOf(item)) } : item)),
  )

/** Adds or updates the member of an event. */
export function receivePresence(event: PresenceEvent): void {
  const isSame = ({ user_id: id, playlist_id: playlistId }: PresenceEntry) => id === event.user_id && playlistId === event.playlist_id
  present.set((now) => {
    const existing = now.find(isSame)
    const member = { ...event, until: Math.max(expiryOf(event), existing?.until ?? 0) }
    return existing ? now.map((item) => (item === existing ? member : item)) : [...now, member]
  })
}

/** Removes expired members. */
export function expirePresent(): void {
  const time = performance.now()
  const now = present.get()
  const left = now.filter((item) => item.until > time)
  if (left.length < now.length || !left.every((item, index) => isEqual(item, now[index]))) present.set(left)
}
