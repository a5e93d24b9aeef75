import { createStore } from '#ui/store.ts'

/** The filter of TV channels in the list and the guide: all, favourites, or a group. */
export type Choice = { is: 'all' } | { is: 'favourites' } | { is: 'group'; name: string }

/** The chosen filter. It is kept while the user switches between list and guide, and returns from a channel. */
export const choice = createStore<Choice>({ is: 'all' })

/** Converts the filter to query parameters. */
export const queryOf = (chosen: Choice): { group?: string; followed?: boolean } =>
  chosen.is === 'group' ? { group: chosen.name } : chosen.is === 'favourites' ? { followed: true } : {}
