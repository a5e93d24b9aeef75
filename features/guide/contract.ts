import { channelEndpoints } from './channels.ts'
import { reminderEndpoints } from './reminders.ts'

export const guideContract = {
  ...channelEndpoints,
  ...reminderEndpoints,
}
