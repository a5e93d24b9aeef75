/** Stores suggestions instead of making the changes. */
import { commonErrors } from '#kit/contract/problems.ts'
import { AcceptedError } from '#kit/server/http/accepted.ts'
import { fail } from '#kit/server/http/fail.ts'
import type { Ctx } from '#kit/server/http/handlers.ts'
import type { User } from '#kit/server/reader.ts'
import { channelsErrors } from '../../contract.ts'
import { maxOpenSuggestions, type SuggestedChange, teamSuggestionLimits } from '../../suggestions.ts'
import { announceToTeam } from '../announce.ts'
import { insertSuggestion, lockSuggester } from '../queries/suggestions.ts'
import { texts } from '../texts.ts'

/** Refuses a change that a suggester can neither make nor suggest. */
export const refuseSuggester = (): never => fail(commonErrors.only_suggests)

function nameOf(change: SuggestedChange): string | null {
  if (change.kind === 'renamed') return change.before
  if (change.kind !== 'added') return null
  return change.type === 'serie' ? change.name : (change.links[0]?.title ?? change.links[0]?.src ?? '')
}
const idsOf = (change: SuggestedChange) => ('ids' in change ? change.ids : [])
const countOf = (change: SuggestedChange) => ('ids' in change ? change.ids.length : 'links' in change ? change.links.length : 1)

/** Stores a suggestion. @throws a 202 response with the suggestion, 422 at a limit */
export async function suggestChange(
  { db, reader, language }: Pick<Ctx<User>, 'db' | 'reader' | 'language'>,
  playlistId: string,
  change: SuggestedChange,
): Promise<never> {
  const json = JSON.stringify({ playlistId, ...change })
  const createdSuggestion = await db.transaction().execute(async (tx) => {
    const suggester = (await lockSuggester(tx, reader.user.id, playlistId, json)) ?? fail(commonErrors.not_found)
    if (suggester.own >= maxOpenSuggestions) fail(channelsErrors.suggestion_limit, { values: { count: maxOpenSuggestions } })
    const { open, megabytes } = teamSuggestionLimits
    if (suggester.open >= open) fail(channelsErrors.team_suggestion_limit, { values: { count: open } })
    if (suggester.bytes + Buffer.byteLength(json) > megabytes * 1024 ** 2)
      fail(channelsErrors.team_suggestion_size, { values: { megabytes } })
    const { kind, type } = change
    const suggestion = { userId: reader.user.id, playlistId, kind, type, ids: idsOf(change), name: nameOf(change) }
    const { id, name } = await insertSuggestion(tx, suggester.teamId, { ...suggestion, count: countOf(change), change: json })
    await announceToTeam(tx, suggester.teamId, [`activity:${suggester.teamId}`])
    return { id, team_id: suggester.teamId, playlist_id: playlistId, kind, type, name, ids: idsOf(change) }
  })
  throw new AcceptedError({ message: texts[language]('server.suggested'), code: 'suggested', errors: {}, suggestion: createdSuggestion })
}
