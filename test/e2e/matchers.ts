import type { Locator, Page } from 'playwright'
import { expect } from 'vitest'
import { playing } from './playing.ts'

declare module 'vitest' {
  interface Matchers<R, T> {
    /** Somebody sees it, now or soon. */
    toAppear: T extends Locator ? () => Promise<void> : never
    /** Nobody sees it any more, now or soon. */
    toGo: T extends Locator ? () => Promise<void> : never
    /** It gets the focus, now or soon. */
    toHaveFocus: T extends Locator ? () => Promise<void> : never
    /** The media itself says that it plays, and its time goes on. */
    toPlay: T extends Page ? () => Promise<void> : never
  }
}

/** A wait as an assertion: Playwright says what it waited for. */
const settled = (waiting: Promise<void>) =>
  waiting.then(
    () => ({ pass: true, message: () => '' }),
    (error: Error) => ({ pass: false, message: () => error.message }),
  )

expect.extend({
  toPlay: (page: Page) => settled(playing(page)),
  toAppear: (thing: Locator) => settled(thing.waitFor()),
  toGo: (thing: Locator) => settled(thing.waitFor({ state: 'hidden' })),
  toHaveFocus: (thing: Locator) => settled(thing.and(thing.page().locator(':focus')).waitFor({ state: 'attached' })),
})
