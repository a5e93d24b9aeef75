import { sql } from 'kysely'
import { type Db, isoTime } from '#kit/server/db/db.ts'
import { prepare } from '#kit/server/db/prepare.ts'
import type { Reader } from '#kit/server/reader.ts'
import { actDays, type ActKind, type ActThing } from '#features/channels/acts.ts'
import type { ActDetails } from '#features/channels/server/acts/record.ts'
import type { Act } from '../../contract.ts'

const isListed = sql`act.made_at > now() - make_interval(days => ${sql.lit(actDays)})`
const personOf = (table: string) => sql`case when ${sql.ref(`${table}.id`)} is not null
  then json_build_object('id', ${sql.ref(`${table}.id`)}, 'nickname', ${sql.ref(`${table}.nickname`)}) end`

/** Lists a team's acts for a member, latest first. @param before sequence number of the last act of the previous page */
export const listActs = prepare(
  (_: Db, { user }: Reader, teamId: string, limit: number, before: number | undefined) => sql<Act & { seq: number }>`
    select act.id, act.seq, act.kind, act.thing_type as type,
      json_build_object('id', act.thing_ids[1], 'name', case when act.thing_type = 'member' then member.nickname else act.thing_name end) as thing,
      act.count, case when act.playlist_name is not null then json_build_object('id', playlist.id, 'name', act.playlist_name) end as playlist,
      ${personOf('actor')} as actor, ${personOf('approver')} as approved_by,
      case when act.kind = 'renamed' then json_build_object('before', act.details ->> 'before', 'after', act.details ->> 'name') end as names,
      ${isoTime(sql.ref('act.made_at'))} as at, act.is_undo, act.undone_at is not null as is_undone,
      case when act.is_undoable and act.undone_at is null and playlist.id is not null and reading.role is null
        then '/api/teams/' || act.team_id || '/activity/' || act.id || '/undo' end as undo_url
    from team_act act join team_member reading on reading.team_id = act.team_id and reading.user_id = ${user?.id ?? null}
    left join account actor on actor.id = act.actor_id left join account approver on approver.id = act.approved_by
    left join account member on act.thing_type = 'member' and member.id = act.thing_ids[1]
    left join playlist on playlist.key = act.playlist_key and playlist.team_id = act.team_id
    where act.team_id = ${teamId} and ${isListed} ${before === undefined ? sql`` : sql`and act.seq < ${before}::bigint`}
    order by act.seq desc limit ${limit}`,
)

export interface FoundAct {
  id: string
  seq: string
  kind: ActKind
  type: ActThing
  ids: string[]
  count: number
  name: string | null
  details: ActDetails
  is_undoable: boolean
  is_undone: boolean
  undoes: string | null
  /** Current id of the act's channel; null if the team no longer owns it. */
  playlist_id: string | null
}

/** Finds an act of a team. */
export const findAct = async (db: Db, teamId: string, id: string): Promise<FoundAct | undefined> =>
  (
    await sql<FoundAct>`
      select act.id, act.seq::text, act.kind, act.thing_type as type, act.thing_ids as ids, act.count, act.thing_name as name, act.details,
        act.is_undoable, act.undone_at is not null as is_undone, act.undoes, playlist.id as playlist_id
      from team_act act left join playlist on playlist.key = act.playlist_key and playlist.team_id = act.team_id
      where act.team_id = ${teamId} and act.id = ${id} and ${isListed}`.execute(db)
  ).rows[0]

/**
 * Locks an act, and the act that it undid. Locks the earlier act first, because old acts are deleted in that order.
 * @returns false if the act was undone or deleted
 */
export const lockAct = async (db: Db, id: string): Promise<boolean> =>
  (
    await sql<{ id: string; in_force: boolean }>`
      select id, undone_at is null as in_force from team_act
      where id = ${id} or id = (select undoes from team_act where id = ${id}) order by seq for update`.execute(db)
  ).rows.some((act) => act.id === id && act.in_force)

export interface LaterAct {
  kind: ActKind
  nickname: string | null
  /** Name of the thing that the act changed. */
  name: string | null
}
/** Finds the latest act of these kinds that changed the same things after an act. Leaves out undone acts and undos. */
export const findLaterAct = async (
  db: Db,
  teamId: string,
  { seq, ids }: Pick<FoundAct, 'seq' | 'ids'>,
  kinds: readonly ActKind[],
): Promise<LaterAct | undefined> =>
  (
    await sql<LaterAct>`
      select act.kind, account.nickname, act.thing_name as name from team_act act left join account on account.id = act.actor_id
      where act.team_id = ${teamId} and act.seq > ${seq}::bigint and act.thing_ids && ${[...ids]}::text[] and act.kind = any(${[...kinds]}::text[])
        and act.undone_at is null and not act.is_undo
      order by act.seq desc limit 1`.execute(db)
  ).rows[0]

export const listUserActs = async (db: Db, userId: string): Promise<unknown[]> =>
  (
    await sql`
      select team.name as team, act.kind, act.thing_type, act.thing_name, act.playlist_name, ${isoTime(sql.ref('act.made_at'))} as at
      from team_act act join team on team.id = act.team_id where act.actor_id = ${userId} order by act.seq`.execute(db)
  ).rows
