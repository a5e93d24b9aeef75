import { readFileSync } from 'node:fs'

/** Returns the names in a source that the group of the pattern matches. */
export const namesIn = (file: string, pattern: RegExp): string[] =>
  [...readFileSync(file, 'utf8').matchAll(pattern)].map(([, name]) => name!)

/** Paths of all routes. */
export const routes = (): string[] => namesIn('web/routes.tsx', /screen\('([^']+)'/g).toSorted()

/** Returns views of the settings that load late. */
export const settingsViews = (): string[] => namesIn('web/later-screens.tsx', /\.view === '(\w+)'/g)

/** Routes whose pages end a session, or that only guests can open. */
export const guestsOnly: readonly string[] = [
  '/login',
  '/register',
  '/reset-password',
  '/reset-password/$token',
  '/reset-password/$token/$email',
]
