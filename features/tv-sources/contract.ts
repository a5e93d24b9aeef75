import { operatorChannelEndpoints } from './operator-channels.ts'
import { operatorEndpoints } from './operator.ts'
import { promotionEndpoints } from './promotions.ts'

export const tvSourcesContract = {
  ...promotionEndpoints,
  ...operatorEndpoints,
  ...operatorChannelEndpoints,
}
