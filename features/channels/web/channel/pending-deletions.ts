import { createStore } from '#ui/store.ts'

/** Ids of videos whose deletion can still be undone. They are hidden. */
const hiddenVideoIds = createStore<ReadonlySet<string>>(new Set())

export const hideVideos = (ids: readonly string[]): void => hiddenVideoIds.set((now) => new Set([...now, ...ids]))
export const showVideos = (ids: readonly string[]): void =>
  hiddenVideoIds.set((now) => new Set([...now].filter((item) => !ids.includes(item))))
export const useHiddenVideos = (): ReadonlySet<string> => hiddenVideoIds.use()

/** The id of the channel deleted last. Its screen closes without an error. */
export const deletedChannel = createStore<string | undefined>(undefined)
