import type { ItemAction } from '#ui/actions.ts'
import type { Series, Video } from '../../contract.ts'

/** What can be done with a channel and the things in it. A guest has none of these. */
export interface ChannelMenus {
  channel: readonly ItemAction[]
  series: (series: Series) => readonly ItemAction[]
  video: (series: Series, video: Video) => readonly ItemAction[]
  /** The channel was deleted, and one is on the way out. */
  leaving: boolean
}
