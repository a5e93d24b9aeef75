import { createStore } from '#ui/store.ts'

/** Ids of videos whose deletion can still be undone. They are hidden. */
const hidden = createStore<ReadonlySet<string>>(new Set())

export const hideVideos = (ids: readonly string[]): void => hidden.set((now) => new Set([...now, ...ids]))
export const showVideos = (ids: readonly string[]): void => hidden.set((now) => new Set([...now].filter((item) => !ids.includes(item))))
export const useHiddenVideos = (): ReadonlySet<string> => hidden.use()

/** The id of the channel deleted last. Its screen closes without an error. */
export const deletedChannel = createStore<string | undefined>(undefined)
