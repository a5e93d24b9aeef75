import type { Page } from 'playwright'

/** Returns how a screen reader announces the focused element: `link "Log in"`. */
async function readAnnouncement(page: Page): Promise<string> {
  const [first = ''] = (await page.locator(':focus').ariaSnapshot()).split('\n')
  return first.replace(/^- '?|'?:?$/g, '')
}

/** Returns the elements that the Tab key reaches, in order. */
export async function tabThrough(page: Page, times: number, key = 'Tab'): Promise<string[]> {
  const stops: string[] = []
  for (let press = 0; press < times; press++) {
    await page.keyboard.press(key)
    stops.push(await readAnnouncement(page))
  }
  return stops
}
