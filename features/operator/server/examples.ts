import type { Db } from '#kit/server/db/db.ts'
import { exampleAdmin, exampleUsers, insertExampleUsers } from '#features/accounts/server/queries/example-users.ts'
import { insertMember } from '#features/teams/server/queries/members.ts'
import { insertTeamOnce } from '#features/teams/server/queries/teams.ts'

/** The team of the example users. They have their own, because members of a real team would see its private things. */
const exampleTeam = 'seeAsInTeam'

/** Creates the example users and their team, once per installation. */
export async function insertExamples(tx: Db): Promise<void> {
  await insertExampleUsers(tx)
  await insertTeamOnce(tx, { id: exampleTeam, name: 'Example team' })
  await insertMember(tx, { team_id: exampleTeam, user_id: exampleAdmin, is_admin: true })
  await insertMember(tx, { team_id: exampleTeam, user_id: exampleUsers.member, is_admin: false })
}
