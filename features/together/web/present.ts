/** The members who have a channel open. Each entry expires by itself, unless a socket keeps the list up to date. */
import { createStore } from '#ui/store.ts'
import type { PresenceEvent, PresentMember } from '../contract.ts'

export interface Present extends PresentMember {
  playlist_id: string
  /** Milliseconds of the page's clock. */
  until: number
}
export const present = createStore<readonly Present[]>([])

const expiryOf = ({ seconds }: PresentMember) => performance.now() + seconds * 1000
const isEqual = (one: Present, other: Present | undefined) =>
  one.user_id === other?.user_id && one.dragging === other.dragging && one.nickname === other.nickname

/**
 * Replaces the members of a channel by an answer. Faces keep their order, so that they don't jump.
 * @param isFollowed whether they stay until another list replaces them
 */
export function setPresent(playlistId: string, people: readonly PresentMember[], isFollowed = false): void {
  present.set((now) => [
    ...now.filter(({ playlist_id: id }) => id !== playlistId),
    ...people.map((one) => ({ ...one, playlist_id: playlistId, until: isFollowed ? Infinity : expiryOf(one) })),
  ])
}

/** Starts the expiry of members that a socket kept up to date. */
export const countPresent = (playlistId: string): void =>
  present.set((now) => now.map((one) => (one.playlist_id === playlistId ? { ...one, until: Math.min(one.until, expiryOf(one)) } : one)))

/** Adds or updates the member of an event. */
export function receivePresence(event: PresenceEvent): void {
  const isSame = ({ user_id: id, playlist_id: playlistId }: Present) => id === event.user_id && playlistId === event.playlist_id
  present.set((now) => {
    const existing = now.find(isSame)
    const member = { ...event, until: Math.max(expiryOf(event), existing?.until ?? 0) }
    return existing ? now.map((one) => (one === existing ? member : one)) : [...now, member]
  })
}

/** Removes expired members. */
export function expirePresent(): void {
  const time = performance.now()
  const now = present.get()
  const left = now.filter((one) => one.until > time)
  if (left.length < now.length || !left.every((one, index) => isEqual(one, now[index]))) present.set(left)
}
