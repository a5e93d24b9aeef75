import { isSignedIn, storage } from './storage.ts'

/** Returns the id of the team that the user acts for; undefined if none. */
export const actingTeam = (): string | undefined => (storage.get('account_mode') === 'TEAM' ? storage.get('team_id') : undefined)

/** Identifies the user and the team they act for. Renewing the token doesn't change it. */
export const currentViewer = (): string => [isSignedIn(), storage.get('see_as'), actingTeam()].join()

const listeners = new Set<() => void>()
let viewer = currentViewer()

storage.subscribe(() => {
  if (viewer === currentViewer()) return
  viewer = currentViewer()
  for (const listener of listeners) listener()
})

/** Calls back when the user or their team changes, here or in another tab. Data from before belongs to the former user or team. */
export const onViewerChange = (listener: () => void): void => void listeners.add(listener)
