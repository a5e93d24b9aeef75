import type { Handlers } from '#kit/server/http/handlers.ts'
import type { televisionContract } from '../contract.ts'
import { channelRoutes } from './routes/channels.ts'
import { type CopyTools, tvCopyRoutes } from './routes/copies.ts'
import { operatorChannelRoutes, type OperatorChannelTools } from './routes/operator-channels.ts'
import { operatorRoutes, type OperatorTools } from './routes/operator.ts'
import { promotionRoutes, type PromotionTools } from './routes/promotions.ts'
import { reminderRoutes } from './routes/reminders.ts'

export const televisionRoutes = (
  tools: OperatorTools & OperatorChannelTools & PromotionTools & CopyTools,
): Handlers<typeof televisionContract> => ({
  ...channelRoutes(tools),
  ...tvCopyRoutes(tools),
  ...reminderRoutes(tools),
  ...promotionRoutes(tools),
  ...operatorRoutes(tools),
  ...operatorChannelRoutes(tools),
})
