import { commonErrors } from '#kit/contract/problems.ts'
import type { Language } from '#kit/contract/texts.ts'
import type { Db } from '#kit/server/db/db.ts'
import { fail } from '#kit/server/http/fail.ts'
import type { Mailer } from '#kit/server/mail/mailer.ts'
import type { User } from '#kit/server/reader.ts'
import { writeAudit } from '#features/accounts/server/queries/audit.ts'
import { placeholderAccountId } from '#features/accounts/server/queries/deletion.ts'
import { listMailTargets, lockUser } from '#features/accounts/server/queries/operator-changes.ts'
import { findTeamSuccessor } from '#features/channels/server/queries/team-channels.ts'
import { handChannelsOver } from '#features/channels/server/team-channels.ts'
import { findTeamName, removeTeam } from '#features/teams/server/queries/teams.ts'
import { siteErrors } from '../errors.ts'
import type { OrphanName } from './queries/orphans.ts'
import { texts } from './texts.ts'

interface HandOverRequest {
  actor: User
  mailer: Mailer
  user_id?: string | undefined
  team_id?: string | undefined
  /** The number of channels that the operator saw. */
  channels: number
  reason?: string | undefined
}

/** @throws 404; 422 unless exactly one of `user_id` and `team_id` is given */
async function findRecipient(tx: Db, { user_id: userId, team_id: teamId }: Pick<HandOverRequest, 'user_id' | 'team_id'>) {
  if ((userId === undefined) === (teamId === undefined)) fail(siteErrors.one_recipient, { field: 'user_id' })
  if (userId !== undefined) {
    const { id } = (await lockUser(tx, userId)) ?? fail(commonErrors.not_found, { field: 'user_id' })
    return { owner: { userId: id }, personId: id, team: null }
  }
  const id = teamId!
  const name = (await findTeamName(tx, id)) ?? fail(commonErrors.not_found, { field: 'team_id' })
  const successorId = (await findTeamSuccessor(tx, id)) ?? fail(commonErrors.not_found, { field: 'team_id' })
  return { owner: { teamId: id, successorId }, personId: successorId, team: { id, name } }
}

/**
 * Hands channels without an owner to a user or team, in a transaction, with an audit entry and emails.
 * @returns their number
 * @throws 404, 409, 422
 */
export async function handOverOrphan(
  tx: Db,
  { id, name }: OrphanName,
  { actor, mailer, channels, reason, ...to }: HandOverRequest,
): Promise<number> {
  const { owner, personId, team } = await findRecipient(tx, to)
  const movedChannels = await handChannelsOver(tx, id, owner)
  if (movedChannels === 'missing') return fail(commonErrors.not_found)
  if (movedChannels === 'has members') return fail(siteErrors.not_orphan)
  if (movedChannels !== channels) fail(siteErrors.owner_left)
  if (id !== placeholderAccountId) await removeTeam(tx, id)
  await writeAudit(tx, actor, {
    act: 'orphan.handed_over',
    thing: { type: 'team', id, name },
    personId,
    after: { ...(team ? { team_id: team.id } : { user_id: personId }), channels: movedChannels },
    reason,
  })
  for (const { email, language } of await listMailTargets(tx, [personId])) {
    const t = texts[language as Language]
    const subject = t('mail.handed.subject')
    const from = name || t('mail.handed.nameless')
    const paragraphs = [team ? t('mail.handed.to_team', { team: team.name, name: from }) : t('mail.handed.text', { name: from })]
    await mailer.send({ to: email, language: language as Language, subject, heading: subject, paragraphs }, { db: tx })
  }
  return movedChannels
}
