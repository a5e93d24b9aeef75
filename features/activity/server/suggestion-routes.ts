import * as z from 'zod/mini'
import { common } from '#kit/contract/problems.ts'
import type { Ask } from '#kit/server/ask.ts'
import { fail } from '#kit/server/http/fail.ts'
import { type Handlers, reading } from '#kit/server/http/handlers.ts'
import { nextCursor, parseCursor } from '#kit/server/http/paging.ts'
import type { DraftTools } from '#features/channels/server/drafts.ts'
import { deleteSuggestion } from '#features/channels/server/queries/suggestions.ts'
import { assertAdmin } from '#features/teams/server/with-team.ts'
import { findMembership } from '#features/teams/server/queries/teams.ts'
import { activityContract as contract } from '../contract.ts'
import { announceChange } from './announce.ts'
import { approveSuggestion, refuseSuggestion } from './answer-suggestion.ts'
import { listSuggestions } from './queries/suggestions.ts'

const defaultLimit = 30
const After = z.tuple([z.int()])

/** @throws 404 for all but its members */
const ownTeam = async (ask: Ask, id: string) => (await ask(findMembership, id))[0] ?? fail(common.not_found)

type Routes = Pick<Handlers<typeof contract>, 'listSuggestions' | 'approveSuggestion' | 'refuseSuggestion' | 'withdrawSuggestion'>

export const suggestionRoutes = (tools: DraftTools): Routes => ({
  listSuggestions: reading(contract.listSuggestions, {
    findByPath: ({ params }, { ask }) => ownTeam(ask, params.id),
    async handle({ params, query: { limit = defaultLimit, cursor } }, { ask }) {
      const [after] = parseCursor(After, cursor) ?? []
      const found = await ask(listSuggestions, params.id, limit + 1, after)
      if (!found.length) await ownTeam(ask, params.id)
      return { data: found.slice(0, limit), next_cursor: nextCursor(found, limit, ({ seq }) => [seq]) }
    },
  }),

  async approveSuggestion({ params }, ctx) {
    const team = await ownTeam(ctx.ask, params.id)
    assertAdmin(team)
    await approveSuggestion(ctx, tools, team.id, params.suggestion_id)
    return {}
  },

  async refuseSuggestion({ params, body }, { db, ask, reader }) {
    const team = await ownTeam(ask, params.id)
    assertAdmin(team)
    await refuseSuggestion(db, team.id, reader.user.id, params.suggestion_id, body.reason || null)
    return {}
  },

  async withdrawSuggestion({ params }, { db, ask, reader }) {
    await ownTeam(ask, params.id)
    if (!(await deleteSuggestion(db, params.id, reader.user.id, params.suggestion_id))) fail(common.not_found)
    await announceChange(db, params.id, [])
    return {}
  },
})
