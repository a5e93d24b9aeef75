import type { Locator, Page, Route } from 'playwright'
import { withTexts } from './texts.ts'

export type Act = (page: Page) => Promise<unknown>

/** The name of a series of steps in `steps.json`, `verb argument`, or an array with a verb and its arguments. */
export type Step = string | readonly [verb: string, ...args: unknown[]]

/** Maximum wait for an element in ms. It is long, because a read counts as failed only after several tries. */
const waitMs = 16_000

/** Finds elements by a selector of Playwright. The selector `front` finds the open dialog, or else the screen. */
async function findElement(page: Page, selector: string): Promise<Locator> {
  if (!selector.startsWith('front')) return page.locator(selector)
  const front = (await page.getByRole('dialog').count()) > 0 ? 'role=dialog' : 'main'
  return page.locator(selector.replace('front', front))
}
const findFirst = async (page: Page, selector: string) => (await findElement(page, selector)).first()

/** Handles calls to a URL pattern. It may begin with a method: `POST **`, or `!GET **` for all other methods. */
async function interceptRequests(page: Page, pattern: string, handler: (route: Route) => unknown) {
  const [, not, method, url = pattern] = /^(!?)([A-Z]+) (.*)$/.exec(pattern) ?? []
  const matchesMethod = (called: string) => method === undefined || (called === method) !== (not === '!')
  await page.route(url, (route) => (matchesMethod(route.request().method()) ? handler(route) : route.fallback()))
}

type Json = Record<string, unknown>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null
/** Changes fields at any depth; `{ "0": … }` changes items of a list. */
function changeJson(target: Json, changes: Json): void {
  for (const [key, value] of Object.entries(changes)) {
    const old = target[key]
    if (isObject(old) && isObject(value) && !Array.isArray(value)) changeJson(old, value)
    else if (!Array.isArray(target)) target[key] = value
  }
}

interface MadeFile {
  name: string
  mimeType: string
  bytes?: number
}

