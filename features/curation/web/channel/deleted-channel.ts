import { createStore } from '#ui/store.ts'

/** The id of the channel that was deleted last: its screen is left without a word about it. */
export const deletedChannel = createStore<string | undefined>(undefined)
