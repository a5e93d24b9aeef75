import { tvCopyEndpoints } from './copies.ts'
import { streamEndpoints } from './streams.ts'

export const tvWatchingContract = {
  ...streamEndpoints,
  ...tvCopyEndpoints,
}
