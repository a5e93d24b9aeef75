/** Tests that comments and concurrent changes of the team lock rows in one order. */
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { bindScope } from '#kit/server/db/db.ts'
import { StatementScope } from '#kit/server/db/statement-scope.ts'
import { makeFilledChannel, makeTeam } from '#test/channels.ts'
import { createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { deleteAccount } from '#features/accounts/server/queries/deletion.ts'
import { deleteTeam } from '#features/teams/server/teams.ts'
import { notifyMentioned } from './notices.ts'
import { type Item, lockItem } from './queries/items.ts'

const server = await startTestServer({ RATE_LIMITS: 'off' })
const { db, bulkDb } = server
/** Returns a database that doesn't repeat transactions after a deadlock. */
const unrepeated = () => bindScope(server.services.db, new StatementScope(10_000), { isRepeatable: false })

const waitForLocks = (count: number) =>
  vi.waitFor(async () => {
    const { rows } = await sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(bulkDb)
    expect(rows.length).toBeGreaterThanOrEqual(count)
  }, 15_000)

async function makeItem() {
  const [ann, bob] = [await createUser(server), await createUser(server)]
  const teamId = await makeTeam(db, { members: [ann, bob] })
  const { playlistId, videoIds } = await makeFilledChannel(db, server.clientFor({ token: ann.token, teamId }), ['A'], { status_id: 1 })
  const { key } = await db.selectFrom('playlist').select('key').where('id', '=', playlistId).executeTakeFirstOrThrow()
  const item: Item = {
    item_type: 'video',
    item_id: videoIds[0]!,
    playlist_id: playlistId,
    playlist_key: key,
    team_id: teamId,
    is_admin: true,
  }
  return { ann, bob, item }
}

test('a comment waits for the deletion of its team, instead of a deadlock at the team’s channel', async () => {
  const { ann, bob, item } = await makeItem()
  await db.updateTable('team_member').set({ is_admin: true }).where('user_id', '=', ann.id).execute()
  const { ends } = await bulkDb.transaction().execute(async (tx) => {
    await sql`select from playlist where key = ${item.playlist_key} for update`.execute(tx)
    const deletion = deleteTeam(unrepeated(), item.team_id, ann.id)
    await waitForLocks(1)
    const comment = unrepeated()
      .transaction()
      .execute((other) => lockItem(other, bob.id, item, { locksMembers: false }))
    await waitForLocks(2)
    return { ends: Promise.allSettled([deletion, comment]) }
  })
  expect(await ends).toEqual([
    { status: 'fulfilled', value: undefined },
    { status: 'fulfilled', value: false },
  ])
})

test('the deletion of a member’s account waits for a comment that mentions the member', async () => {
  const { ann, bob, item } = await makeItem()
  const { ends } = await bulkDb.transaction().execute(async (tx) => {
    await sql`select from playlist where key = ${item.playlist_key} for update`.execute(tx)
    const comment = unrepeated()
      .transaction()
      .execute(async (other) => {
        const isLocked = await lockItem(other, ann.id, item, { locksMembers: true })
        await notifyMentioned(other, ann.id, item, `@${bob.nickname} look`)
        return isLocked
      })
    await waitForLocks(1)
    const deletion = deleteAccount(unrepeated(), bob.id)
    await waitForLocks(2)
    return { ends: Promise.allSettled([comment, deletion]) }
  })
  expect(await ends).toMatchObject([{ status: 'fulfilled', value: true }, { status: 'fulfilled' }])
})
