import { clickEndpoints } from './contract/clicks.ts'
import { copyEndpoints } from './contract/copies.ts'
import { groupEndpoints } from './contract/groups.ts'
import { playlistEndpoints } from './contract/playlists.ts'
import { relatedEndpoints } from './contract/related.ts'
import { seriesEndpoints } from './contract/series.ts'
import { statusEndpoints } from './contract/tiles.ts'
import { videoEndpoints } from './contract/videos.ts'

export { channelsErrors } from './contract/errors.ts'
export { channelSearchContract } from './contract/search.ts'
export * from './contract/moves.ts'
export * from './contract/shapes.ts'
export * from './contract/tiles.ts'

export const channelsContract = {
  ...statusEndpoints,
  ...playlistEndpoints,
  ...groupEndpoints,
  ...seriesEndpoints,
  ...videoEndpoints,
  ...relatedEndpoints,
  ...clickEndpoints,
  ...copyEndpoints,
}
