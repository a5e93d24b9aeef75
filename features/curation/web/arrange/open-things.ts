import { useSyncExternalStore } from 'react'
import { storage } from '#kit/web/storage.ts'
import { keepOpen, type Place, positionOf } from '#shell/positions.ts'
import { createStore } from '#ui/store.ts'
import type { DragKind } from '../../drop-rules.ts'

/*
 * Which groups of the bar are open beside the one that one looks into, and whether the archive is: by `archive` and the ids of groups. What
 * was opened by hand is remembered a screen; what opened because something was held over it closes when nothing is dropped there.
 */

/** The screen whose bar is shown. */
let place: Place = 'playlist:heart'
const byDwelling = createStore<readonly string[]>([])
/** What one looks into: open, whatever is remembered. */
let lookedInto: readonly string[] = []

const remembered = (at: Place): readonly string[] => (positionOf(at).open ?? '').split(' ').filter(Boolean)

/** As one text, so that two looks at the same are equal. */
const openAt = (at: Place) => [...new Set([...remembered(at), ...byDwelling.get()])].join(' ')

/** Calls back when something opens or closes. @returns stops that */
export const subscribeOpenThings = (changed: () => void) => {
  const stops = [storage.subscribe(changed), byDwelling.subscribe(changed)]
  return () => stops.forEach((stop) => stop())
}

/** What is open in the bar of a screen beside what one looks into. */
export const useOpenThings = (at: Place): ReadonlySet<string> =>
  new Set(useSyncExternalStore(subscribeOpenThings, () => openAt(at)).split(' '))

/** A bar is shown: of which screen, and what one looks into there. */
export function showBarOf(at: Place, into: readonly string[]): void {
  lookedInto = into
  place = at
}

export const isOpen = (id: string): boolean => lookedInto.includes(id) || openAt(place).split(' ').includes(id)

/** Opens or closes something, by hand. */
export function toggleOpen(id: string): void {
  const open = openAt(place).split(' ').filter(Boolean)
  byDwelling.set((now) => now.filter((one) => one !== id))
  keepOpen(place, (open.includes(id) ? open.filter((one) => one !== id) : [...open, id]).join(' '))
}

/** Does something of the bar open when such a thing is held over it? Groups hold channels: over a group the others stay closed. */
export const opensFor = (kind: DragKind, openable: 'group' | 'archive'): boolean => kind !== 'group' || openable === 'archive'

export const openByDwelling = (id: string): void => byDwelling.set((now) => [...now, id])

/** A drag has ended: what opened for it closes, unless something was dropped in it. */
export function closeDwelled(droppedIn: string | undefined): void {
  if (byDwelling.get().length === 0) return
  byDwelling.set([])
  if (droppedIn !== undefined && !isOpen(droppedIn)) toggleOpen(droppedIn)
}
