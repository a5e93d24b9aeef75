import { type Db, isoTime } from '#kit/server/db/db.ts'
import { sql } from 'kysely'
import type { PersonalData } from '#kit/server/personal-data.ts'

const listTeams = (db: Db, userId: string) =>
  db
    .selectFrom('team_member')
    .innerJoin('team', 'team.id', 'team_member.team_id')
    .where('team_member.user_id', '=', userId)
    .select((eb) => ['team.id', 'team.name', 'team_member.is_admin', isoTime(eb.ref('team_member.accepted_at')).as('accepted_at')])
    .orderBy('team.id')
    .execute()

/** Lists invitations to the user's current address, and those that the user answered with an earlier address. */
const listInvitations = async (db: Db, userId: string): Promise<unknown[]> =>
  (
    await sql`
      select team.name as team, invitation.answer, ${isoTime(sql.ref('invitation.created_at'))} as invited_at, ${isoTime(sql.ref('invitation.answered_at'))} as answered_at
      from team_invitation invitation join team on team.id = invitation.team_id
      where invitation.email = (select lower(email) from account where id = ${userId}) or invitation.answered_by = ${userId} order by invitation.created_at, invitation.id`.execute(
      db,
    )
  ).rows

export const teamsPersonalData: PersonalData = {
  exports: { teams: listTeams, team_invitations: listInvitations },
  async remove(db, userId) {
    await sql`delete from team_invitation
      where email = (select lower(email) from account where id = ${userId}) or answered_by = ${userId}`.execute(db)
  },
}
