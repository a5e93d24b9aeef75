import { createStore } from '#ui/store.ts'

/** The ids of videos that are on their way out: nobody sees them any more, and they can still be brought back just as they were. */
const hidden = createStore<ReadonlySet<string>>(new Set())

export const hideVideos = (ids: readonly string[]): void => hidden.set((now) => new Set([...now, ...ids]))
export const showVideos = (ids: readonly string[]): void => hidden.set((now) => new Set([...now].filter((one) => !ids.includes(one))))
export const useHiddenVideos = (): ReadonlySet<string> => hidden.use()

/** The id of the channel that was deleted last: its screen is left without a word about it. */
export const deletedChannel = createStore<string | undefined>(undefined)
