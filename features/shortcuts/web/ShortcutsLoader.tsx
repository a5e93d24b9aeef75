import { useEffect } from 'react'
import { useRead } from '#kit/web/read.ts'
import { paths } from '#shell/paths.ts'
import type { SubjectOf } from '#shell/subjects.ts'
import { barShortcuts } from '#features/arranging/web/bar/shortcuts.ts'
import { type Shortcut, shortcutsContract } from '../contract.ts'
import { knownShortcuts } from './known.ts'

/** Loads the reader's shortcuts once per page, for the bar and for the menus of packages. */
export function ShortcutsLoader() {
  const { data } = useRead(shortcutsContract.listShortcuts, {})
  useEffect(() => {
    knownShortcuts.set(data ?? [])
    barShortcuts.set(toSubjects(data ?? []))
  }, [data])
  // Clears the shortcuts when the user changes, because only their owner may see them.
  useEffect(
    () => () => {
      knownShortcuts.set([])
      barShortcuts.set([])
    },
    [],
  )
  return null
}

const toSubjects = (list: readonly Shortcut[]): SubjectOf<'shortcut'>[] =>
  list.map(({ tier_id: id, name, icon: picture, is_left: isLeft, position: index }) => ({
    type: 'shortcut',
    id,
    name,
    picture,
    href: paths.tiers({ tier: id }),
    isLeft,
    index,
    count: list.filter((item) => item.is_left === isLeft).length,
    move: async (...args) => (await import('./changes.ts')).moveShortcut({ id, name }, { isLeft, index }, ...args),
  }))