type Verb = (page: Page, ...args: never[]) => Promise<unknown>
const verbs: Record<string, Verb> = {
  // Steps about calls to the server.
  answer: (page, pattern: string, response: Parameters<Route['fulfill']>[0]) =>
    interceptRequests(page, pattern, (route) => route.fulfill(response)),
  fail: (page, pattern: string) =>
    interceptRequests(page, pattern, (route) => route.fulfill({ status: 500, json: { message: '', errors: {} } })),
  hang: (page, pattern: string) => interceptRequests(page, pattern, () => undefined),
  abort: (page, pattern: string) => interceptRequests(page, pattern, (route) => route.abort()),
  change: (page, pattern: string, changes: Json) =>
    interceptRequests(page, pattern, async (route) => {
      const response = await route.fetch()
      const json = (await response.json()) as Json
      changeJson(json, changes)
      await route.fulfill({ response, json })
    }),
  /** Repeats items of lists in responses, up to these lengths. */
  repeat: (page, pattern: string, lengths: Readonly<Record<string, number>>) =>
    interceptRequests(page, pattern, async (route) => {
      const response = await route.fetch()
      const json = (await response.json()) as Record<string, Json[]>
      for (const [name, length] of Object.entries(lengths)) {
        const items = json[name]!
        json[name] = Array.from({ length }, (_, index) => ({
          ...items[index % items.length],
          ...(index >= items.length && { id: `copy${index}` }),
        }))
      }
      await route.fulfill({ response, json })
    }),
  // Steps about pages.
  idle: (page) => page.waitForLoadState('networkidle'),
  wait: (page, ms: string) => page.waitForTimeout(Number(ms)),
  reload: (page) => page.reload({ waitUntil: 'networkidle' }),
  /** Reloads without waiting, for pages with responses that never arrive. */
  reloadAtOnce: async (page) => {
    await page.reload({ waitUntil: 'domcontentloaded' })
    await page.waitForTimeout(1500)
  },
  /** Opens a page in the current page's language. */
  visit: (page, path: string) => page.goto(new URL(page.url()).pathname.slice(0, 3) + path, { waitUntil: 'networkidle' }),
  /** Presses the link to an address. Pages opened like this have no embedded data, so that they show loading and errors. */
  goTo: async (page, address: string) => {
    await page.locator(`a[href$="${address}"]`).first().click()
    await page.waitForTimeout(700)
  },
  offline: (page) => page.context().setOffline(true),
  print: (page) => page.emulateMedia({ media: 'print' }),
  // Steps about elements.
  see: async (page, selector: string) => (await findFirst(page, selector)).waitFor({ timeout: waitMs }),
  scrollTo: async (page, selector: string) => (await findFirst(page, selector)).scrollIntoViewIfNeeded(),
  click: async (page, selector: string) => (await findFirst(page, selector)).click({ timeout: waitMs }),
  clickIfThere: async (page, selector: string) => {
    const first = await findFirst(page, selector)
    if (await first.count()) await first.click()
  },
  rightClick: async (page, selector: string) => (await findFirst(page, selector)).click({ button: 'right', timeout: waitMs }),
  controlClick: async (page, selector: string) => (await findFirst(page, selector)).click({ modifiers: ['Control'], timeout: waitMs }),
  /** Presses the button or menu item with this name. */
  press: (page, name: string) =>
    page
      .locator(`role=button[name=${name}]`)
      .or(page.locator(`role=menuitem[name=${name}]`))
      .first()
      .click({ timeout: waitMs }),
  key: (page, key: string) => page.keyboard.press(key),
  fillIfThere: async (page, selector: string, value: string) => {
    const first = await findFirst(page, selector)
    if (await first.count()) await first.fill(value)
  },
  fill: async (page, selector: string, value: string) => (await findFirst(page, selector)).fill(value),
  /** Types into a field, and moves the focus out of it. */
  type: async (page, selector: string, value: string) => {
    const field = await findFirst(page, selector)
    await field.fill(value)
    await field.blur()
    await page.waitForLoadState('networkidle')
  },
  focus: async (page, selector: string) => (await findFirst(page, selector)).focus(),
  checkAll: async (page, selector: string) => {
    for (const box of await (await findElement(page, selector)).all()) await box.check()
  },
  /** Deletes the first matching element with the Delete key until none is left. */
  deleteEach: async (page, selector: string) => {
    const result = page.locator(selector)
    for (let remaining = await result.count(); remaining > 0; remaining--) {
      await result.first().focus()
      await page.keyboard.press('Delete')
    }
  },
  /** Chooses files: existing files by path, or files made up for the picture. */
  choose: async (page, selector: string, ...files: readonly (string | MadeFile)[]) => {
    const filePayloads = files.map((file) => (typeof file === 'string' ? file : { ...file, buffer: Buffer.alloc(file.bytes ?? 10, 'x') }))
    await (await findFirst(page, selector)).setInputFiles(filePayloads as string[])
  },
  pointAt: async (page, selector: string, share: number) => {
    const { x, y, width, height } = (await page.locator(selector).boundingBox())!
    await page.mouse.move(x + width * share, y + height / 2)
  },
  // Steps that drag an item: lift it, move it and drop it.
  lift: async (page, selector: string) => {
    const lifted = await findFirst(page, selector)
    await lifted.evaluate((element) => element.scrollIntoView({ block: 'center' }))
    const { x, y, width, height } = (await lifted.boundingBox())!
    const top = Math.min(30, height / 2)
    await page.mouse.move(x + width / 2, y + top)
    await page.mouse.down()
    await page.mouse.move(x + width / 2 + 9, y + top + 6, { steps: 3 })
    await page.locator('html[data-dragging]').waitFor({ state: 'attached' })
    await page.waitForTimeout(300)
  },
  /** Moves the pointer to a point of the element: `share` is the fraction of its width from the left. */
  dragTo: async (page, selector: string, share: number) => {
    const { x, y, width } = (await (await findFirst(page, selector)).boundingBox())!
    await page.mouse.move(x + width * share, y + 30, { steps: 8 })
    await page.waitForTimeout(350)
  },
  drop: async (page) => {
    await page.mouse.up()
    await page.waitForTimeout(600)
  },
  // Steps that only one screen needs.
  /** Presses keys in the guide. Does nothing if the screen shows a list instead. */
  guideKeys: async (page, ...keys: readonly string[]) => {
    const guide = page.locator('[data-guide]')
    if (!(await guide.count())) return
    await guide.locator('td[data-time]').first().waitFor()
    await guide.focus()
    for (const key of keys) await page.keyboard.press(key)
  },
  /** Waits until a video or sound has played for half a second. Then shows the controls. */
  plays: async (page) => {
    await page.waitForFunction(() => (document.querySelector<HTMLMediaElement>('video, audio')?.currentTime ?? 0) > 0.5)
    await page.mouse.move(180, 320)
  },
  serviceWorker: (page) => page.evaluate(() => navigator.serviceWorker.ready.then(() => true)),
  /** Sends the message by which a newer service worker announces itself. */
  newerVersion: (page) =>
    page.evaluate(() => void navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data: { version: 'newer' } }))),
  endSession: (page) =>
    page.evaluate(() => {
      localStorage.setItem('access_token', 'stale')
      localStorage.setItem('refresh_token', 'stale')
    }),
  leaveTeam: (page) =>
    page.route('**/api/playlists', (route) =>
      route.request().headers()['x-team-id']
        ? route.fulfill({ status: 403, json: { message: '', code: 'not_in_team', errors: {} } })
        : route.fallback(),
    ),
}

/** Combines steps into one act. @param series lists of steps by name @throws for unknown steps and texts */
export function combineSteps(steps: readonly Step[], series: Readonly<Record<string, readonly Step[]>>): Act {
  const acts = steps.map((step): Act => {
    const [name, ...args] = typeof step === 'string' ? step.split(/(?<=^\w+) /) : step
    if (series[name]) return combineSteps(series[name], series)
    const verb = verbs[name]
    if (!verb) throw new Error(`${JSON.stringify(step)} is not a step`)
    const result = args.map((arg) => (typeof arg === 'string' ? withTexts(arg) : arg))
    return (page) => verb(page, ...(result as never[]))
  })
  return async (page) => {
    for (const act of acts) await act(page)
  }
}
