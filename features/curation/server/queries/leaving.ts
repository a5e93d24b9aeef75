/** What becomes of channels, groups and shortcuts when the account of who made them is deleted. */
import { sql } from 'kysely'
import type { Db } from '#kit/server/db.ts'

const made = ['playlist', 'playlist_group', 'shortcut'] as const

/** Has this person made something that belongs to a team now in which nobody else is? */
export const isLastOfTeam = async (db: Db, userId: string): Promise<boolean> => {
  const { rows } = await sql`
    select from (select team_id from playlist where user_id = ${userId} union select team_id from playlist_group where user_id = ${userId}
      union select team_id from shortcut where user_id = ${userId}) owner
    where owner.team_id is not null and not exists (select from team_member
      where team_member.team_id = owner.team_id and team_member.user_id <> ${userId} and team_member.accepted_at is not null)
    limit 1`.execute(db)
  return rows.length > 0
}

/** What belongs to a team stays there: from now on it counts as made by an admin of it, else by who has been in it for longest, else by `otherwise`. */
export async function handOver(db: Db, userId: string, otherwise: string | null): Promise<void> {
  for (const table of made)
    await sql`
      update ${sql.table(table)} set user_id = coalesce((
        select member.user_id from team_member member
        where member.team_id = ${sql.table(table)}.team_id and member.user_id <> ${userId} and member.accepted_at is not null
        order by member.is_admin desc, member.accepted_at, member.user_id limit 1), ${otherwise})
      where user_id = ${userId} and team_id is not null`.execute(db)
}

/** Deletes some of the channels that somebody owns, with all that is in them. @returns whether some were left */
export async function deletePlaylistsOf(db: Db, userId: string, count: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from playlist where id in (select id from playlist where user_id = ${userId} and team_id is null limit ${count})`.execute(db)
  return numAffectedRows === BigInt(count)
}

/** Groups and shortcuts, once the channels have gone. */
export async function deleteBarOf(db: Db, userId: string): Promise<void> {
  for (const table of ['playlist_group', 'shortcut'] as const)
    await db.deleteFrom(table).where('user_id', '=', userId).where('team_id', 'is', null).execute()
}
