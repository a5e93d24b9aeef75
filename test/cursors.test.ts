import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { newId } from '#kit/server/ids.ts'
import { contracts } from '#server/features.ts'
import { createUser } from './people.ts'
import { startTestServer } from './serve.ts'

const server = await startTestServer({ RATE_LIMITS: 'off' })
const operator = await createUser(server, { is_operator: true })

const lists = contracts
  .flatMap((contract) => Object.values(contract))
  .filter(({ method, query }) => method === 'GET' && 'cursor' in ((query as z.ZodMiniObject | undefined)?.shape ?? {}))

/** Values of the types that occur in cursors, at their bounds. */
const values = ['not a time', newId(), '2026-01-01T00:00:00Z', Number.MAX_SAFE_INTEGER]
const withOneMoreValue = (keys: readonly unknown[][]) => keys.flatMap((key) => values.map((value) => [...key, value]))
const keysOfOneValue = withOneMoreValue([[]])
const [, id, time, number] = values
const validKeyShapes = [[time, number, number, id], [0, number, id], [time, randomUUID()], [String(number)]]
const forgedKeys = [
  ...keysOfOneValue,
  ...withOneMoreValue(keysOfOneValue),
  ...withOneMoreValue(withOneMoreValue(keysOfOneValue)),
  ...validKeyShapes,
]

test.each(lists)('a forged cursor of $path is refused, or names a place in the list', async ({ path, params, example }) => {
  const statuses = new Set<number>()
  for (const key of forgedKeys) {
    const cursor = Buffer.from(JSON.stringify(key)).toString('base64url')
    const query = new URLSearchParams({ ...example?.query, cursor })
    const { statusCode } = await server.app.inject({
      url: `${path.replaceAll(/:\w+/g, newId)}?${query.toString()}`,
      headers: { authorization: `Bearer ${operator.token}` },
    })
    statuses.add(statusCode)
  }
  expect([...statuses].filter((status) => status >= 500)).toEqual([])
  if (!params) expect([...statuses]).toContain(200)
})
