import type { Handlers } from '#kit/server/http/handlers.ts'
import type { televisionContract } from '../contract.ts'
import { channelRoutes } from './routes/channels.ts'
import { type CopyTools, tvCopyRoutes } from './routes/copies.ts'
import { operatorRoutes, type OperatorTools } from './routes/operator.ts'
import { reminderRoutes } from './routes/reminders.ts'

export const televisionRoutes = (tools: OperatorTools & CopyTools): Handlers<typeof televisionContract> => ({
  ...channelRoutes,
  ...tvCopyRoutes(tools),
  ...reminderRoutes(tools),
  ...operatorRoutes(tools),
})
