import { channelEndpoints } from './channels.ts'

export const televisionContract = { ...channelEndpoints }
