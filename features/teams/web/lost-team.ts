import { createStore } from '#ui/store.ts'

/** Id of the team that the user is leaving or deleting. The team's page stops reading it, because it would get an error. */
export const lostTeam = createStore<string | undefined>(undefined)
