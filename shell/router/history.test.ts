import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createHistory, type HistoryWindow, type Page } from './history.ts'

/** A fake browser tab: like a browser, it runs each history step as a task. */
function openTab(href = '/en/', entries: [href: string, state: unknown][] = [['https://example.org/', null]]) {
  const stack: [href: string, state: unknown][] = [...entries, [href, null]]
  let at = stack.length - 1
  let listener = () => {}
  const currentUrl = () => new URL(stack[at]![0], 'http://localhost')
  const go = (steps: number) =>
    setTimeout(() => {
      if (!stack[at + steps]) return
      at += steps
      // A move to another site unloads this page, which then gets no event.
      if (stack[at]![0].startsWith('/')) listener()
    })
  const tab = {
    history: {
      get state() {
        return stack[at]![1]
      },
      pushState: (state: unknown, _: string, to: string) => void stack.splice(++at, stack.length, [to, structuredClone(state)]),
      replaceState: (state: unknown, _: string, to: string) => void (stack[at] = [to, structuredClone(state)]),
      go: vi.fn<(steps: number) => void>((steps) => void go(steps)),
    },
    location: {
      get pathname() {
        return currentUrl().pathname
      },
      get search() {
        return currentUrl().search
      },
      get hash() {
        return currentUrl().hash
      },
    },
    addEventListener: (_: 'popstate', handler: () => void) => void (listener = handler),
  } as unknown as HistoryWindow
  return {
    tab,
    /** The user presses Back or Forward, or chooses an entry from the browser's list. */
    press: async (steps: number) => {
      go(steps)
      await settle()
    },
    /** Follows a fragment link. The browser handles it without the router. */
    jump: (hash: string) => {
      const to = currentUrl().pathname + currentUrl().search + hash
      stack.splice(++at, stack.length, [to, null])
      listener()
    },
    entries: () => stack.map(([to]) => to),
    address: () => stack[at]![0],
    reload: () => createHistory(tab),
  }
}
/** Resolves when all started steps and their effects are done. */
const settle = () => vi.runAllTimersAsync()
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Starts a visit in a tab. `show` and `close` open and close overlays. */
function visit(browser = openTab()) {
  const pages = createHistory(browser.tab)
  const log: string[] = []
  pages.subscribe((page) => log.push(page.href))
  const open: string[] = []
  const overlayChanged = pages.closeOnBack({
    isOpen: () => open.length > 0,
    dismiss: () => close(),
  })
  const close = () => {
    open.pop()
    overlayChanged()
  }
  return {
    browser,
    pages,
    seen: log,
    open,
    close,
    show: (name: string) => {
      open.push(name)
      overlayChanged()
    },
  }
}

test('pages follow each other; back and forward restore their state', async () => {
  const { browser, pages, seen } = visit()
  pages.push('/en/search?keyword=tide', { state: { mailed: 'x' } })
  pages.push('/en/terms#rights')
  await browser.press(-1)
  expect(pages.get()).toEqual({
    href: '/en/search?keyword=tide',
    path: '/en/search',
    search: '?keyword=tide',
    hash: '',
    index: 1,
    state: { mailed: 'x' },
  } satisfies Page)
  await browser.press(1)
  pages.back()
  await settle()
  expect(seen).toEqual([
    '/en/search?keyword=tide',
    '/en/terms#rights',
    '/en/search?keyword=tide',
    '/en/terms#rights',
    '/en/search?keyword=tide',
  ])
  expect(browser.reload().get()).toMatchObject({ index: 1, state: { mailed: 'x' } })
})

test('a replaced page adds no entry, and neither does a link to the current page', () => {
  const { browser, pages } = visit()
  pages.push('/en/login?token=1')
  pages.replace('/en/login')
  pages.push('/en/login')
  expect(browser.entries()).toEqual(['https://example.org/', '/en/', '/en/login'])
  expect(pages.get().index).toBe(1)
})

test('a jump within the page adds an entry', async () => {
  const { browser, pages } = visit()
  pages.push('/en/terms')
  browser.jump('#rights')
  expect(pages.get()).toMatchObject({ hash: '#rights', index: 2 })
  await browser.press(-1)
  expect(pages.get()).toMatchObject({ href: '/en/terms', index: 1 })
})

test('back closes overlays one by one and then leaves the page', async () => {
  const { browser, pages, open, show } = visit()
  pages.push('/en/settings')
  show('dialog')
  show('menu')
  await browser.press(-1)
  expect(open).toEqual(['dialog'])
  await browser.press(-1)
  expect(open).toEqual([])
  expect(pages.get().href).toBe('/en/settings')
  await browser.press(-1)
  expect(pages.get().href).toBe('/en/')
})

