import { channelEndpoints } from './channels.ts'
import { tvCopyEndpoints } from './copies.ts'
import { operatorEndpoints } from './operator.ts'
import { reminderEndpoints } from './reminders.ts'

export const televisionContract = { ...channelEndpoints, ...tvCopyEndpoints, ...reminderEndpoints, ...operatorEndpoints }
