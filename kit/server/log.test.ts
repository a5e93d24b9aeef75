import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { measureUndisturbedMs } from '#test/busy-machine.ts'
import { createLog, describeError, redactText } from './log.ts'

/** Creates a log. `lines` are its lines so far, and `events` parses them. */
function record(level: 'info' | 'debug' = 'info') {
  const lines: string[] = []
  const log = createLog({ level, destination: { write: (line) => void lines.push(line) } })
  return { log, lines, events: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>) }
}

test('an event is one line of JSON with a named level and a time in UTC', () => {
  const { log, events } = record()
  log.info({ route: '/api/things/:id', status: 200 }, 'answered')
  expect(events()).toEqual([
    { level: 'info', time: expect.stringMatching(/^\d{4}-.*Z$/), route: '/api/things/:id', status: 200, msg: 'answered' },
  ])
})

test('the level filters events', () => {
  const infoRecord = record('info')
  infoRecord.log.debug('detail')
  expect(infoRecord.lines).toEqual([])
  const debugRecord = record('debug')
  debugRecord.log.debug('detail')
  expect(debugRecord.lines).toHaveLength(1)
})

const secrets: [what: string, fields: object][] = [
  ['the Authorization header', { headers: { authorization: 'Bearer hush-hush' } }],
  ['cookies', { request: { headers: { cookie: 'sid=hush-hush' } } }],
  ['set cookies', { 'set-cookie': ['sid=hush-hush'] }],
  ['passwords', { form: { password_confirmation: 'hush-hush' } }],
  ['deeply nested tokens', { a: { b: [{ refresh_token: 'hush-hush' }] } }],
  ['the body of a mail', { mail: { subject: 'Hello', paragraphs: ['hush-hush'] } }],
  ['the text of a mail', { html: '<p>hush-hush</p>', text: 'hush-hush' }],
  ['the payload of a job', { payload: { code: 'hush-hush' } }],
  ['parsed queries', { query: { keyword: 'hush-hush' } }],
  ['the mail server’s address', { smtpUrl: 'smtp://me:hush-hush@mail.example' }],
  ['too deeply nested data', { a: { b: { c: { d: { e: { f: 'hush-hush' } } } } } }],
]
test.each(secrets)('%s never reach the log', (_, fields) => {
  const { log, lines } = record()
  log.info(fields, 'event')
  log.child({ reqId: 'abc' }).info(fields, 'event')
  expect(lines).toHaveLength(2)
  expect(lines.join('')).not.toContain('hush-hush')
})

const texts: [what: string, text: string, scrubbed: string][] = [
  [
    'a connection string',
    'connect to postgresql://choice:hush@hush@db.example:5432/choice failed',
    'connect to postgresql://[redacted]@db.example:5432/choice failed',
  ],
  ['a bearer', 'sent Bearer abc.def-ghi to them', 'sent Bearer [redacted] to them'],
  ['the query of an address', 'GET https://x.example/p?q=secret%20thing&token=1 done', 'GET https://x.example/p?[redacted] done'],
  ['the query of a path', '"/en/register?email=a%40b.example&token=xyz"', '"/en/register?[redacted]"'],
  ['a token beside other words', 'a=1 access_token=xyz b=2', 'a=1 access_token=[redacted] b=2'],
  ['an e-mail address', '550 <someone+tag@mail.example>: no such user', '550 <[address]>: no such user'],
  ['text without secrets', 'Is it 3:30? (yes) a@b', 'Is it 3:30? (yes) a@b'],
]
test.each(texts)('%s is scrubbed out of a text', (_, text, scrubbed) => expect(redactText(text)).toBe(scrubbed))

test('a message that quotes a secret is scrubbed and its line remains valid JSON', () => {
  const { log, events } = record()
  log.info('asked "https://x.example/?q=\\"hush" of smtp://u:p@mail.example')
  expect(events()[0]!['msg']).toBe('asked "https://x.example/?[redacted]\\"hush" of smtp://[redacted]@mail.example')
})

test('a long text is scrubbed in time', () => {
  const clock = measureUndisturbedMs()
  for (const piece of ['a', 'a.', 'a@', '?a=', 'a://', 'token']) redactText(piece.repeat(20_000))
  expect(clock()).toBeLessThan(1500)
})

test('an error keeps its type and place, not the values of a statement', () => {
  const cause = Object.assign(new Error('invalid input syntax for type uuid: "hush"'), {
    severity: 'ERROR',
    routine: 'string_to_uuid',
    code: '22P02',
  })
  const error = Object.assign(new Error('could not save', { cause }), {
    detail: 'Key (email)=(hush) already exists',
    parameters: ['hush'],
    constraint: 'account_email',
  })
  const described = describeError(error)
  expect(described).toMatchObject({
    type: 'Error',
    message: 'could not save',
    constraint: 'account_email',
    cause: { code: '22P02', message: 'invalid input syntax for type uuid' },
  })
  expect(described['stack']).toMatch(/^Error: could not save\n\s+at /)
  expect(JSON.stringify(described)).not.toContain('hush')
})

test('an error is described at any depth, with all its parts', () => {
  const { log, events } = record()
  log.error(new AggregateError([new Error('to postgresql://u:hush@h/x'), 'odd'], 'both failed'))
  log.warn({ problem: new Error('other') }, 'strange')
  expect(events()[0]).toMatchObject({
    msg: 'both failed',
    err: { type: 'AggregateError', errors: [{ message: 'to postgresql://[redacted]@h/x' }, { message: 'odd' }] },
  })
  expect(events()[1]).toMatchObject({ problem: { message: 'other' } })
})

test('Fastify logs through it with the id of the request', async () => {
  const { log, events } = record()
  const app = Fastify({ loggerInstance: log, genReqId: () => 'request-1' })
  app.get('/things/:id', (request, reply) => {
    request.log.info({ route: request.routeOptions.url, headers: request.headers }, 'seen')
    return reply.send({})
  })
  await app.inject({ url: '/things/7?keyword=hush', headers: { authorization: 'Bearer hush' } })
  expect(events().filter(({ msg }) => msg === 'seen')).toMatchObject([
    { reqId: 'request-1', route: '/things/:id', headers: { authorization: '[redacted]' } },
  ])
  expect(JSON.stringify(events())).not.toContain('hush')
})
