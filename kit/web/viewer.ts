import { storage } from './storage.ts'

const viewerNow = () => [storage.get('access_token') !== undefined, storage.get('account_mode'), storage.get('team_id')].join()

const listeners = new Set<() => void>()
let viewer = viewerNow()

storage.subscribe(() => {
  if (viewer === viewerNow()) return
  viewer = viewerNow()
  for (const listener of listeners) listener()
})

/** Calls back when the user or their team changes, here or in another tab: earlier data isn't theirs. */
export const onViewerChange = (listener: () => void): void => void listeners.add(listener)
