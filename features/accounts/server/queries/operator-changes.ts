import { sql } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'
import { placeholderAccountId } from './deletion.ts'
import { exampleAdmin, exampleUsers } from './example-users.ts'
import type { Role } from '../../roles.ts'

/** Queries for operators' changes to users. */

/** Bytes of a GB, as in the site's settings. */
export const bytesPerGigabyte = 1024 ** 3

/** SQL on `account`: the role. */
export const roleSql = sql<Role | null>`case when account.is_operator then 'operator' when account.is_moderator then 'moderator' end`
/** SQL on `account`: whether the user is suspended now. */
export const isSuspended = sql<boolean>`(account.suspended_until > now())`
/** SQL on `account`: whether the account is a real user, so not the placeholder account or an example user. */
export const isRealUser = sql<boolean>`account.id <> all(${sql.lit(`{${[placeholderAccountId, exampleAdmin, ...Object.values(exampleUsers)].join()}}`)})`

/** The changeable state of a user, locked until the end of the transaction. */
export const lockUser = (tx: Db, id: string) =>
  tx
    .selectFrom('account')
    .select([
      'id',
      'email',
      'nickname',
      'language',
      'picture_id',
      roleSql.as('role'),
      'is_broadcaster',
      'can_upload_video',
      sql<number | null>`(upload_quota / ${sql.lit(bytesPerGigabyte)})::int`.as('upload_quota_gb'),
      isSuspended.as('is_suspended'),
    ])
    .where('id', '=', id)
    .where(isRealUser)
    .forNoKeyUpdate()
    .executeTakeFirst()
export type LockedUser = NonNullable<Awaited<ReturnType<typeof lockUser>>>

export const setRights = (tx: Db, id: string, rights: { is_broadcaster?: boolean; can_upload_video?: boolean }) =>
  tx.updateTable('account').set(rights).where('id', '=', id).execute()

export const setRole = (tx: Db, id: string, role: Role | null) =>
  tx
    .updateTable('account')
    .set({ is_operator: role === 'operator', is_moderator: role === 'moderator' })
    .where('id', '=', id)
    .execute()

export const setQuota = (tx: Db, id: string, gigabytes: number | null) =>
  tx
    .updateTable('account')
    .set({ upload_quota: gigabytes === null ? null : gigabytes * bytesPerGigabyte })
    .where('id', '=', id)
    .execute()

/** Suspends a user, which ends all sessions; null ends the suspension. @param suspension `until` null: without an end */
export const setSuspension = (tx: Db, id: string, suspension: { reason: string; until: string | null } | null) =>
  tx
    .updateTable('account')
    .set({
      suspended_until: suspension && sql<Date>`coalesce(${suspension.until}::timestamptz, 'infinity')`,
      suspended_reason: suspension && suspension.reason,
    })
    .where('id', '=', id)
    .execute()

/** Removes a username; the user chooses another one at the next visit. */
export const clearNickname = (tx: Db, id: string) =>
  tx.updateTable('account').set({ nickname: null, nickname_key: null }).where('id', '=', id).execute()

export const clearUserPicture = (tx: Db, id: string) => tx.updateTable('account').set({ picture_id: null }).where('id', '=', id).execute()

/** Usernames in the order of ids. */
export const scanNicknames = (db: Db, after: string, limit: number) =>
  db
    .selectFrom('account')
    .select((eb) => ['id', eb.ref('nickname').$notNull().as('name')])
    .where('id', '>', after)
    .where('nickname', 'is not', null)
    .orderBy('id')
    .limit(limit)
    .execute()

/** Addresses for mails to users. */
export const listMailTargets = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('account')
    .select(['email', 'language'])
    .where(sql<boolean>`id = any(${ids})`)
    .execute()
