import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '#kit/server/db/db.ts'
import { linkIn } from '../people.ts'
import { unzipTexts } from '../unzip.ts'
import { createAccount, fillLogin, isGuest, logInByForm, startSession } from './accounts.ts'
import { axeViolationsInBothThemes } from './axe.ts'
import { demoPerson, makeChannel } from './demo.ts'
import { mailTo } from './mailbox.ts'
import type { Newcomer } from './newcomers.ts'
import { visitors } from './visitors.ts'
import { connect, site } from './product.ts'

const visit = visitors()
let db: Db
beforeAll(async () => {
  db = connect()
})
afterAll(() => db.destroy())

/** Creates an account and opens its data page. */
async function openDataPage(expected?: RegExp): Promise<{ page: Page; user: Newcomer }> {
  const user = await createAccount()
  const page = await visit(expected && { expected })
  await startSession(page, user, user.password)
  await page.goto('/en/settings')
  await page.getByRole('link', { name: 'Your data' }).click()
  await expect(page.getByRole('heading', { name: 'Import channels' })).toAppear()
  return { page, user }
}

const takeoutCsv = 'Video ID,Playlist Video Creation Timestamp\ndQw4w9WgXcQ,2024-01-02T03:04:05+00:00\n'
const files = [
  [
    'stations.m3u',
    '#EXTM3U\n#EXTINF:-1 group-title="News",One\nhttps://live.example/1.m3u8\nrtmp://live.example/2\n',
    'stations',
    '1 video in 1 series',
  ],
  [
    'feeds.opml',
    '<opml><head><title>Feeds</title></head><body><outline text="Rail" xmlUrl="https://rail.example/feed"/></body></opml>',
    'Feeds',
    '1 video in 1 series',
  ],
  ['Trains-videos.csv', takeoutCsv, 'Trains', '1 video in 1 series'],
  [
    'marks.html',
    '<!DOCTYPE NETSCAPE-Bookmark-file-1><H1>Marks</H1><DL><DT><H3>A</H3><DL><DT><A HREF="https://a.example/">A</A></DL></DL>',
    'Marks',
    '1 video in 1 series',
  ],
  ['list.txt', 'First https://a.example/1\nSecond https://a.example/2', 'list', '2 videos in 1 series'],
] as const

test('each kind of file is read, previewed, and imported as a channel', { timeout: 120_000 }, async () => {
  const { page } = await openDataPage()
  expect(await axeViolationsInBothThemes(page)).toEqual([])
  for (const [name, content, channel, contents] of files) {
    await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) })
    await page.getByRole('button', { name: 'See what’s in it' }).click()
    await expect(page.getByText(contents)).toAppear()
    expect(await page.getByLabel('Name of the channel').inputValue()).toBe(channel)
    if (name === 'stations.m3u') {
      await page.getByText('1 entry was skipped').click()
      await expect(page.getByText('rtmp://live.example/2')).toAppear()
      expect(await axeViolationsInBothThemes(page)).toEqual([])
      await page.getByLabel('Name of the channel').fill('My stations')
    }
    await page.getByRole('button', { name: 'Make 1 channel' }).click()
    await expect(page.getByText('1 channel was made.')).toAppear()
  }
  await page.getByRole('link', { name: 'My channels' }).first().click()
  for (const name of ['My stations', 'Feeds', 'Trains', 'Marks', 'list']) await expect(page.getByText(name).first()).toAppear()
})

