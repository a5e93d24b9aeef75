import type { Handlers } from '#kit/server/http/handlers.ts'
import type { televisionContract } from '../contract.ts'
import { channelRoutes } from './routes/channels.ts'
import { operatorRoutes, type OperatorTools } from './routes/operator.ts'

export const televisionRoutes = (tools: OperatorTools): Handlers<typeof televisionContract> => ({
  ...channelRoutes,
  ...operatorRoutes(tools),
})
