/** The demonstration's team: two members with a channel each, and an open invitation. */
import type { Db } from '#kit/server/db/db.ts'
import { newId } from '#kit/server/ids.ts'
import { barLock } from '#features/channels/server/containers.ts'
import { withContainerLocks } from '#features/channels/server/move.ts'
import { addChannelsToTeam } from '#features/channels/server/team-channels.ts'
import { upsertInvitations } from '#features/teams/server/queries/invitations.ts'
import { insertMember } from '#features/teams/server/queries/members.ts'
import { insertTeam } from '#features/teams/server/queries/teams.ts'
import type { PersonRows } from './rows.ts'

const team = { name: 'Beeld & Geluid', description: 'Synths and silver halide: we keep each other’s channels up to date.' }
/** The first member is the admin. */
const members = [
  { nickname: 'demo.noor', channel: 'Modular Sunday' },
  { nickname: 'demo.otto', channel: 'Grain & Light' },
]
const invited = 'rita@demo.example'

/** @param personRows the rows of all people, in order */
export async function insertDemoTeam(
  db: Db,
  people: readonly { id: string; person: { nickname: string } }[],
  personRows: readonly PersonRows[],
): Promise<void> {
  const id = newId()
  await insertTeam(db, { id, ...team })
  const memberChannels = members.map(({ nickname, channel }) => {
    const index = people.findIndex(({ person }) => person.nickname === nickname)
    return { userId: people[index]!.id, ids: [personRows[index]!.playlists.find(({ name }) => name === channel)!.id] }
  })
  for (const [index, { userId }] of memberChannels.entries())
    await insertMember(db, { team_id: id, user_id: userId, is_admin: index === 0 })
  await upsertInvitations(db, { teamId: id, inviterId: memberChannels[0]!.userId, emails: [invited], role: null })
  const writer = { storingDb: db, transaction: () => ({ execute: <T>(change: (tx: Db) => Promise<T>) => change(db) }) }
  await withContainerLocks(writer, [...memberChannels.map(({ userId }) => userId), id].map(barLock), async (locked) => {
    for (const { userId, ids } of memberChannels) await addChannelsToTeam(locked, { userId, teamId: id, ids })
  })
}
