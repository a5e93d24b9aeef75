import type { Language } from '#kit/contract/texts.ts'
import { commonErrors } from '#kit/contract/problems.ts'
import type { Db } from '#kit/server/db/db.ts'
import { fail } from '#kit/server/http/fail.ts'
import type { Mailer } from '#kit/server/mail/mailer.ts'
import type { User } from '#kit/server/reader.ts'
import { changeSetting } from '#features/accounts/server/change-setting.ts'
import { writeAudit } from '#features/accounts/server/queries/audit.ts'
import { listMailTargets, lockUser, clearNickname, clearUserPicture } from '#features/accounts/server/queries/operator-changes.ts'
import { lockPlaylistForOperator, clearPlaylistPicture, clearSlug } from '#features/channels/server/queries/operator-changes.ts'
import { siteErrors } from '../errors.ts'
import { limits, type RemovableName } from '../rules.ts'
import { texts } from './texts.ts'

interface RemovalRequest {
  actor: User
  mailer: Mailer
  thing: RemovableName
  id: string
  reason: string
  /** Whether to add the name to the blocked words. */
  block: boolean
}

interface RemovedName {
  type: 'user' | 'playlist'
  /** Name of the user or channel. */
  name: string
  /** The removed name or address; null for a picture. */
  removedValue: string | null
  /** Users to notify. */
  people: readonly string[]
  personId: string | null
}

async function removeFromUser(tx: Db, thing: 'nickname' | 'user_picture', id: string): Promise<RemovedName> {
  const user = (await lockUser(tx, id)) ?? fail(commonErrors.not_found)
  const now = thing === 'nickname' ? user.nickname : user.picture_id
  if (now === null) fail(siteErrors.nothing_to_take)
  await (thing === 'nickname' ? clearNickname(tx, id) : clearUserPicture(tx, id))
  return { type: 'user', name: user.nickname ?? '', removedValue: thing === 'nickname' ? now : null, people: [id], personId: id }
}

async function removeFromChannel(tx: Db, thing: 'slug' | 'channel_picture', id: string): Promise<RemovedName> {
  const channel = (await lockPlaylistForOperator(tx, id)) ?? fail(commonErrors.not_found)
  const now = thing === 'slug' ? channel.slug : channel.picture_id
  if (now === null) fail(siteErrors.nothing_to_take)
  await (thing === 'slug' ? clearSlug(tx, id) : clearPlaylistPicture(tx, id))
  const personId = channel.team_id === null ? channel.user_id : null
  return { type: 'playlist', name: channel.name, removedValue: thing === 'slug' ? now : null, people: channel.people, personId }
}

/** Removes a name, address or picture in a transaction, with an audit entry and an email that has the reason. @throws 404, 409 */
export async function removeNameOrPicture(tx: Db, { actor, mailer, thing, id, reason, block }: RemovalRequest): Promise<void> {
  const isOfUser = thing === 'nickname' || thing === 'user_picture'
  const { type, name, removedValue, people, personId } = await (isOfUser ? removeFromUser(tx, thing, id) : removeFromChannel(tx, thing, id))
  await writeAudit(tx, actor, {
    act: removedValue === null ? 'picture.taken_away' : 'name.taken_away',
    thing: { type, id, name },
    personId,
    before: { [thing]: removedValue ?? true },
    after: { [thing]: null },
    reason,
  })
  if (block && removedValue !== null) await blockName(tx, actor, removedValue)
  for (const { email, language } of await listMailTargets(tx, people)) {
    const t = texts[language as Language]
    const subject = t(`mail.${thing}.subject`)
    const paragraphs = [t(`mail.${thing}.text`, { name: removedValue ?? name }), t('mail.reason', { reason })]
    await mailer.send({ to: email, language: language as Language, subject, heading: subject, paragraphs }, { db: tx })
  }
}

/** Blocks exactly this name, so that it can't be chosen again. */
const blockName = (tx: Db, actor: User, name: string): Promise<void> =>
  changeSetting(tx, 'names', {
    actor,
    version: null,
    change({ blocked }) {
      if (blocked.includes(`=${name}`)) return { blocked }
      if (blocked.length >= limits.words) fail(siteErrors.words_limit, { values: { count: limits.words } })
      return { blocked: [...blocked, `=${name}`] }
    },
  })
