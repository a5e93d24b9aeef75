import { expect, test } from 'vitest'
import { formatError } from '#kit/server/setup-error.ts'
import { describeDatabaseOutage } from './tool.ts'

const withCode = (message: string, code: string) => Object.assign(new Error(message), { code })

test.each([
  new Error('Client has encountered a connection error and is not queryable'),
  new Error('Connection terminated unexpectedly'),
  withCode('terminating connection due to administrator command', '57P01'),
  withCode('connect ECONNREFUSED 127.0.0.1:5432', 'ECONNREFUSED'),
])('a tool that loses its database reports it in one sentence: %s', (error) => {
  expect(formatError(describeDatabaseOutage(error))).toBe(
    `The database went away while this ran: see that it runs, then try again. (${error.message})`,
  )
})

test.each([withCode('ENOENT: no such file', 'ENOENT'), withCode('no room', '53100'), new Error('boom')])(
  'other errors stay unchanged: %s',
  (error) => {
    expect(describeDatabaseOutage(error)).toBe(error)
  },
)
