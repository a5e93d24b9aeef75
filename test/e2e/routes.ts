import { readFileSync } from 'node:fs'

/** Returns the names in a source that match a pattern's group. */
export const namesIn = (file: string, pattern: RegExp): string[] =>
  [...readFileSync(file, 'utf8').matchAll(pattern)].map(([, name]) => name!)

/** Paths of all routes. */
export const routes = (): string[] => namesIn('web/routes.tsx', /screen\('([^']+)'/g).toSorted()

/** Views of the settings that aren't in the first file. */
export const settingsViews = (): string[] => namesIn('web/later-screens.tsx', /\.view === '(\w+)'/g)

/** Routes whose pages end a session, or are for guests only. */
export const guestsOnly: readonly string[] = [
  '/login',
  '/register',
  '/reset-password',
  '/reset-password/$token',
  '/reset-password/$token/$email',
]
