import { createStore } from '#ui/store.ts'

/** The id of the channel that is in edit mode, as long as one is on it. */
export const arrangedChannel = createStore<string | undefined>(undefined)

/** Edit mode of a channel, on and off. */
export const toggleArranging = (id: string): void => arrangedChannel.set((now) => (now === id ? undefined : id))
