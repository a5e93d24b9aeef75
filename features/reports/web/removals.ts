import { useSyncExternalStore } from 'react'
import { createStore } from '#ui/store.ts'
import { paths } from '#shell/paths.ts'
import type { Removal } from '../contract.ts'
import type { ReportableType } from '../rules.ts'

/** The reader's removals, once `RemovalsLoader` has loaded them. */
export const removals = createStore<readonly Removal[]>([])

const findRemoval = (type: Removal['removable_type'], id: string) =>
  removals.get().find((removal) => removal.removable_type === type && removal.removable_id === id)

/** Returns the removal of a thing. Rerenders only when that removal changes. */
export const useRemoval = (type: Removal['removable_type'], id: string): Removal | undefined =>
  useSyncExternalStore(removals.subscribe, () => findRemoval(type, id))

interface RemovalPlace {
  type: ReportableType
  id: string
  playlistId: string | null
  /** The reported TV channel, or the TV channel of the reported programme. */
  tvChannelId?: string | null
}
/** Returns a thing's link. @param isOwn whether to link to the owner's view of the channel */
export function removalLink({ type, id, playlistId, tvChannelId }: RemovalPlace, isOwn: boolean): string {
  if (tvChannelId) return paths.tiers({ channel: tvChannelId, ...(type === 'epg' && { epgId: id }) })
  if (playlistId === null) return paths.settings({ user: id })
  const search = { playlist: playlistId, ...(type === 'serie' && { serie: id }), ...(type === 'video' && { video: id }) }
  return isOwn ? paths.myPlaylists(search) : paths.playlists(search)
}
