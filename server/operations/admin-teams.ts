import type { Db } from '#kit/server/db/db.ts'
import { SetupError } from '#kit/server/setup-error.ts'
import { writeAudit } from '#features/accounts/server/queries/audit.ts'
import { findAccountByEmail } from '#features/accounts/server/queries/accounts.ts'
import { placeholderAccountId } from '#features/accounts/server/queries/deletion.ts'
import { listOrphans } from '#features/channels/server/queries/team-channels.ts'
import { handChannelsOver } from '#features/channels/server/team-channels.ts'
import { removeTeam } from '#features/teams/server/queries/teams.ts'

/** Lists teams without members, and team channels of deleted users. */
export async function listOrphanTeams(db: Db): Promise<string> {
  const orphans = await listOrphans(db)
  if (!orphans.length) return 'There are no teams without members.'
  return orphans.map(({ id, name, channels }) => `${id}  ${channels} channels  ${name}`).join('\n')
}

/** Moves the channels of a team without members to a user, and deletes the team. */
export async function handOverTeam(db: Db, id: string, email: string): Promise<string> {
  const account = await findAccountByEmail(db, email)
  if (!account) throw new SetupError(`There is no account with the address ${email}: the user has to register first.`)
  const count = await db.transaction().execute(async (tx) => {
    const channelIds = await handChannelsOver(tx, id, { userId: account.id })
    if (channelIds === 'missing') throw new SetupError(`There is no team ${id}: npm run admin -- orphans`)
    if (channelIds === 'has members')
      throw new SetupError(`The team ${id} has members: only channels of teams without members can be handed over.`)
    if (id !== placeholderAccountId) await removeTeam(tx, id)
    const after = { to: account.id, channels: channelIds }
    await writeAudit(tx, null, { act: 'team.handed_over', thing: { type: 'team', id, name: '' }, personId: account.id, after })
    return channelIds
  })
  return `${account.email} owns its ${count} channels now.`
}
