import { sql } from 'kysely'
import type { Language } from '#kit/contract/texts.ts'
import { type Db, queryIds } from '#kit/server/db/db.ts'
import { readerForUser } from '#kit/server/reader.ts'
import { isSuspended } from '#features/accounts/server/queries/operator-changes.ts'
import type { LinkProblem } from '#features/channels/rules.ts'
import { shownTitle } from '#features/channels/server/queries/titles.ts'

/** SQL: videos with dead links, and their channels. */
const deadLinksOfMakers = sql`
  playlist join series on series.playlist_id = playlist.id join video on video.series_id = series.id and video.link_state = 'gone'
    join link_check on link_check.address = video.src and link_check.state = 'gone'`
/** SQL on `playlist`: whether it is the own channel of the user who created it, or belongs to a team in which that user still is. */
const isStillOwned = sql<boolean>`(playlist.team_id is null or exists (select from team_member
  where team_member.team_id = playlist.team_id and team_member.user_id = playlist.user_id))`

export interface DigestRecipient {
  id: string
  email: string
  language: Language
  token: string
}
/**
 * Returns the ids of the next users with a newly dead link whose last email was sent at least a week ago. Suspended users get theirs after
 * the suspension.
 */
export const listDueDigests = (db: Db, after: string, limit: number): Promise<string[]> =>
  queryIds(
    db,
    sql`
      select distinct playlist.user_id as id from ${deadLinksOfMakers} join account on account.id = playlist.user_id
        left join link_digest known on known.account_id = playlist.user_id
      where ${isStillOwned} and link_check.gone_at > now() - interval '30 days' and (known.mailed_at is null
        or (known.mailed_at <= now() - interval '7 days' and link_check.gone_at > known.mailed_at)) and known.is_on is not false
        and ${isSuspended} is not true and playlist.user_id > ${after}
      order by playlist.user_id limit ${limit}`,
  )

/** Marks a user as emailed. Returns undefined if the user was emailed in the last week. */
export async function claimDigest(tx: Db, id: string): Promise<DigestRecipient | undefined> {
  const { rows } = await sql<DigestRecipient>`
    with noted as (
      insert into link_digest as known (account_id, mailed_at) select id, now() from account where id = ${id}
      on conflict (account_id) do update set mailed_at = now()
        where known.is_on and (known.mailed_at is null or known.mailed_at <= now() - interval '7 days')
      returning account_id, token
    )
    select id, email, language, token from noted join account on account.id = noted.account_id`.execute(tx)
  return rows[0]
}

export interface Digest {
  total: number
  videos: readonly { title: string; playlist_name: string; problem: LinkProblem }[]
}
/** Returns the number of a user's dead links, and the latest ones. */
export async function readDigest(db: Db, userId: string, limit: number): Promise<Digest> {
  const { rows } = await sql<{ title: string; playlist_name: string; problem: LinkProblem; total: number }>`
    select ${shownTitle(readerForUser(userId))} as title, playlist.name as playlist_name, video.link_problem as problem, (count(*) over ())::int as total
    from ${deadLinksOfMakers} where playlist.user_id = ${userId} and ${isStillOwned}
    order by link_check.gone_at desc, video.id limit ${limit}`.execute(db)
  return { total: rows[0]?.total ?? 0, videos: rows }
}

export async function findDigestSetting(db: Db, userId: string): Promise<{ is_on: boolean }> {
  const row = await db.selectFrom('link_digest').select('is_on').where('account_id', '=', userId).executeTakeFirst()
  return row ?? { is_on: true }
}

export const saveDigestSetting = (db: Db, userId: string, is_on: boolean) =>
  sql`insert into link_digest (account_id, is_on) values (${userId}, ${is_on})
    on conflict (account_id) do update set is_on = excluded.is_on`.execute(db)

/** Turns the weekly email off, by the token in an email. */
export const stopDigest = (db: Db, token: string) =>
  db.updateTable('link_digest').set({ is_on: false }).where('token', '=', token).execute()
