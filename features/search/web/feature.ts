import type { WebFeature } from '#shell/feature.ts'

/** Adds a search of all things to the palette. */
export const search: WebFeature = {
  destinations: [{ find: async (text, read) => (await import('./destinations.ts')).findDestinations(text, read) }],
}
