import { type RawBuilder, sql } from 'kysely'
import { type Db, exactIsoTime, isoTime } from '#kit/server/db/db.ts'
import { bytesPerGigabyte, isRealUser, isSuspended, roleSql } from '#features/accounts/server/queries/operator-changes.ts'
import { concernsUser } from '#features/reports/server/queries/reports.ts'
import { latestBalance } from '#features/wallet/server/queries/ledger.ts'
import { prepare } from '#kit/server/db/prepare.ts'
import type { Reader } from '#kit/server/reader.ts'
import type { UserFilter } from '../../rules.ts'

const rowColumns = [
  'account.id',
  'account.email',
  'account.nickname',
  isoTime(sql.ref<Date>('account.created_at')).as('created_at'),
  sql<string | null>`(select ${isoTime(sql`max(last_seen_at)`)} from session where session.account_id = account.id)`.as('last_seen_at'),
  roleSql.as('role'),
  'account.is_broadcaster',
  'account.can_upload_video',
  sql<boolean>`account.removed_at is not null`.as('is_removed'),
  isoTime(sql.ref<Date | null>('account.deletion_due_at')).as('deletion_at'),
  sql<{ reason: string; until: string | null } | null>`case when ${isSuspended} then jsonb_build_object('reason', account.suspended_reason,
    'until', ${isoTime(sql`nullif(account.suspended_until, 'infinity')`)}) end`.as('suspension'),
] as const

const filters: Readonly<Record<UserFilter, RawBuilder<boolean>>> = {
  operators: sql`account.is_operator`,
  moderators: sql`account.is_moderator`,
  broadcasters: sql`account.is_broadcaster`,
  uploaders: sql`account.can_upload_video`,
  suspended: isSuspended,
  removed: sql`account.removed_at is not null`,
  leaving: sql`account.deletion_due_at is not null`,
}

const containsPattern = (text: string) => `%${text.toLowerCase().replace(/[\\%_]/g, String.raw`\$&`)}%`

interface UserList {
  query: string
  filter: UserFilter | undefined
  after: { createdAt: string; id: string } | undefined
  limit: number
}

/** Users, latest first. A query matches a part of username or email, or the id. */
export const listUsers = (db: Db, { query, filter, after, limit }: UserList) =>
  db
    .selectFrom('account')
    .select([...rowColumns, exactIsoTime(sql.ref('account.created_at')).as('time')])
    .where(isRealUser)
    .$if(filter !== undefined, (q) => q.where(filters[filter!]))
    .$if(query !== '', (q) =>
      q.where(
        sql<boolean>`(lower(coalesce(account.nickname, '') || ' ' || account.email) like ${containsPattern(query)} or account.id = ${query})`,
      ),
    )
    .$if(after !== undefined, (q) =>
      q.where(sql<boolean>`(account.created_at, account.id) < (${after!.createdAt}::timestamptz, ${after!.id})`),
    )
    .orderBy('account.created_at', 'desc')
    .orderBy('account.id', 'desc')
    .limit(limit)
    .execute()

/** A user with their teams, logins, storage, balance in cents, and counts of channels and reports. */
export const findUserForOperator = (db: Db, id: string) =>
  db
    .selectFrom('account')
    .select([
      ...rowColumns,
      sql<number>`(select count(*) from (select from playlist where user_id = account.id and kind = 'channel' limit 10000) as made)::int`.as(
        'channels_count',
      ),
      sql<number>`(select coalesce(sum(stored_bytes), 0) from upload where user_id = account.id)::float8`.as('uploads_bytes'),
      sql<number | null>`(account.upload_quota / ${sql.lit(bytesPerGigabyte)})::int`.as('upload_quota_gb'),
      latestBalance(sql.ref('account.id'), 'wallet').as('balance'),
      sql<{ id: string; name: string; is_admin: boolean }[]>`coalesce((
        select jsonb_agg(jsonb_build_object('id', team.id, 'name', team.name, 'is_admin', team_member.is_admin) order by team.name)
        from team_member join team on team.id = team_member.team_id
        where team_member.user_id = account.id), '[]')`.as('teams'),
      sql<{ id: string; user_agent: string; created_at: string; last_seen_at: string }[]>`coalesce((
        select jsonb_agg(jsonb_build_object('id', session.id, 'user_agent', session.user_agent, 'created_at', ${isoTime(sql`session.created_at`)},
          'last_seen_at', ${isoTime(sql`session.last_seen_at`)}) order by session.last_seen_at desc)
        from session where session.account_id = account.id and session.expires_at > now()), '[]')`.as('sessions'),
      sql<number>`(select count(*) from report where reporter_id = account.id)::int`.as('reports_by'),
      sql<number>`(select count(*) from report where ${concernsUser(sql.ref('account.id'))})::int`.as('reports_about'),
    ])
    .where('account.id', '=', id)
    .where(isRealUser)
    .executeTakeFirst()

/** Lists operators who aren't suspended, to email them. */
export const listOperators = (db: Db) =>
  db
    .selectFrom('account')
    .select(['id', 'email', 'language'])
    .where('is_operator', '=', true)
    .where(sql<boolean>`${isSuspended} is not true`)
    .execute()

/** Returns the name of a user; undefined if there is no such user. */
export const findUserName = prepare(
  (_: Db, __: Reader, id: string) => sql<{ nickname: string | null }>`select nickname from account where id = ${id} and ${isRealUser}`,
)

/** Finds a user by id. */
export const findUserId = prepare(
  (_: Db, __: Reader, id: string) => sql<{ id: string }>`select id from account where id = ${id} and ${isRealUser}`,
)
