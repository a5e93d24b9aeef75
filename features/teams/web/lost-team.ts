import { createStore } from '#ui/store.ts'

/** Id of the team that the user is leaving or deleting: its page doesn't read it again before it closes. */
export const lostTeam = createStore<string | undefined>(undefined)
