import { createStore } from '#ui/store.ts'

/** The ids of videos that are on their way out: nobody sees them any more, and they can still be brought back just as they were. */
const hidden = createStore<ReadonlySet<string>>(new Set())

export const hideVideo = (id: string): void => hidden.set((now) => new Set([...now, id]))
export const showVideo = (id: string): void => hidden.set((now) => new Set([...now].filter((one) => one !== id)))
export const useHiddenVideos = (): ReadonlySet<string> => hidden.use()
