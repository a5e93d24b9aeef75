/** Account data for the data export. */
import { sql } from 'kysely'
import { type Db, isoTime } from '#kit/server/db/db.ts'
import type { PersonalData } from '#kit/server/personal-data.ts'

const findProfile = (db: Db, userId: string) =>
  db
    .selectFrom('account')
    .leftJoin('country', 'country.id', 'account.country_id')
    .where('account.id', '=', userId)
    .select((eb) => [
      'account.id',
      'email',
      'nickname',
      'first_name',
      'last_name',
      'city',
      'address',
      'phone',
      'household_count',
      'country.code as country',
      'gender',
      'language',
      'picture_id as picture',
      'is_public',
      'following_content_alert',
      'adult_content',
      'can_upload_video',
      'is_broadcaster',
      'is_operator',
      'is_moderator',
      'terms_version',
      sql<string | null>`birthday::text`.as('birthday'),
      isoTime(eb.ref('guardian_consent_at')).as('guardian_consent_at'),
      isoTime(eb.ref('terms_accepted_at')).as('terms_accepted_at'),
      isoTime(eb.ref('password_changed_at')).as('password_changed_at'),
      isoTime(eb.ref('created_at')).as('created_at'),
    ])
    .executeTakeFirst()

const listLogins = (db: Db, userId: string) =>
  db
    .selectFrom('session')
    .where('account_id', '=', userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .select((eb) => [
      'user_agent as browser',
      isoTime(eb.ref('created_at')).as('since'),
      isoTime(eb.ref('last_seen_at')).as('last_used_at'),
    ])
    .orderBy('created_at')
    .execute()

export const accountsPersonalData: PersonalData = {
  exports: { profile: findProfile, logins: listLogins },
  listPictures: async (db, userId, after, limit) =>
    (
      await db
        .selectFrom('account')
        .select('picture_id as id')
        .where('id', '=', userId)
        .where('picture_id', '>', after)
        .limit(limit)
        .execute()
    ).flatMap(({ id }) => id ?? []),
}
