import { expect, test } from 'vitest'
import { accountsContract } from '#features/accounts/contract.ts'
import { outcome } from '#test/channels.ts'
import { createUser, type Person } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { operatorContract as contract } from '../contract.ts'

const server = await startTestServer()

test('one user is warned at most five times a day, by all moderators together', async () => {
  const ann = await createUser(server)
  const moderators = await Promise.all([createUser(server, { is_moderator: true }), createUser(server, { is_moderator: true })])
  const warn = (index: number) =>
    outcome(moderators[index % 2]!.client(contract.warnUser, { params: { id: ann.id }, body: { text: 'Spam' } }))
  for (let index = 0; index < 5; index++) expect(await warn(index)).toBe('done')
  expect(await warn(5)).toBe('429 too_many')
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
