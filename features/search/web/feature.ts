import type { WebFeature } from '#shell/feature.ts'

/** The palette searches everything. */
export const search: WebFeature = {
  destinations: [{ find: async (text, read) => (await import('./destinations.ts')).findPages(text, read) }],
}
