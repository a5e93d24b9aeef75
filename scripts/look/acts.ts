import type { Page } from 'playwright'
import type { Language } from '#kit/contract/texts.ts'
import { text } from './texts.ts'

export interface Screen {
  name: string
  path: string
  /** The URL has no language, so the browser's language applies. */
  isOutside?: true
  /** The demonstration user who is logged in; a guest by default. */
  as?: 'marieke' | 'iris' | 'operator'
  /** On a desktop: whether the app fills the window instead of the frame. */
  filled?: boolean
  /** Changes to the default browser storage. */
  stored?: Readonly<Record<string, string>>
  /** Shows an email instead of a screen, as in an email program. */
  mail?: Readonly<Record<Language, string>>
  /** False disables scripts. */
  scripts?: boolean
  /** True lets the page start its service worker. */
  serviceWorker?: true
  /** Runs before the picture is taken. */
  act?: (page: Page) => Promise<unknown>
}

export type Act = NonNullable<Screen['act']>

export const steps =
  (...acts: readonly Act[]): Act =>
  async (page) => {
    for (const act of acts) await act(page)
  }

/** Timeout of an element to appear, in ms. */
const waitMs = 8000

/** Presses the button or menu item with this name. */
export const press =
  (name: RegExp): Act =>
  (page) =>
    page.getByRole('button', { name }).or(page.getByRole('menuitem', { name })).first().click({ timeout: waitMs })

/** Types into a field of the open dialog, and leaves the field. */
export const type =
  (label: RegExp, typed: string): Act =>
  async (page) => {
    const field = page.getByRole('dialog').getByLabel(label).first()
    await field.fill(typed)
    await field.blur()
    await page.waitForLoadState('networkidle')
  }

/** Presses the link with this name. */
export const follow =
  (name: RegExp): Act =>
  async (page) => {
    await page.getByRole('link', { name }).first().click()
    await page.waitForLoadState('networkidle')
  }

/** Presses the link to an address. Pages after the first have no embedded data, so they show loading and errors. */
export const goTo =
  (address: string): Act =>
  async (page) => {
    await page.locator(`a[href$="${address}"]`).first().click()
    await page.waitForTimeout(700)
  }

/** Navigates to an address in the page's language. */
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

/** Reloads without waiting for responses that never arrive. */
export const reloadAtOnce: Act = async (page) => {
  await page.reload({ waitUntil: 'domcontentloaded' })
  await page.waitForTimeout(1500)
}

/** Answers a call in place of the server. */
export const answer =
  (path: string | RegExp, status: number, json: object): Act =>
  (page) =>
    page.route(path, (route) => route.fulfill({ status, json }))

/** Shows later changes without sending them, so that other pictures are unaffected. */
export const unsent: Act = (page) => page.route('**/api/**', (route) => (route.request().method() === 'GET' ? route.fallback() : undefined))

/** Calls the server as the current user, once per body. */
export const post =
  (path: string, ...bodies: readonly object[]): Act =>
  async (page) => {
    const token = await page.evaluate(() => localStorage.getItem('access_token'))
    for (const data of bodies) await page.request.post(path, { headers: { authorization: `Bearer ${token}` }, data })
  }

interface SeenChannel {
  series: { name: string; videos: object[] }[]
}
/** Shows the server's channel with some fields changed. */
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
/** Fails reads: with an error, or without a response before the picture is taken. */
export const failing: Act = (page) => page.route(calls, (route) => route.fulfill({ status: 500, json: { message: '', errors: {} } }))
export const endless: Act = (page) => page.route(calls, () => undefined)

/** Waits for the retries of a read, after which it counts as failed. */
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
/** Leaves the focused field, so that it shows its error. */
export const leaveField: Act = (page) => page.keyboard.press('Tab')
export const submit: Act = (page) => page.locator('button[type=submit]').click({ timeout: waitMs })
