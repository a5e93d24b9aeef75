import { expect, test } from 'vitest'
import { outcome } from '#test/channels.ts'
import { createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { personalData } from '#server/features.ts'
import { operatorContract as contract } from '../contract.ts'

const server = await startTestServer({ RATE_LIMITS: 'off' })
const { db } = server
const operator = await createUser(server, { is_operator: true, nickname: 'Olga' })

test('a deleted user’s name is removed from acts that they could not read', async () => {
  const ann = await createUser(server, { nickname: 'Forgotten Ann' })
  await operator.client(contract.addNote, { params: { id: ann.id }, body: { text: 'Called' } })
  await operator.client(contract.updateUser, { params: { id: ann.id }, body: { is_broadcaster: true } })
  for (const { remove } of personalData) await remove?.(db, ann.id)
  await db.deleteFrom('account').where('id', '=', ann.id).execute()
  const { data } = await operator.client(contract.listAudit, {})
  expect(data.map(({ act, thing }) => [act, thing.id, thing.name])).toEqual([
    ['user.rights', null, ''],
    ['user.noted', null, ''],
  ])
})

test('hostile cursors are refused', async () => {
  const of = (...key: unknown[]) => Buffer.from(JSON.stringify(key)).toString('base64url')
  const id = 'Zz3Jw8PdY6t'
  for (const time of ['x', '2026-13-45T00:00:00Z', '999999-01-01', "'; select 1", 'infinity\u0000']) {
    expect(await outcome(operator.client(contract.listAppeals, { query: { cursor: of(time, id) } }))).toBe('422 cursor_outdated cursor')
    expect(await outcome(operator.client(contract.listUsers, { query: { cursor: of(time, id) } }))).toBe('422 cursor_outdated cursor')
  }
})
