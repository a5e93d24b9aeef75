import { createStore } from '#ui/store.ts'

/** Which TV channels are shown, in the list and in the guide: all, those one follows, or those of a group. */
export type Choice = { is: 'all' } | { is: 'favourites' } | { is: 'group'; name: string }

/** It stays while one goes from one to the other, and back from a channel. */
export const choice = createStore<Choice>({ is: 'all' })

/** As calls name it. */
export const queryOf = (chosen: Choice): { group?: string; followed?: boolean } =>
  chosen.is === 'group' ? { group: chosen.name } : chosen.is === 'favourites' ? { followed: true } : {}
