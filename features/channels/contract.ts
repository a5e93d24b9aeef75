import { clickEndpoints } from './clicks.ts'
import { copyEndpoints } from './copies.ts'
import { groupEndpoints } from './groups.ts'
import { playlistEndpoints } from './playlists.ts'
import { relatedEndpoints } from './related.ts'
import { seriesEndpoints } from './series.ts'
import { videoEndpoints } from './videos.ts'

export { channelsErrors } from './errors.ts'
export * from './shapes.ts'

export const channelsContract = {
  ...playlistEndpoints,
  ...groupEndpoints,
  ...seriesEndpoints,
  ...videoEndpoints,
  ...relatedEndpoints,
  ...clickEndpoints,
  ...copyEndpoints,
}
