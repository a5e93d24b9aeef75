import { useState } from 'react'
import { isTransient } from '#kit/web/failures.ts'

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** A mutation that saves a form, as returned by `useChange`. */
interface SaveState {
  error: unknown
  variables: { body?: object | undefined } | undefined
}

/**
 * Returns a function that returns the fields of a form that differ from the values that it was opened with. Only these are saved, so that
 * another member's or tab's change of other fields is kept. An empty field counts as null. Also includes the fields of failed saves that
 * the server may have carried out. Otherwise, a field that the user sets back would keep the value of that save.
 */
export function useChangedFields({ error, variables }: SaveState) {
  const [maybeSaved] = useState(() => new Set<string>())
  return <T extends object>(fields: T, before: { readonly [F in keyof T]?: unknown }): Partial<T> => {
    if (isTransient(error)) for (const name of Object.keys(variables?.body ?? {})) maybeSaved.add(name)
    return Object.fromEntries(
      Object.entries(fields).filter(([name, value]) => maybeSaved.has(name) || !isSame(value, before[name as keyof T] ?? '')),
    ) as Partial<T>
  }
}
