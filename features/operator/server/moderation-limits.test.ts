import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { accountsContract } from '#features/accounts/contract.ts'
import { outcome } from '#test/channels.ts'
import { createUser, type Person } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { operatorContract as contract } from '../contract.ts'

const server = await startTestServer()
const { db } = server

test('one user is warned at most five times a day, by all moderators together', async () => {
  const ann = await createUser(server)
  const moderators = await Promise.all([createUser(server, { is_moderator: true }), createUser(server, { is_moderator: true })])
  const warn = (index: number) =>
    outcome(moderators[index % 2]!.client(contract.warnUser, { params: { id: ann.id }, body: { text: 'Spam' } }))
  for (let index = 0; index < 5; index++) expect(await warn(index)).toBe('done')
  expect(await warn(5)).toBe('429 too_many')
})

/** Makes the commit of a user's changes fail. @returns a function that ends this */
async function failCommitsOf(id: string) {
  const name = sql.ref(`commits_fail_of_${id.toLowerCase()}`)
  await sql`create function ${name}() returns trigger language plpgsql as $$ begin raise exception 'a test rolls this back'; end $$`.execute(
    db,
  )
  await sql`create constraint trigger ${name} after update on account deferrable initially deferred for each row
    when (new.id = ${sql.lit(id)}) execute function ${name}()`.execute(db)
  return () => sql`drop function ${name} cascade`.execute(db)
}

test('a demotion that is rolled back doesn’t use up the limit of lost operators', async () => {
  const [actor, target] = await Promise.all([createUser(server, { is_operator: true }), createUser(server, { is_operator: true })])
  const demote = () => outcome(actor.client(contract.updateUser, { params: { id: target.id }, body: { role: null } }))
  const stopFailing = await failCommitsOf(target.id)
  for (let attempt = 0; attempt < 4; attempt++) expect(await demote()).toBe('500 internal')
  expect(await target.client(accountsContract.getProfile, {})).toMatchObject({ is_operator: true })
  await stopFailing()
  expect(await server.services.limits.used('operators-lost', 86_400)).toBe(0)
})

test('operators demote or suspend at most three others a day, all together, and the others learn of each', async () => {
  const [first, second, ...targets] = await Promise.all(Array.from({ length: 6 }, () => createUser(server, { is_operator: true })))
  const change = (actor: Person, target: Person, body: object) =>
    outcome(actor.client(contract.updateUser, { params: { id: target.id }, body }))
  const suspension = { reason: 'No', until: null }
  expect(await change(first!, targets[0]!, { role: null })).toBe('done')
  expect(await change(second!, targets[1]!, { suspension })).toBe('done')
  expect(await change(first!, targets[2]!, { role: 'moderator' })).toBe('done')
  expect(await change(first!, targets[3]!, { suspension })).toBe('429 too_many')
  expect(await targets[3]!.client(accountsContract.getProfile, {})).toMatchObject({ is_operator: true })
  const { email } = await second!.client(accountsContract.getProfile, {})
  await expect.poll(async () => (await server.mailsTo(email)).filter((mail) => mail.includes('end the sessions of')).length).toBe(3)
  // Operators can always give up their own role.
  expect(await change(first!, first!, { role: null })).toBe('done')
})
