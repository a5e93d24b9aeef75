import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { call } from '#kit/contract/client.ts'
import { accountsContract as accounts } from '#features/accounts/contract.ts'
import { curationContract } from '#features/curation/contract.ts'
import { outcome } from './channels.ts'
import { makeFolder } from './folders.ts'
import { freshDatabase } from './fresh-database.ts'
import { captcha, password, person } from './people.ts'
import type { Caller, Client } from './serve.ts'

const database = await freshDatabase()
const db = database.connect()
const folder = makeFolder('choice-processes')
const processes: ChildProcess[] = []
afterAll(async () => {
  await Promise.all(processes.map((one) => (one.kill('SIGKILL'), once(one, 'exit'))))
  rmSync(folder, { recursive: true, force: true })
})

/** Starts the server as a process at the common database. @returns callers of it */
async function start(name: string) {
  const dataDir = join(folder, name)
  const child = fork('test/server-process.ts', {
    execArgv: ['--import', 'tsx'],
    env: {
      ...process.env,
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      PUBLIC_URL: 'http://choice.test',
      CAPTCHA_COST: '1',
      DEMO: 'off',
    },
  })
  processes.push(child)
  const [url] = (await once(child, 'message')) as [string]
  const as =
    ({ token, headers: extra = {} }: Caller = {}): Client =>
    (endpoint, input) =>
      call(endpoint, input, async ({ method, url: path, headers, body }) => {
        const answer = await fetch(url + path, {
          method,
          headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }), ...headers, ...extra },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        })
        return { status: answer.status, body: await answer.json() }
      })
  return { as, guest: as(), outbox: join(dataDir, 'outbox') }
}
const both = await Promise.all(['one', 'two'].map(start))
const [one] = both as [(typeof both)[0], (typeof both)[0]]
const ann = await person({ db, as: one.as })

test('a login ends in both at once, also where it was remembered', async () => {
  const { token } = await person({ db, as: one.as })
  const read = () => Promise.all(both.map(({ as }) => outcome(as({ token })(curationContract.listMyPlaylists, {}))))
  for (let i = 0; i < 2; i++) expect(await read()).toEqual(['done', 'done'])
  await one.as({ token })(accounts.logout, { headers: { authorization: `Bearer ${token}` } })
  expect(await read()).toEqual(['401 token_invalid', '401 token_invalid'])
})

test('refresh tokens that come to both at once are answered alike', async () => {
  const { refreshToken: refresh_token } = await person({ db, as: one.as })
  const body = { grant_type: 'refresh_token' as const, refresh_token }
  const pairs = await Promise.all([...both, ...both, ...both].map(({ guest }) => guest(accounts.createToken, { body })))
  expect(new Set(pairs.map(({ access_token: access, refresh_token: next }) => access + next)).size).toBe(1)
})

test('a call with an Idempotency-Key that comes to both at once makes one thing', async () => {
  const make = ({ as }: typeof one) =>
    as({ token: ann.token, headers: { 'idempotency-key': 'one-press' } })(curationContract.createPlaylist, {
      body: { name: 'Once', status_id: 1 },
    })
  const made = await Promise.all([...both, ...both, ...both].map(make))
  expect(new Set(made.map(({ id }) => id)).size).toBe(1)
  expect(await db.selectFrom('playlist').select('id').where('name', '=', 'Once').execute()).toHaveLength(1)
})

test('wrong passwords are counted together, and a captcha is good for one call to either', async () => {
  const logIn = async ({ guest }: typeof one, typed: string, solved?: string) =>
    outcome(
      guest(accounts.createToken, {
        body: { grant_type: 'password', user: ann.email, password: typed, captcha: solved ?? (await captcha(guest)) },
      }),
    )
  const solved = await captcha(one.guest)
  expect((await Promise.all(both.map((each) => logIn(each, 'wrong', solved)))).toSorted()).toEqual([
    '422 captcha captcha',
    '422 login_wrong password',
  ])
  for (let i = 0; i < 9; i++) expect(await logIn(both[i % 2]!, 'wrong')).toBe('422 login_wrong password')
  expect(await Promise.all(both.map((each) => logIn(each, password)))).toEqual(['429 too_many', '429 too_many'])
})

test('what both have to mail is mailed once each', async () => {
  const addresses = Array.from({ length: 8 }, (_, i) => `person${i}@example.com`)
  const ask = async (email: string, i: number) => {
    const { guest } = both[i % 2]!
    return guest(accounts.startSignUp, { body: { email, captcha: await captcha(guest) } })
  }
  await Promise.all(addresses.map(ask))
  const receivers = () =>
    both
      .flatMap(({ outbox }) => (existsSync(outbox) ? readdirSync(outbox).map((file) => readFileSync(join(outbox, file), 'utf8')) : []))
      .map((mail) => /^to: (\S+)/im.exec(mail)?.[1])
      .toSorted((a = '', b = '') => a.localeCompare(b))
  await expect.poll(receivers, { timeout: 15_000 }).toEqual(addresses)
  await expect
    .poll(() => db.selectFrom('job').select('name').where('name', '<>', 'kit-cleaning').where('state', '=', 'active').execute())
    .toEqual([])
  expect(receivers()).toEqual(addresses)
})
