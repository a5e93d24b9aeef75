import { sql } from 'kysely'
import { type Db, executeWrite } from '#kit/server/db/db.ts'
import { deleteInBatches } from '#kit/server/db/delete-in-batches.ts'
import { actDays } from '../../acts.ts'

interface NewSuggestion {
  userId: string
  playlistId: string
  kind: string
  type: string
  ids: readonly string[]
  /** Name of the first thing; null: the statement reads the current name. */
  name: string | null
  count: number
  /** JSON. */
  change: string
}

/**
 * Locks the membership of a suggester in the team of a channel, and the suggestions of the team.
 * @returns the team's id, the number (`open`) and size in `bytes` of its open suggestions, and the number by this user (`own`). An open
 * suggestion of this user that is equal to `change` isn't counted. Undefined if the user isn't a suggester in the team
 */
export const lockSuggester = async (db: Db, userId: string, playlistId: string, change: string) => {
  const member = await sql<{ team_id: string }>`
    select member.team_id from playlist join team_member member on member.team_id = playlist.team_id
    where playlist.id = ${playlistId} and member.user_id = ${userId} and member.role = 'suggester' for no key update of member`.execute(db)
  const teamId = member.rows[0]?.team_id
  if (teamId === undefined) return undefined
  await sql`select pg_advisory_xact_lock(hashtext('team_suggestion'), hashtext(${teamId}))`.execute(db)
  const { rows } = await sql<{ open: number; own: number; bytes: number }>`
    select count(*)::int as open, count(*) filter (where user_id = ${userId})::int as own, coalesce(sum(pg_column_size(change)), 0)::bigint as bytes
    from team_suggestion where team_id = ${teamId} and state = 'open' and not (user_id = ${userId} and digest = md5(${change}))`.execute(db)
  return { teamId, ...rows[0]! }
}

/** Stores a suggestion. If the user has an equal open one, stores nothing. @returns its id */
export const insertSuggestion = async (
  db: Db,
  teamId: string,
  { userId, playlistId, kind, type, ids, name, count, change }: NewSuggestion,
): Promise<{ id: string; name: string }> =>
  (
    await sql<{ id: string; name: string }>`
      insert into team_suggestion (team_id, user_id, playlist_key, kind, thing_type, thing_ids, thing_name, count, change, digest, act_seq)
      select ${teamId}, ${userId}, key, ${kind}, ${type}, ${[...ids]}::text[], coalesce(${name}::text,
          case ${type} when 'video' then (select title from video where id = ${ids[0] ?? null})
            when 'serie' then (select series.name from series where id = ${ids[0] ?? null}) else playlist.name end, ''),
        ${count}, ${change}::jsonb, md5(${change}), coalesce((select max(seq) from team_act where team_act.team_id = ${teamId}), 0)
      from playlist where id = ${playlistId}
      on conflict (team_id, user_id, digest) where state = 'open' do update set digest = excluded.digest
      returning id, thing_name as name`.execute(db)
  ).rows[0]!

/** Stores that an open suggestion was approved or refused. @returns false if it isn't open */
export const answerSuggestion = (
  db: Db,
  id: string,
  { state, userId, reason }: { state: 'approved' | 'refused'; userId: string; reason: string | null },
): Promise<boolean> =>
  executeWrite(
    db,
    sql`update team_suggestion set state = ${state}, answered_by = ${userId}, answered_at = now(), reason = ${reason}
      where id = ${id} and state = 'open'`,
  )
/** @returns false if it isn't an open suggestion of this user */
export const deleteSuggestion = (db: Db, teamId: string, userId: string, id: string): Promise<boolean> =>
  executeWrite(db, sql`delete from team_suggestion where id = ${id} and team_id = ${teamId} and user_id = ${userId} and state = 'open'`)

/** Deletes approved and refused suggestions that are older than the listed acts. */
export const deleteAnsweredSuggestions = (db: Db): Promise<void> =>
  deleteInBatches(db, 'team_suggestion', sql`answered_at < now() - make_interval(days => ${sql.lit(actDays)})`)
