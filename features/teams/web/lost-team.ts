import { createStore } from '#ui/store.ts'

/** Id of the team that the user is leaving or deleting. The team's page stops reading the team, because the read would fail. */
export const lostTeam = createStore<string | undefined>(undefined)
