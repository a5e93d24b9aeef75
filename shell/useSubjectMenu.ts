import { useEffect } from 'react'
import { useSignedIn } from '#kit/web/storage.ts'
import type { MenuSource } from '#ui/menus.ts'
import { loadActions, menuOf, readerNow, useLoadedActions } from './registry.ts'
import { type SubjectOf, subjectRef, type SubjectType } from './subjects.ts'

/** What an element that shows a subject gets: its `ref`, and its menu when there is something to do. */
export interface SubjectProps {
  ref: ReturnType<typeof subjectRef>
  menu: MenuSource | undefined
}

/**
 * Fetches what can be done with subjects of a type, for a list of them.
 * @returns what the element of one of them gets: `<Card {...propsOf(subject)} />`
 */
export function useSubjectMenu<T extends SubjectType>(type: T | undefined): (subject: SubjectOf<T>) => SubjectProps {
  const signedIn = useSignedIn()
  useLoadedActions()
  // Code that does not come is said where it is asked for: without it there are no menus, and all else works.
  useEffect(() => {
    if (type) void loadActions([type], { ...readerNow(), signedIn }).catch(() => {})
  }, [type, signedIn])
  return (subject) => ({ ref: subjectRef(subject), menu: menuOf(subject) })
}
