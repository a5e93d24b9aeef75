import { copyEndpoints } from './copies.ts'
import { playlistEndpoints } from './playlists.ts'
import { seriesEndpoints } from './series.ts'
import { videoEndpoints } from './videos.ts'

export { curationErrors } from './errors.ts'
export * from './shapes.ts'

export const curationContract = { ...playlistEndpoints, ...seriesEndpoints, ...videoEndpoints, ...copyEndpoints }
