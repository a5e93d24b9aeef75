import { CompiledQuery, sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '#kit/server/ids.ts'
import { freshDatabase } from '#test/fresh-database.ts'
import { saveAccounts } from './accounts.ts'
import { issueSession } from './sessions.ts'
import { createUserFinder } from './users.ts'

const db = (await freshDatabase()).connect()
const id = newId()
let token: string

beforeAll(async () => {
  await saveAccounts(db, [{ id, email: 'wout@example.org', nickname: 'wout', password_hash: 'none' }])
  await sql`insert into team (id, name) values ('team5678901', 'Night shift')`.execute(db)
})
beforeEach(async () => {
  token = (await issueSession(db, id, 'Test browser')).access_token
})

async function rememberedUser() {
  const finder = createUserFinder(db)
  await finder.find(db, token, undefined)
  const { proof, parameters, expected } = finder.recall(token, undefined)!
  return {
    async isProven() {
      const { rows } = await db.executeQuery<{ version: string | null }>(
        CompiledQuery.raw(`select (${proof(1)}) as version`, [...parameters]),
      )
      return rows[0]!.version === expected
    },
  }
}

test.each([
  ['another name', sql`update account set nickname = 'wouter', nickname_key = 'wouter'`],
  ['adult content', sql`update account set adult_content = true, adult_passed_at = now(), birthday = '1980-01-01'`],
  ['becoming an operator', sql`update account set is_operator = true`],
  ['leave to upload', sql`update account set can_upload_video = not can_upload_video`],
  ['another country', sql`update account set country_id = (select min(id) from country)`],
  ['an invitation', sql`insert into team_member (user_id, team_id) values (${id}, 'team5678901')`],
  ['joining a team', sql`update team_member set accepted_at = now()`],
  ['leaving a team', sql`delete from team_member`],
  ['the end of the access token', sql`update session_token set access_expires_at = now()`],
  ['logging out', sql`delete from session`],
])('after %s, what was remembered of a user is proven no more', async (_, change) => {
  const user = await rememberedUser()
  expect(await user.isProven()).toBe(true)
  await change.execute(db)
  expect(await user.isProven()).toBe(false)
})

test('what says nothing of what a user may leaves it proven', async () => {
  const user = await rememberedUser()
  await sql`update account set nickname = nickname, following_content_alert = not following_content_alert`.execute(db)
  expect(await user.isProven()).toBe(true)
})
