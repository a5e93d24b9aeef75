/** The members who have a channel open. A timer expires each entry, unless a socket keeps the list up to date. */
import { createStore } from '#ui/store.ts'
import type { PresenceEvent, PresentMember } from '../contract.ts'

export interface PresenceEntry extends PresentMember {
  playlist_id: string
  /** When the entry expires, in milliseconds of `performance.now()`. */
  until: number
}
export const presentMembers = createStore<readonly PresenceEntry[]>([])

const expiryOf = ({ seconds }: PresentMember) => performance.now() + seconds * 1000
const isEqual = (a: PresenceEntry, b: PresenceEntry | undefined) =>
  a.user_id === b?.user_id && a.dragging === b.dragging && a.nickname === b.nickname

/**
 * Replaces the list of a channel's members with the server's. Faces keep their order, so that they don't jump.
 * @param isFollowed true if members stay until the next list
 */
export function setPresentMembers(playlistId: string, people: readonly PresentMember[], isFollowed = false): void {
  presentMembers.set((now) => [
    ...now.filter(({ playlist_id: id }) => id !== playlistId),
    ...people.map((person) => ({ ...person, playlist_id: playlistId, until: isFollowed ? Infinity : expiryOf(person) })),
  ])
}

/** Starts the timer that expires members, when a socket no longer keeps them up to date. */
export const startExpiryTimer = (playlistId: string): void =>
  presentMembers.set((now) =>
    now.map((item) => (item.playlist_id === playlistId ? { ...item, until: Math.min(item.until, expiryOf(item)) } : item)),
  )

/** Adds or updates the member that an event is about. */
export function receivePresence(event: PresenceEvent): void {
  const isSame = ({ user_id: id, playlist_id: playlistId }: PresenceEntry) => id === event.user_id && playlistId === event.playlist_id
  presentMembers.set((now) => {
    const existing = now.find(isSame)
    const member = { ...event, until: Math.max(expiryOf(event), existing?.until ?? 0) }
    return existing ? now.map((item) => (item === existing ? member : item)) : [...now, member]
  })
}

/** Removes expired members. */
export function expirePresentMembers(): void {
  const time = performance.now()
  const now = presentMembers.get()
  const remainingMembers = now.filter((item) => item.until > time)
  if (remainingMembers.length < now.length || !remainingMembers.every((item, index) => isEqual(item, now[index])))
    presentMembers.set(remainingMembers)
}