test('back closes an overlay on the first page of a visit too', async () => {
  const { browser, open, show } = visit()
  show('dialog')
  await browser.press(-1)
  expect([browser.address(), open]).toEqual(['/en/', []])
  await browser.press(-1)
  expect(browser.address()).toBe('https://example.org/')
})

test('closing an overlay by a button leaves no extra entry', async () => {
  const { browser, pages, show, close } = visit()
  pages.push('/en/settings')
  show('dialog')
  close()
  await settle()
  await browser.press(-1)
  expect(pages.get().href).toBe('/en/')
})

test('closing an overlay may navigate: to a new page, to a replacement of the page, or back', async () => {
  const ways = [
    [(pages: ReturnType<typeof visit>['pages']) => pages.push('/en/terms'), '/en/terms', '/en/settings'],
    [(pages: ReturnType<typeof visit>['pages']) => pages.replace('/en/terms'), '/en/terms', '/en/'],
    [(pages: ReturnType<typeof visit>['pages']) => pages.back(), '/en/', 'https://example.org/'],
  ] as const
  for (const [lead, there, before] of ways)
    for (const wait of [false, true]) {
      const { browser, pages, show, close } = visit()
      pages.push('/en/settings')
      show('dialog')
      close()
      // Navigates at once, or while the browser still returns from the overlay's entry.
      if (wait) await vi.advanceTimersToNextTimerAsync()
      lead(pages)
      await settle()
      expect([browser.address(), pages.get().href]).toEqual([there, there])
      await browser.press(-1)
      expect(browser.address()).toBe(before)
    }
})

test('an address changed under a dialog is kept when the dialog closes', async () => {
  const { browser, pages, show, close } = visit()
  pages.push('/en/search')
  show('dialog')
  pages.replace('/en/search?keyword=tide')
  close()
  await settle()
  expect(browser.address()).toBe('/en/search?keyword=tide')
  await browser.press(1)
  // The history has returned from the closed dialog's entry to the page, so Back leaves the page.
  await browser.press(-1)
  expect(pages.get().href).toBe('/en/')
})

test('several steps at once leave the page despite open overlays', async () => {
  const { browser, pages, show, open, close } = visit()
  pages.push('/en/settings')
  pages.push('/en/terms')
  pages.subscribe(() => open.length && close())
  show('dialog')
  await browser.press(-2)
  expect([pages.get().href, browser.address(), open]).toEqual(['/en/settings', '/en/settings', []])
})

test('a page reloaded under an open dialog is at its own entry', async () => {
  const { browser, show } = visit()
  show('dialog')
  const pages = browser.reload()
  await settle()
  pages.push('/en/terms')
  await browser.press(-1)
  expect(pages.get()).toMatchObject({ href: '/en/', index: 0 })
})

test('with unsaved changes every navigation asks first', async () => {
  const { browser, pages } = visit()
  pages.push('/en/settings')
  pages.push('/en/settings?view=editProfile')
  let answer = false
  const mayLeave = vi.fn<() => Promise<boolean>>(() => Promise.resolve(answer))
  const stop = pages.guard(mayLeave)
  for (const leave of [() => pages.push('/en/terms'), () => pages.replace('/en/terms'), () => pages.back(), () => void browser.press(-2)]) {
    leave()
    await settle()
    expect([browser.address(), pages.get().href]).toEqual(['/en/settings?view=editProfile', '/en/settings?view=editProfile'])
  }
  expect(mayLeave).toHaveBeenCalledTimes(4)
  // Navigation within the page loses no changes.
  browser.jump('#name')
  expect(mayLeave).toHaveBeenCalledTimes(4)

  answer = true
  await browser.press(-2)
  expect(pages.get()).toMatchObject({ href: '/en/settings', index: 1 })
  expect(mayLeave).toHaveBeenCalledTimes(5)
  stop()
  await browser.press(-1)
  expect(mayLeave).toHaveBeenCalledTimes(5)
})

test('the question before leaving a page is a dialog itself', async () => {
  for (const agrees of [false, true]) {
    const { browser, pages, show, close, open } = visit()
    pages.push('/en/settings')
    let decide: (agrees: boolean) => void = () => {}
    pages.guard(() => {
      show('question')
      return new Promise((resolve) => (decide = resolve))
    })
    await browser.press(-1)
    expect([browser.address(), open]).toEqual(['/en/settings', ['question']])
    close()
    decide(agrees)
    await settle()
    expect([browser.address(), pages.get().href]).toEqual(agrees ? ['/en/', '/en/'] : ['/en/settings', '/en/settings'])
    await browser.press(-1)
    expect(browser.address()).toBe(agrees ? 'https://example.org/' : '/en/settings')
  }
})
