import { storage } from './storage.ts'

const viewerNow = () => [storage.get('access_token') !== undefined, storage.get('account_mode'), storage.get('team_id')].join()

const listeners = new Set<() => void>()
let viewer = viewerNow()

storage.subscribe(() => {
  if (viewer === viewerNow()) return
  viewer = viewerNow()
  for (const listener of listeners) listener()
})

/** Calls back when somebody has come, gone, or acts for another, here or in another tab: nothing of what was read or done before is theirs. */
export const onViewerChange = (listener: () => void): void => void listeners.add(listener)
