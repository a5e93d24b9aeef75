import { channelEndpoints } from './channels.ts'
import { tvCopyEndpoints } from './copies.ts'
import { operatorChannelEndpoints } from './operator-channels.ts'
import { operatorEndpoints } from './operator.ts'
import { promotionEndpoints } from './promotions.ts'
import { reminderEndpoints } from './reminders.ts'

export const televisionContract = {
  ...channelEndpoints,
  ...tvCopyEndpoints,
  ...reminderEndpoints,
  ...promotionEndpoints,
  ...operatorEndpoints,
  ...operatorChannelEndpoints,
}
