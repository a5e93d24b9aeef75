import type { Locator, Page } from 'playwright'
import { expect } from 'vitest'
import { waitForPlaying } from './playing.ts'

declare module 'vitest' {
  interface Matchers<R, T> {
    /** Waits until the element is visible. */
    toAppear: T extends Locator ? () => Promise<void> : never
    /** Waits until the element is hidden. */
    toDisappear: T extends Locator ? () => Promise<void> : never
    /** Waits until the element has the focus. */
    toHaveFocus: T extends Locator ? () => Promise<void> : never
    /** Waits until the page's video or sound plays and its time advances. */
    toPlay: T extends Page ? () => Promise<void> : never
  }
}

/** Turns a wait into an assertion that fails with Playwright's message, which says what the test waited for. */
const toAssertion = (waiting: Promise<void>) =>
  waiting.then(
    () => ({ pass: true, message: () => '' }),
    (error: Error) => ({ pass: false, message: () => error.message }),
  )

expect.extend({
  toPlay: (page: Page) => toAssertion(waitForPlaying(page)),
  toAppear: (locator: Locator) => toAssertion(locator.waitFor()),
  toDisappear: (locator: Locator) => toAssertion(locator.waitFor({ state: 'hidden' })),
  toHaveFocus: (locator: Locator) => toAssertion(locator.and(locator.page().locator(':focus')).waitFor({ state: 'attached' })),
})
