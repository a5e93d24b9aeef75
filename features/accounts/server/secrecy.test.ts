import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Contract, Endpoint } from '#kit/contract/endpoint.ts'
import { createLog } from '#kit/server/log.ts'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { createServices } from '#server/services.ts'
import { freshDatabase } from '#test/fresh-database.ts'
import { captcha, password, person } from '#test/people.ts'
import { serve } from '#test/serve.ts'
import { accountsContract as api } from '../contract.ts'
import { makeCode, makeLinkToken } from './secrets.ts'

/** A server of its own that logs everything, and its lines. */
async function serveLoudly() {
  const database = await freshDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'choice-data-'))
  const lines: string[] = []
  const log = createLog({ level: 'trace', destination: { write: (line) => void lines.push(line) } })
  const config = readConfig({ DATA_DIR: dataDir, DEMO: 'off', CAPTCHA_COST: '1' }, process.cwd())
  const services = createServices(config, database.url, log)
  const app = await createApp(services)
  await services.jobs.start()
  afterAll(async () => {
    await app.close()
    await services.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  return { app, services, database, lines }
}

const { app: quiet, as, guest } = await serve()
const { app, services, database, lines } = await serveLoudly()

test('neither logs nor errors hold a password, token, code, address or captcha, not even when the database is away', async () => {
  const ann = await person({ db: services.db, as }, { email: 'secret.person@example.com', nickname: 'Secretperson' })
  const code = await makeCode(services.db, ann.id, 'adult')
  const link = await makeLinkToken(services.db, ann.id, 'reset')
  const solved = await captcha(guest)
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
  const said = [...lines, ...answers.map(({ body }) => body), ...away.map(({ body }) => body)]
  expect(lines.length).toBeGreaterThan(calls.length)
  for (const secret of secrets) expect(said.filter((line) => line.includes(secret))).toEqual([])
}, 60_000)

test('who may call what is as it should be, and every call that needs a login refuses guests before it reads anything', async () => {
  // What one does with a token that is dead; everywhere else it is refused.
  const open = ['createToken', 'logout']
  const forGuests = [
    'createCaptcha',
    'startSignUp',
    'finishSignUp',
    'signUp',
    'confirmEmail',
    'askReset',
    'resetPassword',
    'getPublicProfile',
    'listCountries',
  ]
  const guarded: [string, Endpoint][] = []
  for (const [name, endpoint] of Object.entries(api as Contract)) {
    if (open.includes(name)) expect([name, endpoint.access]).toEqual([name, 'open'])
    else if (endpoint.access === 'anyone') expect(forGuests).toContain(name)
    else guarded.push([name, endpoint])
  }
  expect(guarded).toHaveLength(9)
  for (const [name, { method, path }] of guarded)
    for (const authorization of [undefined, 'Bearer x', `Bearer ${'x'.repeat(43)}`]) {
      // A body that can't be parsed and isn't even of an accepted type: nobody looks at it.
      const headers = { 'content-type': 'text/xml', ...(authorization !== undefined && { authorization }) }
      const answer = await quiet.inject({ method, url: path, headers, ...(method !== 'GET' && { payload: '<x' }) })
      expect([name, answer.statusCode]).toEqual([name, 401])
    }
})
