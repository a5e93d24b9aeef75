import { isSignedIn, storage } from './storage.ts'

/** Identifies the user and the team they act for. Renewing the token doesn't change it. */
export function currentViewer(): string {
  const team = storage.get('account_mode') === 'TEAM' ? storage.get('team_id') : undefined
  return [isSignedIn(), storage.get('see_as'), team].join()
}

const listeners = new Set<() => void>()
let viewer = currentViewer()

storage.subscribe(() => {
  if (viewer === currentViewer()) return
  viewer = currentViewer()
  for (const listener of listeners) listener()
})

/** Calls back when the user or their team changes, here or in another tab. Data from before belongs to the former user or team. */
export const onViewerChange = (listener: () => void): void => void listeners.add(listener)
