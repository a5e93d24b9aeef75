/** Public data of users. */
import { sql } from 'kysely'
import { type Db, isoTime } from '#kit/server/db/db.ts'
import { prepare } from '#kit/server/db/prepare.ts'
import type { Reader } from '#kit/server/reader.ts'
import { pictureAddress } from '#features/media/server/queries.ts'

/** A user with a public profile, or the reader. */
export const findPublicProfile = (db: Db, id: string, readerId: string | null) =>
  db
    .selectFrom('account')
    .where('id', '=', id)
    .where((eb) => eb.or([eb('is_found', '=', true), eb('id', '=', readerId)]))
    .select((eb) => [
      'id',
      'nickname',
      'is_broadcaster',
      pictureAddress('picture_id').as('profile_picture'),
      eb
        .selectFrom('playlist')
        .select('playlist.id')
        .whereRef('playlist.user_id', '=', 'account.id')
        .where('playlist.kind', '=', 'direct_publish')
        .where('playlist.removed_at', 'is', null)
        .as('directPublishId'),
      sql<number>`coalesce((select followers from person_count where person_count.user_id = account.id), 0)`.as('followers'),
      eb
        .exists(eb.selectFrom('follow').whereRef('follow.followed_user_id', '=', 'account.id').where('follow.user_id', '=', readerId))
        .$castTo<boolean>()
        .as('is_followed'),
      isoTime(eb.ref('created_at')).as('created_at'),
    ])
    .executeTakeFirst()

/** A user's state for permission checks; undefined if hidden from the reader. */
export const findPersonAccess = prepare((_: Db, { user }: Reader, id: string) => {
  const isReader = sql<boolean>`account.id = ${user?.id ?? null}`
  return sql<{ id: string; is_reader: boolean; is_found: boolean }>`
    select account.id, coalesce(${isReader}, false) as is_reader, account.is_found
    from account where account.id = ${id} and (account.is_found or ${isReader})`
})

/** Hides a user's profile and own channels from others, or reverts that. @returns undefined if nothing changed */
export const setPersonRemoved = (db: Db, id: string, isRemoved: boolean) =>
  db
    .updateTable('account')
    .set({ removed_at: isRemoved ? sql<Date>`now()` : null })
    .where('id', '=', id)
    .where('removed_at', isRemoved ? 'is' : 'is not', null)
    .returning('nickname')
    .executeTakeFirst()
