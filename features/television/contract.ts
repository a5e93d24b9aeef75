import { channelEndpoints } from './channels.ts'
import { operatorEndpoints } from './operator.ts'

export const televisionContract = { ...channelEndpoints, ...operatorEndpoints }
