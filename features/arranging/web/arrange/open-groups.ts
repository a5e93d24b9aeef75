import { useSyncExternalStore } from 'react'
import { storage } from '#kit/web/storage.ts'
import { saveExpandedParts, type PositionKey, readScrollPosition } from '#shell/scroll-positions.ts'
import { createStore } from '#ui/store.ts'
import type { DragKind } from '#features/channels/drop-rules.ts'

/*
 * Open groups of the bar, by id, and the archive, as `archive`. Groups that the user opened are remembered per screen. A group that opened
 * during a drag closes again, unless the drop is in it. The current group is always open.
 */

/** The screen whose bar is shown. */
let place: PositionKey = 'playlist:heart'
const groupsOpenedByHover = createStore<readonly string[]>([])
/** The current group and archive, which are always open. */
let openGroups: readonly string[] = []

const readOpenIds = (key: PositionKey): readonly string[] => (readScrollPosition(key).open ?? '').split(' ').filter(Boolean)

/** Returns the open ids as one string, so that `useSyncExternalStore` sees equal states as equal. */
const openIdsText = (key: PositionKey) => [...new Set([...readOpenIds(key), ...groupsOpenedByHover.get()])].join(' ')

/** Subscribes to changes. @returns a function that unsubscribes */
export const subscribeToOpenGroups = (changed: () => void) => {
  const stops = [storage.subscribe(changed), groupsOpenedByHover.subscribe(changed)]
  return () => stops.forEach((stop) => stop())
}

/** Returns the open groups of a screen, without the current group. */
export const useOpenGroups = (key: PositionKey): ReadonlySet<string> =>
  new Set(useSyncExternalStore(subscribeToOpenGroups, () => openIdsText(key)).split(' '))

/** Sets the screen whose bar is shown, and its current group. */
export function setShownBar(at: PositionKey, into: readonly string[]): void {
  openGroups = into
  place = at
}

export const isGroupOpen = (id: string): boolean => openGroups.includes(id) || openIdsText(place).split(' ').includes(id)

/** Toggles a group or the archive for the user. */
export function toggleOpenGroup(id: string): void {
  const openIds = openIdsText(place).split(' ').filter(Boolean)
  groupsOpenedByHover.set((now) => now.filter((item) => item !== id))
  saveExpandedParts(place, (openIds.includes(id) ? openIds.filter((item) => item !== id) : [...openIds, id]).join(' '))
}

/**
 * Whether a group or the archive opens while a thing of this kind is held over it. A dragged group opens no groups, and a shortcut opens
 * nothing.
 */
export const canOpenDuringDrag = (kind: DragKind, openable: 'group' | 'archive'): boolean =>
  kind !== 'shortcut' && (kind !== 'group' || openable === 'archive')

export const openGroupOnHover = (id: string): void => groupsOpenedByHover.set((now) => [...now, id])

/** Closes groups that opened during a drag, except the group that received the drop. */
export function closeGroupsOpenedByDrag(droppedIn: string | undefined): void {
  if (groupsOpenedByHover.get().length === 0) return
  groupsOpenedByHover.set([])
  if (droppedIn !== undefined && !isGroupOpen(droppedIn)) toggleOpenGroup(droppedIn)
}