test('a pasted podcast address leads to its episodes', async () => {
  const { browserStorage } = await demoPerson('noor')
  const id = await makeChannel('noor', 'Takes links', { One: 1 })
  const page = await visit({
    path: `/en/my-playlists?playlist=${id}`,
    browserStorage: { ...browserStorage, canceled_enter_fields_modal: 'true' },
  })
  await page.getByRole('button', { name: 'Add item' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add item' })
  await dialog.getByLabel('Link', { exact: true }).fill(`${site.fixturesUrl}/podcast.xml`)
  await dialog.getByRole('link', { name: 'See episodes' }).click()
  await expect(page.getByText('2 videos in 1 series')).toAppear()
  await expect(dialog).toDisappear()
  expect(await page.getByLabel('Name of the channel').inputValue()).toBe('Harbour talk')
  await page.getByRole('button', { name: 'Make 1 channel' }).click()
  await expect(page.getByText('1 channel was made.')).toAppear()
})

test('an error shows beside its field, and the pasted text stays', async () => {
  const { page } = await openDataPage(/422/)
  const paste = page.getByLabel('Or paste links, one per line')
  await paste.fill('no links here')
  await page.getByRole('button', { name: 'See what’s in it' }).click()
  await expect(page.getByText('No links were found')).toAppear()
  expect(await paste.inputValue()).toBe('no links here')
})

test('an archive is requested, emailed, downloaded and imported again', { timeout: 90_000 }, async () => {
  const { page, user } = await openDataPage()
  await page.getByLabel('Or paste links, one per line').fill('A film https://a.example/1')
  await page.getByRole('button', { name: 'See what’s in it' }).click()
  await page.getByRole('button', { name: 'Make 1 channel' }).click()
  await expect(page.getByText('1 channel was made.')).toAppear()
  await page.getByRole('button', { name: 'Create the file' }).click()
  await expect(page.getByText('Your file is being made.')).toAppear()
  const link = linkIn(await mailTo(user.email))
  await page.goto(link.pathname + link.search)
  const fetched = page.waitForEvent('download')
  await page.getByRole('link', { name: /^Download/ }).click()
  const path = await (await fetched).path()
  const data = JSON.parse((await unzipTexts(readFileSync(path)))['data.json']!) as Record<string, unknown>
  expect(data).toMatchObject({ profile: { email: user.email } })
  expect(JSON.stringify(data['channels'])).toContain('https://a.example/1')
  await page.locator('input[type=file]').setInputFiles({ name: 'mine.zip', mimeType: 'application/zip', buffer: readFileSync(path) })
  await page.getByRole('button', { name: 'See what’s in it' }).click()
  await expect(page.getByText('1 channel found, with 1 video.')).toAppear()
})

test('an account is deleted after a week, unless the user cancels that', { timeout: 120_000 }, async () => {
  const { page, user } = await openDataPage(/422|401/)
  const requestDeletion = async () => {
    await page.getByRole('button', { name: 'Delete my account' }).click()
    await page.getByLabel('Your password').fill(user.password)
    await page.getByRole('dialog').getByRole('button', { name: 'Delete my account' }).click()
    await expect(page.getByRole('button', { name: 'Keep my account' }).first()).toAppear()
    return mailTo(user.email)
  }
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await expect(page.getByRole('dialog')).toAppear()
  expect(await axeViolationsInBothThemes(page)).toEqual([])
  await page.getByLabel('Your password').fill('not mine at all')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete my account' }).click()
  await expect(page.getByText('Your current password is incorrect')).toAppear()
  await page.getByLabel('Your password').fill(user.password)
  await page.getByRole('dialog').getByRole('button', { name: 'Delete my account' }).click()
  await expect(page.getByRole('button', { name: 'Keep my account' }).first()).toAppear()
  expect(await mailTo(user.email)).toContain('Keep my account')

  // A login in another browser shows the planned deletion, and cancels it.
  const elsewhere = await visit({ expected: /401/ })
  await logInByForm(elsewhere, user, user.password)
  const bar = elsewhere.getByRole('region', { name: 'Delete your account' })
  await expect(bar).toAppear()
  await bar.getByRole('button', { name: 'Keep my account' }).click()
  await expect(bar).toDisappear()
  expect(await mailTo(user.email)).toContain('Your account stays')

  await page.reload()
  await requestDeletion()
  await sql`update account set deletion_due_at = now() where lower(email) = lower(${user.email})`.execute(db)
  await sql`insert into job (name, payload, max_attempts) values ('data-rights-deletions', '{}', 1)`.execute(db)
  expect(await mailTo(user.email)).toContain('Your account was deleted')
  const after = await visit({ expected: /422|401/, path: '/en/login' })
  await fillLogin(after, user.email, user.password)
  await expect(after.getByRole('alert').first()).toAppear()
  expect(await isGuest(after)).toBe(true)
})
