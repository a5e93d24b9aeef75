import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeChannel } from '#test/channels.ts'
import { type Person, createUser } from '#test/people.ts'
import { updateSearchIndex } from '#test/search.ts'
import { startTestServer } from '#test/serve.ts'
import { notificationsContract } from '#features/notifications/contract.ts'
import { mailDigests } from '#features/notifications/server/digest.ts'
import { searchContract as contract } from '../contract.ts'
import { notifySearchers } from './notify-searchers.ts'

const server = await startTestServer({ RATE_LIMITS: 'off' })
const { app, db, services, mailsTo } = server
const owner = await createUser(server)

async function followSearch({ client }: Person, search: string) {
  const { id } = await client(contract.saveSearch, { body: { search } })
  await client(contract.followSearch, { params: { id } })
}
const listFollowed = async ({ client }: Person) => (await client(contract.listSearchHistory, {})).followed.map(({ search }) => search)
async function mailAbout(...names: string[]) {
  for (const name of names) await makeChannel(owner.client, { name })
  await updateSearchIndex(db)
  await sql`update followed_term set due_at = now() where due_at is not null`.execute(db)
  const { signal } = new AbortController()
  await notifySearchers(db, signal)
  await mailDigests(services.backgroundDb, services.mailer, { signal, isLastAttempt: false })
}
const unsubscribeIn = (mail: string) => /List-Unsubscribe: <http:\/\/choice\.test(\S+)>/.exec(mail.replaceAll(/\r?\n /g, ' '))![1]!
const linksIn = (mail: string) => Array.from(mail.matchAll(/^http:\/\/choice\.test(\/unsubscribe\S+)$/gm), ([, path]) => path!)

test('an email about one search ends that search in one click, by its header or by a page that asks', async () => {
  const fields = { following_content_alert: true }
  const [ann, bram, off, mute] = [
    await createUser(server, fields),
    await createUser(server, { ...fields, language: 'nl' }),
    await createUser(server),
    await createUser(server, fields),
  ]
  for (const person of [ann, bram, off, mute]) await followSearch(person, 'A & <b>lynx</b>')
  await mute.client(notificationsContract.setNotificationSetting, { params: { kind: 'search_match' }, body: { mail: false } })
  await mailAbout('A <b>lynx</b>')
  const [letter = ''] = await mailsTo(ann.email)
  expect(letter).toContain('1 new result for “A & <b>lynx</b>”')
  expect(letter).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  expect(linksIn(letter)).toEqual([unsubscribeIn(letter)])
  for (const { email } of [off, mute]) expect(await mailsTo(email, 0)).toEqual([])
  const path = unsubscribeIn(letter)
  // Opening the page changes nothing, because mail filters open links.
  const stopPage = await app.inject({ url: path })
  expect([stopPage.statusCode, stopPage.headers['cache-control'], stopPage.headers['referrer-policy']]).toEqual([
    200,
    'no-store',
    'no-referrer',
  ])
  expect(stopPage.body).toContain('Unsubscribe from “A &#38; &#60;b&#62;lynx&#60;/b&#62;”?')
  expect(await listFollowed(ann)).toHaveLength(1)
  const post = (url: string) =>
    app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    })
  const wrongPath = path.slice(0, -1) + (path.endsWith('0') ? '1' : '0')
  for (const url of [wrongPath, '/unsubscribe/search/x', `/unsubscribe/search/${'A'.repeat(43)}`]) {
    expect((await post(url)).body).toContain('You don’t follow this search')
    expect((await app.inject({ url })).body).toContain('You don’t follow this search')
  }
  expect(await listFollowed(ann)).toHaveLength(1)
  expect((await post(path)).body).toContain('You no longer follow')
  expect((await post(path)).statusCode).toBe(200)
  expect(await listFollowed(ann)).toEqual([])
  expect((await app.inject({ url: path })).body).toContain('You don’t follow this search')
  expect(await listFollowed(bram)).toHaveLength(1)

  const [brief = ''] = await mailsTo(bram.email)
  expect((await app.inject({ url: unsubscribeIn(brief) })).body).toContain('niet meer volgen?')
  await bram.client(contract.clearSearchHistory, {})
  expect((await app.inject({ url: unsubscribeIn(brief), headers: { 'accept-language': 'nl' } })).body).toContain(
    'Je volgt deze zoekopdracht niet',
  )
})

test('an email about several searches has a link for each; its header ends the daily emails', async () => {
  const ann = await createUser(server, { following_content_alert: true })
  await followSearch(ann, 'caracal')
  await followSearch(ann, 'puma')
  await mailAbout('Caracal', 'Puma')
  const [letter = ''] = await mailsTo(ann.email)
  expect(unsubscribeIn(letter)).toMatch(/^\/api\/notification-digest\//)
  const links = linksIn(letter)
  expect(links).toHaveLength(2)
  const html = letter.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')
  for (const link of links) expect(html).toContain(`<a class="link" href="http://choice.test${link}"`)
  // Each link unfollows one search. The email lists the search with the latest results first.
  await app.inject({ method: 'POST', url: links[1]! })
  expect(await listFollowed(ann)).toHaveLength(1)
  await app.inject({ method: 'POST', url: links[0]! })
  expect(await listFollowed(ann)).toEqual([])
})
