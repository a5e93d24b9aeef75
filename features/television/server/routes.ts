import type { Handlers } from '#kit/server/http/handlers.ts'
import type { televisionContract } from '../contract.ts'
import { channelRoutes } from './routes/channels.ts'

export const televisionRoutes: Handlers<typeof televisionContract> = { ...channelRoutes }
