import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { type Contract, type Endpoint, fillPath } from '#kit/contract/endpoint.ts'
import { createLog } from '#kit/server/log.ts'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { createProductMetrics } from '#server/monitoring.ts'
import { createServices } from '#server/services.ts'
import { createFreshDatabase } from '#test/fresh-database.ts'
import { solveCaptchaFor, codeIn, linkIn, password, createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { accountsContract as api } from '../contract.ts'
import { createCode, createLinkToken } from './secrets.ts'

/** Starts a server with full logging. @returns its log lines */
async function serveWithDebugLog() {
  const database = await createFreshDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'choice-data-'))
  const lines: string[] = []
  const log = createLog({ level: 'trace', destination: { write: (line) => void lines.push(line) } })
  const config = readConfig({ DATA_DIR: dataDir, DEMO: 'off', CAPTCHA_COST: '1', RATE_LIMITS: 'off' }, process.cwd())
  const services = createServices(config, database.url, log)
  const app = await createApp(services, await createProductMetrics(services))
  await services.jobs.start()
  afterAll(async () => {
    await app.close()
    await services.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  /** Returns the latest of this many emails, once sent. */
  async function mail(count: number): Promise<string> {
    const files = () => (existsSync(config.outboxDir) ? readdirSync(config.outboxDir).toSorted() : [])
    for (let attempt = 0; files().length < count && attempt < 250; attempt++) await sleep(20)
    return readFileSync(join(config.outboxDir, files()[count - 1]!), 'utf8')
  }
  return { app, services, database, lines, mail }
}

const { app: quiet, clientFor, guest } = await startTestServer({ DATABASE_REQUEST_WAIT: '4' })
const { app, services, database, lines, mail } = await serveWithDebugLog()

test('logs and errors contain no password, token, code, address or captcha, even without a database', async () => {
  const ann = await createUser({ db: services.db, clientFor }, { email: 'secret.person@example.com', nickname: 'Secretperson' })
  const code = await createCode(services.db, ann.id, 'adult')
  const link = await createLinkToken(services.db, ann.id, 'reset')
  const solved = await solveCaptchaFor(guest)
  const secrets = [
    password,
    'hunter2hunter2',
    ann.token,
    ann.refreshToken,
    ann.cookie,
    link,
    solved,
    ann.email,
    `code=${code}`,
    'nosuchtoken',
  ]
  const headers = { authorization: `Bearer ${ann.token}`, cookie: `media_session=${ann.cookie}` }
  const calls = [
    {
      method: 'POST',
      url: '/api/user/token',
      payload: { grant_type: 'password', user: ann.email, password: 'hunter2hunter2', captcha: solved },
    },
    { method: 'POST', url: '/api/user/token', payload: { grant_type: 'refresh_token', refresh_token: 'nosuchtoken' } },
    { method: 'POST', url: '/api/user/token', headers: { 'content-type': 'application/json' }, payload: `{"password":"hunter2hunter2",` },
    {
      method: 'POST',
      url: '/api/user/reset-password',
      payload: { email: ann.email, token: link, password: ann.email, password_confirmation: 'x' },
    },
    { method: 'GET', url: `/api/user/verify/${link}` },
    { method: 'GET', url: '/api/user/profile', headers: { authorization: 'Bearer nosuchtoken' } },
    { method: 'POST', url: `/api/user/pass_age_verification?code=${code}`, headers },
    {
      method: 'PUT',
      url: '/api/user/password',
      headers,
      payload: { old_password: 'hunter2hunter2', password, password_confirmation: password },
    },
    { method: 'PATCH', url: '/api/user', headers, payload: { birthday: 'hunter2hunter2', country_id: 999 } },
    { method: 'GET', url: `/en/reset-password/${link}/${ann.email}` },
  ] as const
  const bodies = async () => {
    const answers = []
    for (const call of calls) answers.push(await app.inject(call))
    return answers
  }
  const answers = await bodies()
  await database.shut()
  const away = await bodies()
  expect(away.map(({ statusCode }) => statusCode)).toContain(503)
  await database.open()
  const output = [...lines, ...answers.map(({ body }) => body), ...away.map(({ body }) => body)]
  expect(lines.length).toBeGreaterThan(calls.length)
  for (const secret of secrets) expect(output.filter((line) => line.includes(secret))).toEqual([])
}, 60_000)

test('logs contain no input of any call, readable or not', async () => {
  const ann = await createUser({ db: services.db, clientFor })
  const marker = 'Zq7-marker_9x'
  const fields = [
    'user',
    'email',
    'nickname',
    'password',
    'old_password',
    'password_confirmation',
    'token',
    'refresh_token',
    'captcha',
    'code',
  ]
  const filled = { grant_type: 'password', ...Object.fromEntries(fields.map((field) => [field, marker])) }
  const form = new URLSearchParams({ ...filled, _method: 'PATCH' })
  const bodies = [
    ['application/json', JSON.stringify(filled)],
    ['application/json', `{"password":"${marker}`],
    ['application/json', JSON.stringify({ [marker]: marker })],
    ['application/x-www-form-urlencoded', form.toString()],
    ['application/x-www-form-urlencoded', `${form.toString()}&a[b][c][d][e][f][g][h]=${marker}`],
    ['multipart/form-data; boundary=x', `--x\r\ncontent-disposition: form-data; name="password"\r\n\r\n${marker}`],
    [`text/${marker}`, marker],
  ] as const
  const before = lines.length
  const answers: string[] = []
  for (const { method, path } of Object.values(api as Contract))
    for (const [type, payload] of bodies)
      for (const authorization of [undefined, `Bearer ${marker}`, `Bearer ${ann.token}`]) {
        if (authorization && path === '/api/logout') continue
        const response = await app.inject({
          method,
          url: `${fillPath(path, { id: marker, token: marker })}?${form.toString()}`,
          headers: {
            'content-type': type,
            cookie: `media_session=${marker}`,
            referer: `http://x/?token=${marker}`,
            'user-agent': marker,
            ...(authorization && { authorization }),
          },
          ...(method !== 'GET' && { payload }),
        })
        if (response.statusCode !== 200) answers.push(response.body)
      }
  expect(lines.length - before).toBeGreaterThan(400)
  // Responses may name fields, but not their values.
  const maskedAnswers = answers.map((body) => body.replaceAll(`"${marker}":[`, '"":['))
  for (const line of [...lines.slice(before), ...maskedAnswers]) expect(line).not.toContain(marker)
})

test('logs contain no created or emailed secrets', async () => {
  const email = 'way.in@example.com'
  const post = async (url: string, payload: object, headers: Record<string, string> = {}) => {
    const response = await app.inject({ method: 'POST', url, payload, headers })
    expect([url, response.statusCode]).toEqual([url, 200])
    return response.json<Record<string, string>>()
  }
  const solveCaptcha = async () => {
    const solution = await solveCaptchaFor(async (endpoint) => (await app.inject({ url: endpoint.path })).json())
    secrets.push(solution)
    return solution
  }
  const secrets = [email, 'hunter3hunter3', 'hunter4hunter4']
  const before = lines.length
  await post('/api/register/email-only', { email, captcha: await solveCaptcha() })
  const token = linkIn(await mail(1)).searchParams.get('token')!
  const credentials = { password: 'hunter3hunter3', password_confirmation: 'hunter3hunter3', nickname: 'Wayin' }
  await post('/api/register', { email, token, ...credentials, captcha: await solveCaptcha() })
  const login = { grant_type: 'password', user: email, password: 'hunter3hunter3' }
  const first = await post('/api/user/token', { ...login, captcha: await solveCaptcha() })
  const next = await post('/api/user/token', { grant_type: 'refresh_token', refresh_token: first['refresh_token'] })
  await post('/api/user/reset', { email, captcha: await solveCaptcha() })
  const link = linkIn(await mail(2)).pathname.split('/')[3]!
  await post('/api/user/reset', { email, captcha: await solveCaptcha() }, { 'email-request': 'code' })
  const code = codeIn(await mail(3))
  const again = { password: 'hunter4hunter4', password_confirmation: 'hunter4hunter4' }
  await post('/api/user/reset-password', { email, token: code, ...again })
  const ending = linkIn(await mail(4)).searchParams.get('end_sessions')!
  await post('/api/user/end-sessions', { token: ending })
  await post('/api/user', { email: 'second.way@example.com', nickname: 'Wayin2', terms: true, ...again, captcha: await solveCaptcha() })
  const confirmation = linkIn(await mail(5)).searchParams.get('verify_url')!
  expect((await app.inject(confirmation)).statusCode).toBe(200)
  for (const item of [first, next]) secrets.push(item['access_token']!, item['refresh_token']!)
  secrets.push(token, link, ending, confirmation.split('/').at(-1)!, `"${code}"`, 'second.way@')
  const output = lines.slice(before)
  expect(output.length).toBeGreaterThan(12)
  for (const secret of secrets) expect(output.filter((line) => line.includes(secret))).toEqual([])
})

test('every call has the right audience; calls for users refuse guests before reading the body', async () => {
  // Calls that ignore an invalid token; all other calls refuse it.
  const open = ['createToken', 'logout']
  const forGuests = [
    'createCaptcha',
    'startSignUp',
    'finishSignUp',
    'signUp',
    'confirmEmail',
    'confirmWithPassword',
    'askReset',
    'checkResetCode',
    'resetPassword',
    'endSessions',
    'getPublicProfile',
    'listCountries',
  ]
  const guarded: [string, Endpoint][] = []
  for (const [name, endpoint] of Object.entries(api as Contract)) {
    if (open.includes(name)) expect([name, endpoint.access]).toEqual([name, 'open'])
    else if (endpoint.access === 'anyone') expect(forGuests).toContain(name)
    else guarded.push([name, endpoint])
  }
  expect(guarded.length).toBeGreaterThan(8)
  for (const [name, { method, path }] of guarded)
    for (const authorization of [undefined, 'Bearer x', `Bearer ${'x'.repeat(43)}`]) {
      // An unparsable body of an unsupported type is never read.
      const headers = { 'content-type': 'text/xml', ...(authorization !== undefined && { authorization }) }
      const response = await quiet.inject({ method, url: path, headers, ...(method !== 'GET' && { payload: '<x' }) })
      expect([name, response.statusCode]).toEqual([name, 401])
    }
})
