import type { Page } from 'playwright'
import type { Language } from '#kit/contract/texts.ts'
import { text } from './texts.ts'

export interface Screen {
  name: string
  path: string
  /** Its address names no language: the browser's counts. */
  isOutside?: true
  /** Logged in as somebody of the demonstration; a guest unless told. */
  as?: 'marieke' | 'iris' | 'operator'
  /** On a desktop: fills the window instead of standing in the frame. */
  filled?: boolean
  /** What the browser keeps, other than usual. */
  stored?: Readonly<Record<string, string>>
  /** Instead of a screen: a mail, as its reader's program shows it. */
  mail?: Readonly<Record<Language, string>>
  /** False: in a browser that runs no scripts. */
  scripts?: boolean
  /** True: the page starts its service worker. */
  serviceWorker?: true
  /** What is done before the picture is taken. */
  act?: (page: Page) => Promise<unknown>
}

export type Act = NonNullable<Screen['act']>

export const steps =
  (...acts: readonly Act[]): Act =>
  async (page) => {
    for (const act of acts) await act(page)
  }

/** ms that something has to come. */
const waitMs = 8000

/** Presses what has this name: a button, or an item of a menu. */
export const press =
  (name: RegExp): Act =>
  (page) =>
    page.getByRole('button', { name }).or(page.getByRole('menuitem', { name })).first().click({ timeout: waitMs })

/** Types into a field of the open dialog, and leaves it. */
export const type =
  (label: RegExp, typed: string): Act =>
  async (page) => {
    const field = page.getByRole('dialog').getByLabel(label).first()
    await field.fill(typed)
    await field.blur()
    await page.waitForLoadState('networkidle')
  }

/** Presses a link of this name. */
export const follow =
  (name: RegExp): Act =>
  async (page) => {
    await page.getByRole('link', { name }).first().click()
    await page.waitForLoadState('networkidle')
  }

/** Presses the link to an address: a page that is not the first comes without its data, so that it can be seen loading, and failing. */
export const goTo =
  (address: string): Act =>
  async (page) => {
    await page.locator(`a[href$="${address}"]`).first().click()
    await page.waitForTimeout(700)
  }

/** Goes to an address within the language of the page. */
export const visit =
  (path: string): Act =>
  async (page) => {
    await page.goto(new URL(page.url()).pathname.slice(0, 3) + path)
    await page.waitForLoadState('networkidle')
  }

export const reload: Act = async (page) => {
  await page.reload()
  await page.waitForLoadState('networkidle')
}

/** From its beginning, not waiting for what never comes. */
export const reloadAtOnce: Act = async (page) => {
  await page.reload({ waitUntil: 'domcontentloaded' })
  await page.waitForTimeout(1500)
}

/** Answers a call in place of the server. */
export const answer =
  (path: string | RegExp, status: number, json: object): Act =>
  (page) =>
    page.route(path, (route) => route.fulfill({ status, json }))

/** What is changed from now on is shown, and never reaches the server: every other picture finds things as they were. */
export const unsent: Act = (page) => page.route('**/api/**', (route) => (route.request().method() === 'GET' ? route.fallback() : undefined))

/** Calls the server as whoever is signed in, once with each of these. */
export const post =
  (path: string, ...bodies: readonly object[]): Act =>
  async (page) => {
    const token = await page.evaluate(() => localStorage.getItem('access_token'))
    for (const data of bodies) await page.request.post(path, { headers: { authorization: `Bearer ${token}` }, data })
  }

interface SeenChannel {
  series: { name: string; videos: object[] }[]
}
/** Shows a channel as the server has it, but for what is changed here. */
export const changedChannel =
  (id: string, change: (channel: SeenChannel) => unknown): Act =>
  async (page) => {
    await page.route(`**/api/playlists/${id}*`, async (route) => {
      const read = await route.fetch()
      const channel = (await read.json()) as SeenChannel
      change(channel)
      await route.fulfill({ response: read, json: channel })
    })
    await reload(page)
  }

const calls = '**/api/**'
/** Answers to what is read: an error, or none before the picture is taken. */
export const failing: Act = (page) => page.route(calls, (route) => route.fulfill({ status: 500, json: { message: '', errors: {} } }))
export const endless: Act = (page) => page.route(calls, () => undefined)

/** A read is tried again before it counts as failed. */
export const failed: Act = (page) =>
  page
    .getByRole('button', { name: text((t) => t.ui.error.again) })
    .first()
    .waitFor({ timeout: waitMs * 2 })

const dots = text((t) => t.shell.screen.menu)
export const channelMenu: Act = (page) => page.getByRole('banner').getByRole('button', { name: dots }).click()
export const dialog: Act = (page) => page.getByRole('dialog').first().waitFor({ timeout: waitMs })
export const alert: Act = (page) => page.getByRole('alert').first().waitFor({ timeout: waitMs })
export const shortly: Act = (page) => page.waitForTimeout(500)
export const escape: Act = (page) => page.keyboard.press('Escape')
/** Leaves the field one is in: it says what is wrong with it. */
export const leaveField: Act = (page) => page.keyboard.press('Tab')
export const submit: Act = (page) => page.locator('button[type=submit]').click({ timeout: waitMs })
