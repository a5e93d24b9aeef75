/** @module-tag slow */

import { sql } from 'kysely'
import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { operatorContract } from '#features/operator/contract.ts'
import { demoOperator } from './demo.ts'
import { connect } from './product.ts'
import { visitors } from './visitors.ts'
import { textsIn } from './ui-texts.ts'

const visit = visitors()
const [users, reports] = [100_000, 10_000]

beforeAll(async () => {
  const db = connect()
  try {
    await sql`insert into account (id, email, password_hash, nickname, nickname_key, created_at, can_upload_video)
      select 'v' || lpad(n::text, 10, '0'), 'v' || n || '@example.com', 'none', 'Visitor ' || n, 'visitor' || n,
        now() - make_interval(mins => n), n % 10 = 0
      from generate_series(1, ${users}) n`.execute(db)
    await sql`insert into report (reporter_id, report_type_id, user_id, url, message, reported_at)
      select 'v' || lpad(n::text, 10, '0'), 1 + n % 9, 'v' || lpad((n % 500 + 1)::text, 10, '0'), 'https://choice.test/', 'Message ' || n,
        now() - make_interval(mins => n)
      from generate_series(1, ${reports}) n`.execute(db)
    await sql`analyze account`.execute(db)
    await sql`analyze report`.execute(db)
  } finally {
    await db.destroy()
  }
}, 300_000)

/** Finds the rendered rows of a list. Even a long list renders few of them. */
const rowsOf = (page: Page, list: string) => page.getByRole('list', { name: list, exact: true }).getByRole('listitem')
async function openList(page: Page, path: string, list: string): Promise<void> {
  await page.goto(path)
  await expect(rowsOf(page, list).first()).toAppear()
}
const pageSize = 50

/** Scrolls until the second page has loaded. */
async function loadNextPage(page: Page, list: string): Promise<void> {
  const rows = rowsOf(page, list)
  expect(await rows.count()).toBeLessThanOrEqual(pageSize)
  await rows.last().scrollIntoViewIfNeeded()
  await expect.poll(() => rows.count()).toBeGreaterThan(pageSize - 1)
  await rows.last().scrollIntoViewIfNeeded()
  await expect.poll(() => rows.count()).toBeGreaterThan(pageSize)
  // Pages load one by one, so that memory grows only with the pages read.
  expect(await rows.count()).toBeLessThanOrEqual(3 * pageSize)
  expect(await page.locator('main *').count()).toBeLessThan(3 * pageSize * 40)
}

test.each([
  ['phone', 'nl'],
  ['desktop', 'en'],
] as const)('with 100,000 users and 10,000 reports the lists open, filter, page and change: %s, %s', async (size, language) => {
  const { operator: t, reports: r } = textsIn(language)
  const { browserStorage, client } = await demoOperator('noor')
  const page = await visit({ browserStorage, size })
  await openList(page, `/${language}/operator/people`, t('users.title'))
  await loadNextPage(page, t('users.title'))

  await page.getByRole('searchbox', { name: t('users.search') }).fill('Visitor 4242')
  await expect.poll(() => rowsOf(page, t('users.title')).count()).toBe(11)
  await openList(page, `/${language}/operator/people?filter=uploaders`, t('users.title'))
  await loadNextPage(page, t('users.title'))

  // Suspends many users at once. On touchscreens, a button selects them, because there is no Shift key.
  await page.goto(`/${language}/operator/people?query=${encodeURIComponent(`Visitor ${size === 'phone' ? 20 : 30}`)}`)
  const boxes = rowsOf(page, t('users.title')).getByRole('checkbox')
  await boxes.first().click()
  if (size === 'phone') await page.getByRole('button', { name: t('users.select_first', { count: pageSize }), exact: true }).click()
  else await boxes.nth(pageSize - 1).click({ modifiers: ['Shift'] })
  await expect(page.getByText(t('users.selected', { count: pageSize }), { exact: true })).toAppear()
  await page.getByRole('button', { name: t('users.suspend'), exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(t('user.suspend_text', { count: pageSize }))).toAppear()
  await dialog.getByRole('textbox').first().fill(`Ring of ${size}`)
  await dialog.getByRole('button', { name: t('users.suspend'), exact: true }).click()
  await expect(page.getByText(t('users.done', { count: pageSize }), { exact: true })).toAppear()
  const { data } = await client(operatorContract.listAudit, { query: { act: 'user.suspended', limit: 100 } })
  expect(data.filter(({ reason }) => reason === `Ring of ${size}`)).toHaveLength(pageSize)
  await openList(page, `/${language}/operator/people?filter=suspended`, t('users.title'))

  await openList(page, `/${language}/operator/reports`, r('operator.title'))
  await loadNextPage(page, r('operator.title'))
  await page.getByRole('radio', { name: r('operator.view.dismissed'), exact: true }).check({ force: true })
  await expect(page.getByText(r('operator.none'), { exact: true })).toAppear()
  await openList(page, `/${language}/operator/reports?about=v0000000007`, r('operator.title'))
  expect(await rowsOf(page, r('operator.title')).count()).toBe(20)
  await openList(page, `/${language}/operator/audit`, t('audit.title'))
  await page.goto(`/${language}/operator/people/v0000000007`)
  await expect(page.getByRole('heading', { name: 'Visitor 7', exact: true })).toAppear()
})
