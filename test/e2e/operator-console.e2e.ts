import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { operationsContract } from '#features/operations/contract.ts'
import { newId } from '#kit/server/ids.ts'
import { axeViolationsInBothThemes } from './axe.ts'
import { demoOperator } from './demo.ts'
import { connect } from './product.ts'
import { visitors } from './visitors.ts'
import { textsIn } from './ui-texts.ts'
import { takeScreenshot } from './screenshots.ts'

const visit = visitors()
const views = [
  ['phone', 'en'],
  ['desktop', 'nl'],
] as const

/** If a page treats this text as HTML, the code in it changes the tab's title. */
const plantedHtml = `<img src=x onerror="document.title='taken'"><script>document.title='taken'</script>`

/** Stores HTML in texts of users that operators read. */
async function plantTexts() {
  const db = connect()
  try {
    const id = newId()
    await sql`insert into account (id, email, password_hash, nickname, nickname_key) values (${id}, ${`${id}@example.com`}, 'none', ${`<img src=x>${id}`}, ${id.toLowerCase()})`.execute(
      db,
    )
    await sql`insert into session (id, account_id, cookie_hash, user_agent, expires_at)
      values (${id}, ${id}, sha256(${id}::text::bytea), ${plantedHtml}, now() + interval '1 day')`.execute(db)
    await sql`insert into upload (id, user_id, title, filename, size, state, reason, stored_bytes, ended_at)
      values (${id}, ${id}, ${plantedHtml}, ${plantedHtml}, 5000000, 'failed', 'interrupted', 5000000, now())`.execute(db)
    await sql`insert into job (name, payload, max_attempts, attempts, state, error, owner_id, finished_at)
      values ('uploads-process', ${JSON.stringify({ id: plantedHtml })}, 3, 3, 'dead', ${plantedHtml}, ${id}, now())`.execute(db)
    await sql`insert into tv_source (kind, name, url, failures) values ('m3u', ${plantedHtml}, ${`https://lists.test/${id}`}, 2)`.execute(
      db,
    )
    await sql`insert into report (reporter_id, report_type_id, user_id, url, message)
      values (${id}, 9, ${id}, ${`https://choice.test/${id}`}, ${plantedHtml})`.execute(db)
    return id
  } finally {
    await db.destroy()
  }
}

test.each(views)(
  'an operator reads the overview, handles jobs and cleans storage, and planted HTML stays text: %s, %s',
  async (device, language) => {
    const { operations: t } = textsIn(language)
    const { browserStorage, client } = await demoOperator('noor')
    const id = await plantTexts()
    await client(operationsContract.countStorage, {})
    await expect
      .poll(async () => (await client(operationsContract.getStorage, {})).cleanable.find(({ what }) => what === 'failed_uploads')?.files)
      .toBeGreaterThan(0)

    const page = await visit({ browserStorage, size: device, path: `/${language}/operator/overview`, expected: /status of 404/ })
    const saveScreenshot = (shot: string) => takeScreenshot(page, `${shot}-${device}`, { fullPage: true })
    const isSafe = async () => {
      expect(await page.title()).not.toBe('taken')
      expect(await page.locator('img[src="x"]').count()).toBe(0)
    }
    await expect(page.getByRole('heading', { name: t('overview.checks') })).toAppear()
    await expect(page.getByText(plantedHtml, { exact: false }).first()).toAppear()
    expect(await axeViolationsInBothThemes(page)).toEqual([])
    await saveScreenshot('overview')
    await isSafe()

    await page.getByRole('link', { name: t('overview.mend_named', { name: t('overview.check.jobs') }) }).click()
    // The overview lists the planted text, too.
    await expect(page.getByRole('heading', { level: 1, name: t('jobs.title') })).toAppear()
    const card = page.getByRole('listitem').filter({ hasText: plantedHtml })
    await expect(card.first()).toAppear()
    expect(new URL(page.url()).search).toBe('?state=dead')
    expect(await axeViolationsInBothThemes(page)).toEqual([])
    await saveScreenshot('jobs-failed')
    await isSafe()
    await card
      .first()
      .getByRole('button', { name: new RegExp(t('jobs.discard'), 'i') })
      .click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('jobs.discard') })
      .click()
    await expect(page.getByText(t('jobs.discarded'))).toAppear()

    await page.getByRole('radio', { name: t('jobs.kinds') }).check({ force: true })
    await expect(page.getByRole('heading', { name: t('jobs.idle') })).toAppear()
    const kind = client(operationsContract.listJobKinds, {}).then((kinds) => kinds.find((kind) => kind.kind === 'operations-clean')!)
    const title = language === 'nl' ? 'Opschonen van opslag' : (await kind).title
    await page.getByRole('button', { name: t('jobs.menu', { name: title }) }).click()
    await page.getByRole('menuitem', { name: t('jobs.pause') }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('jobs.pause') })
      .click()
    await expect(page.getByText(t('jobs.paused_toast', { name: title }))).toAppear()
    await page.reload()
    await expect(page.getByRole('heading', { name: t('jobs.busy') })).toAppear()
    expect(await axeViolationsInBothThemes(page)).toEqual([])
    await saveScreenshot('jobs')
    await page.getByRole('button', { name: t('jobs.menu', { name: title }) }).click()
    await page.getByRole('menuitem', { name: t('jobs.resume') }).click()
    await expect(page.getByText(t('jobs.resumed_toast', { name: title }))).toAppear()

    await page.goto(`/${language}/operator/storage`)
    await expect(page.getByRole('heading', { name: t('storage.users') })).toAppear()
    expect(await axeViolationsInBothThemes(page)).toEqual([])
    await saveScreenshot('storage')
    await isSafe()
    await page.getByRole('button', { name: t('storage.delete_named', { name: t('storage.what.failed_uploads') }) }).click()
    await saveScreenshot('storage-ask')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('storage.delete') })
      .click()
    await expect(page.getByText(t('storage.cleaned'))).toAppear()
    // Checks names and user agents on a person's page, messages in reports, and file names in the list of TV sources.
    for (const [path, text] of [
      [`people/${id}`, plantedHtml],
      [`reports?by=${id}`, plantedHtml],
      ['tv', plantedHtml],
    ] as const) {
      await page.goto(`/${language}/operator/${path}`)
      await expect(page.getByText(text).first()).toAppear()
      await saveScreenshot(path.split(/[/?]/)[0]!)
      await isSafe()
    }
    if (device === 'phone') {
      await page.setViewportSize({ width: 320, height: 640 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    }
  },
)

test('for users who are not operators, the pages do not exist', async () => {
  const page = await visit({ path: '/en/operator/jobs' })
  await expect(page.getByRole('heading', { level: 1 })).toAppear()
  expect(await page.getByRole('heading', { name: 'Kinds with jobs' }).count()).toBe(0)
})

test('the console prints its lists whole, without buttons and filters', async () => {
  const { browserStorage } = await demoOperator('rita')
  const page = await visit({ browserStorage, size: 'desktop', path: '/en/operator/jobs' })
  const { operations: t } = textsIn('en')
  await expect(page.getByRole('heading', { name: t('jobs.idle') })).toAppear()
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByRole('heading', { name: t('jobs.idle') }).isVisible()).toBe(true)
  expect(await page.locator('main :is(button, input)').filter({ visible: true }).count()).toBe(0)
  expect(
    await page
      .locator('main h2')
      .first()
      .evaluate((heading) => getComputedStyle(heading).breakAfter),
  ).toBe('avoid')
})
