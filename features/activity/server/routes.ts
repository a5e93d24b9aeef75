import * as z from 'zod/mini'
import { commonErrors } from '#kit/contract/problems.ts'
import { fail } from '#kit/server/http/fail.ts'
import { type Handlers, defineReadHandler } from '#kit/server/http/handlers.ts'
import { pageOf, parseCursor } from '#kit/server/http/paging.ts'
import type { DraftTools } from '#features/channels/server/drafts.ts'
import { findOwnTeam } from '#features/teams/server/with-locked-team.ts'
import { activityContract as contract } from '../contract.ts'
import { listActs } from './queries/acts.ts'
import { suggestionRoutes } from './suggestion-routes.ts'
import { undoAct } from './undo.ts'

const defaultLimit = 30
const CursorKey = z.tuple([z.int()])

export const activityRoutes = (tools: DraftTools): Handlers<typeof contract> => ({
  ...suggestionRoutes(tools),

  listActivity: defineReadHandler(contract.listActivity, {
    findByPath: ({ params }, { select }) => findOwnTeam(select, params.id),
    async handle({ params, query: { limit = defaultLimit, cursor } }, { select }) {
      const [before] = parseCursor(CursorKey, cursor) ?? []
      const acts = await select(listActs, params.id, limit + 1, before)
      if (!acts.length) await findOwnTeam(select, params.id)
      return pageOf(acts, limit, ({ seq }) => [seq])
    },
  }),

  async undoAct({ params }, { db, select, reader, language }) {
    if ((await findOwnTeam(select, params.id)).only_suggests) fail(commonErrors.only_suggests)
    return { lost: await undoAct(db, { teamId: params.id, reader, language }, params.act_id) }
  },
})
