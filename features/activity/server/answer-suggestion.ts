/**
 * Approves and refuses suggestions. An approval makes the suggested change as an act of the suggester, after the same checks as an undo.
 */
import { commonErrors } from '#kit/contract/problems.ts'
import type { Db } from '#kit/server/db/db.ts'
import { fail } from '#kit/server/http/fail.ts'
import type { Ctx } from '#kit/server/http/handlers.ts'
import type { User } from '#kit/server/reader.ts'
import type { ActKind } from '#features/channels/acts.ts'
import type { DraftTools, VideoDraft } from '#features/channels/server/drafts.ts'
import { draftLinks } from '#features/channels/server/drafts.ts'
import { barLock, seriesContainer } from '#features/channels/server/containers.ts'
import { withContainerLocks } from '#features/channels/server/move.ts'
import { defaultLinkTitle } from '#features/channels/server/names.ts'
import { answerSuggestion } from '#features/channels/server/queries/suggestions.ts'
import { assertRoomForVideos } from '#features/channels/server/videos.ts'
import { notify } from '#features/notifications/server/notify.ts'
import { assertAdmin, reloadTeam } from '#features/teams/server/with-locked-team.ts'
import { activityErrors } from '../contract.ts'
import { invalidatePages } from './invalidate-pages.ts'
import { applySuggestedChange } from './apply-suggestion.ts'
import { findSuggestion, type FoundSuggestion, lockSuggestion } from './queries/suggestions.ts'
import { findItems } from './queries/things.ts'
import { assertUnchangedSince } from './undo.ts'

type ApprovalContext = Pick<Ctx<User>, 'db' | 'reader' | 'language' | 'disconnected' | 'timeZone'>

/** Kinds of acts after which a suggestion on the same things can't be approved any more. */
const laterActs: Readonly<Record<FoundSuggestion['change']['kind'], readonly ActKind[]>> = {
  added: [],
  moved: ['moved', 'removed', 'taken'],
  renamed: ['renamed', 'removed', 'taken'],
  removed: ['moved', 'renamed', 'removed', 'taken'],
}

const idsOf = ({ change }: FoundSuggestion) => ('ids' in change ? [...change.ids] : [])

/** Lists the channels that a suggestion would change. */
async function channelsOf(db: Db, suggestion: FoundSuggestion, playlistId: string): Promise<string[]> {
  const { type } = suggestion.change
  const items = type === 'playlist' ? [] : await findItems(db, type, idsOf(suggestion))
  return [...new Set([playlistId, ...items.map((item) => item.playlist_id)])]
}

/** Makes the suggested change (idempotent). @throws 404, 409, 422 */
export async function approveSuggestion(ctx: ApprovalContext, tools: DraftTools, teamId: string, id: string): Promise<void> {
  const { db, reader, language } = ctx
  const suggestion = (await findSuggestion(db, teamId, id)) ?? fail(commonErrors.not_found)
  if (suggestion.state === 'approved') return
  if (suggestion.state === 'refused') fail(activityErrors.already_answered)
  const playlistId = suggestion.playlist_id ?? fail(activityErrors.left_team)
  const drafts = await fetchDrafts(ctx, tools, suggestion, playlistId)
  const channels = await channelsOf(db, suggestion, playlistId)
  const locks = suggestion.change.type === 'playlist' ? [barLock(teamId)] : channels.map(seriesContainer)
  await withContainerLocks(db, locks, async (locked) => {
    const state = await lockSuggestion(locked.db, id)
    if (state === 'approved') {
      locked.isUnchanged = true
      return
    }
    if (state !== 'open') fail(activityErrors.already_answered)
    assertAdmin(await reloadTeam(locked.db, reader, teamId))
    if (![...locked.lockIds].every((lockId) => locked.teams.get(lockId) === teamId)) fail(activityErrors.left_team)
    const undoing = { teamId, reader, language }
    await assertUnchangedSince(locked.db, undoing, { seq: suggestion.act_seq, ids: idsOf(suggestion) }, laterActs[suggestion.change.kind])
    const actor = { id: suggestion.user_id, approvedBy: reader.user.id }
    await applySuggestedChange({ locked, actor, undoing }, { ...suggestion, playlistId, drafts })
    const answer = { state: 'approved', userId: reader.user.id, reason: null } as const
    await closeSuggestion(locked.db, suggestion, { teamId, channels, answer })
  })
}

/** Fetches the pages of suggested links. @throws 422 */
async function fetchDrafts(
  ctx: ApprovalContext,
  tools: DraftTools,
  { change }: FoundSuggestion,
  playlistId: string,
): Promise<VideoDraft[]> {
  if (!('links' in change)) return []
  const { db, reader, disconnected, timeZone } = ctx
  await assertRoomForVideos(db, playlistId, change.links.length)
  const draftContext = { ...tools, reader, disconnected, titleFor: defaultLinkTitle({ kind: 'channel' }, timeZone) }
  const drafts = await draftLinks(
    db,
    draftContext,
    change.links.map(({ src }) => src),
  )
  return drafts.map((draft, index) => ({ ...draft, ...(change.links[index]!.title !== null && { title: change.links[index]!.title }) }))
}

interface Refusal {
  id: string
  teamId: string
  userId: string
  reason: string | null
}

/** Refuses an open suggestion (idempotent). @throws 404, 409 */
export async function refuseSuggestion(db: Db, { id, teamId, userId, reason }: Refusal): Promise<void> {
  const suggestion = (await findSuggestion(db, teamId, id)) ?? fail(commonErrors.not_found)
  if (suggestion.state === 'refused') return
  await withContainerLocks(db, [barLock(teamId)], async (locked) => {
    const state = await lockSuggestion(locked.db, id)
    if (state === 'refused') return
    if (state !== 'open') fail(activityErrors.already_answered)
    await closeSuggestion(locked.db, suggestion, { teamId, channels: [], answer: { state: 'refused', userId, reason } })
  })
}

interface ClosedSuggestion {
  teamId: string
  /** The channels whose pages show the change. */
  channels: readonly string[]
  answer: Parameters<typeof answerSuggestion>[2]
}
/** Stores the answer, and notifies the suggester and the members' pages. */
async function closeSuggestion(db: Db, suggestion: FoundSuggestion, { teamId, channels, answer }: ClosedSuggestion): Promise<void> {
  await answerSuggestion(db, suggestion.id, answer)
  const { state, reason } = answer
  await notify(db, {
    kind: 'team_suggestion',
    to: suggestion.user_id,
    details: {
      event: reason === null ? state : 'refused_because',
      thing: suggestion.name,
      ...(reason !== null && { reason }),
    },
    path: `/teams?teamId=${teamId}`,
    bundle: `suggestion:${suggestion.id}`,
  })
  await invalidatePages(db, teamId, channels)
}
