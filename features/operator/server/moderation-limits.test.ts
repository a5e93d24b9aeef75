import { expect, test } from 'vitest'
import { outcome } from '#test/channels.ts'
import { person } from '#test/people.ts'
import { serve } from '#test/serve.ts'
import { operatorContract as contract } from '../contract.ts'

const server = await serve()

test('one user is warned at most five times a day, by all moderators together', async () => {
  const ann = await person(server)
  const moderators = await Promise.all([person(server, { is_moderator: true }), person(server, { is_moderator: true })])
  const warn = (index: number) =>
    outcome(moderators[index % 2]!.client(contract.warnUser, { params: { id: ann.id }, body: { text: 'Spam' } }))
  for (let index = 0; index < 5; index++) expect(await warn(index)).toBe('done')
  expect(await warn(5)).toBe('429 too_many')
})
