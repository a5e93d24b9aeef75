import { useEffect } from 'react'
import { useSignedIn } from '#kit/web/storage.ts'
import type { MenuSource } from '#ui/menus.ts'
import { loadActions, subjectMenu, currentReader, useLoadedActions } from './registry.ts'
import { type SubjectOf, subjectRef, type SubjectType } from './subjects.ts'

/** Props for a subject's element: its `ref`, and its menu if it has actions. */
export interface SubjectProps {
  ref: ReturnType<typeof subjectRef>
  menu: MenuSource | undefined
}

/**
 * Loads the actions for a list of subjects of one type.
 * @returns a function for each element's props: `<Card {...propsOf(subject)} />`
 */
export function useSubjectMenu<T extends SubjectType>(type: T | undefined): (subject: SubjectOf<T>) => SubjectProps {
  const signedIn = useSignedIn()
  useLoadedActions()
  // Ignores a failed load: only menus are missing then. Guests' menus load when they open.
  useEffect(() => {
    if (type && signedIn) void loadActions([type], { ...currentReader(), signedIn }).catch(() => {})
  }, [type, signedIn])
  return (subject) => ({ ref: subjectRef(subject), menu: subjectMenu(subject) })
}
