import { teamsContract as contract } from '#features/teams/contract.ts'
import type { Client } from './serve.ts'
import { linkIn, type Person } from './people.ts'

/** Returns the calls about teams that a client makes. */
export const teamCalls = (client: Client) => ({
  list: () => client(contract.listTeams, {}),
  get: (id: string) => client(contract.getTeam, { params: { id } }),
  create: (body: Partial<{ name: string; users: string[]; playlists: string[] }> = {}) =>
    client(contract.createTeam, { body: { name: 'The Kettle', ...body } }),
  update: (id: string, body: Partial<{ name: string; description: string; logo: string; users: string[]; playlists: string[] }>) =>
    client(contract.updateTeam, { params: { id }, body }),
  invite: (id: string, ...users: string[]) => client(contract.updateTeam, { params: { id }, body: { users } }),
  remove: (id: string) => client(contract.deleteTeam, { params: { id } }),
  giveBack: (team_id: string, playlist_id: string) => client(contract.giveChannelBack, { params: { team_id, playlist_id } }),
  invitation: (id: string, code?: string) =>
    client(contract.getInvitation, { params: { id }, query: { ...(code !== undefined && { code }) } }),
  answer: (id: string, is_rejected = false, code?: string) =>
    client(contract.answerInvitation, { params: { id }, body: { is_rejected, ...(code !== undefined && { code }) } }),
  toggle: (id: string, user_id: string, is_admin: boolean) => client(contract.toggleAdmin, { params: { id }, body: { user_id, is_admin } }),
  derank: (id: string, user_id: string, is_approved?: boolean) =>
    client(contract.answerDerank, { params: { id }, body: { user_id, ...(is_approved !== undefined && { is_approved }) } }),
  removeMember: (team_id: string, user_id: string) => client(contract.removeMember, { params: { team_id, user_id } }),
  leave: (id: string, force?: boolean) => client(contract.leaveTeam, { params: { id }, body: { ...(force !== undefined && { force }) } }),
})

/** Returns the code in the email of an invitation. */
export const codeOf = (mail: string): string => linkIn(mail).searchParams.get('code')!

/** Creates a team whose members have accepted their invitations. The first is the admin. */
export async function formTeam(admin: Person, ...others: Person[]): Promise<string> {
  const { id } = await teamCalls(admin.client).create({ users: others.map(({ email }) => email) })
  for (const { client } of others) await teamCalls(client).answer(id)
  return id
}
