import * as z from 'zod/mini'
import { commonErrors } from '#kit/contract/problems.ts'
import { fail } from '#kit/server/http/fail.ts'
import { defineFindHandler, type Handlers, defineReadHandler } from '#kit/server/http/handlers.ts'
import { pageOf, parseCursor } from '#kit/server/http/paging.ts'
import type { DraftTools } from '#features/channels/server/drafts.ts'
import { deleteSuggestion } from '#features/channels/server/queries/suggestions.ts'
import { assertAdmin, findOwnTeam } from '#features/teams/server/with-locked-team.ts'
import { activityContract as contract } from '../contract.ts'
import { invalidatePages } from './invalidate-pages.ts'
import { approveSuggestion, refuseSuggestion } from './answer-suggestion.ts'
import { listSuggestions } from './queries/suggestions.ts'

const defaultLimit = 30
const CursorKey = z.tuple([z.int()])

type Routes = Pick<Handlers<typeof contract>, 'listSuggestions' | 'approveSuggestion' | 'refuseSuggestion' | 'withdrawSuggestion'>

export const suggestionRoutes = (tools: DraftTools): Routes => ({
  listSuggestions: defineReadHandler(contract.listSuggestions, {
    findByPath: ({ params }, { select }) => findOwnTeam(select, params.id),
    async handle({ params, query: { limit = defaultLimit, cursor } }, { select }) {
      const [after] = parseCursor(CursorKey, cursor) ?? []
      const suggestions = await select(listSuggestions, params.id, limit + 1, after)
      if (!suggestions.length) await findOwnTeam(select, params.id)
      return pageOf(suggestions, limit, ({ seq }) => [seq])
    },
  }),

  async approveSuggestion({ params }, ctx) {
    const team = await findOwnTeam(ctx.select, params.id)
    assertAdmin(team)
    await approveSuggestion(ctx, tools, team.id, params.suggestion_id)
    return {}
  },

  refuseSuggestion: defineFindHandler(contract.refuseSuggestion, {
    async find({ params }, { select }) {
      const team = await findOwnTeam(select, params.id)
      assertAdmin(team)
      return team
    },
    async handle({ params, body }, { db, reader, resource: team }) {
      await refuseSuggestion(db, {
        id: params.suggestion_id,
        teamId: team.id,
        userId: reader.user.id,
        reason: body.reason || null,
      })
      return {}
    },
  }),

  async withdrawSuggestion({ params }, { db, select, reader }) {
    await findOwnTeam(select, params.id)
    if (!(await deleteSuggestion(db, params.id, reader.user.id, params.suggestion_id))) fail(commonErrors.not_found)
    await invalidatePages(db, params.id, [])
    return {}
  },
})
