import { createStore } from '#ui/store.ts'
import type { Shortcut } from '../contract.ts'

/** The reader's shortcuts, once `ShortcutsLoader` has loaded them. */
export const knownShortcuts = createStore<readonly Shortcut[]>([])

export const findShortcut = (tierId: string): Shortcut | undefined =>
  knownShortcuts.get().find((knownShortcut) => knownShortcut.tier_id === tierId)

export const countShortcuts = (): number => knownShortcuts.get().filter((knownShortcut) => knownShortcut.is_left).length
