import type { CDPSession, Page } from 'playwright'
import { type Act, dialog, press, steps, visit } from './acts.ts'
import type { DemoChannels } from './demo.ts'
import type { Frame } from './sheet.ts'
import { text } from './texts.ts'

/** Something that moves. */
export interface Movement {
  name: string
  path: string
  /** Until the moment before it moves. */
  before?: Act
  /** Sets it moving. */
  act: Act
  /** What of the page moves: an animation of anything else (a button that is pressed) is let pass. */
  of: string
}

/** How many pictures a movement is told in, the first and the last moment among them. */
const frames = 10
/** How fast animations go until they are held: one of 250 ms lasts 25 s. */
const slow = 0.01
/** ms that something has to begin moving. */
const beginMs = 15_000

const viewTransition = '::view-transition'

/** Holds all animations at a part of their way, 0 to 1. @returns how far that is for the longest, in ms */
const holdAt = (page: Page, part: number) =>
  page.evaluate((part) => {
    const running = document.getAnimations().filter(({ effect }) => Number.isFinite(Number(effect?.getComputedTiming().endTime)))
    const ends = running.map(({ effect }) => Number(effect?.getComputedTiming().endTime))
    const last = Math.max(0, ...ends)
    for (const animation of running) {
      animation.pause()
      animation.currentTime = part * last
    }
    return Math.round(part * last)
  }, part)

/** Waits until what is meant moves, while nothing moves on. */
const begun = (page: Page, of: string) =>
  page.waitForFunction(
    ([of, viewTransition]) =>
      document.getAnimations().some(({ effect }) => {
        if (!(effect instanceof KeyframeEffect)) return false
        if (of === viewTransition) return effect.pseudoElement?.startsWith(viewTransition) ?? false
        return effect.target?.closest(of) != null && effect.pseudoElement === null
      }),
    [of, viewTransition] as const,
    { timeout: beginMs, polling: 10 },
  )

const setPace = (session: CDPSession, playbackRate: number) => session.send('Animation.setPlaybackRate', { playbackRate })

/** Pictures of a movement, at equal times from its beginning to its end. */
export async function framesOf(page: Page, { act, of }: Movement): Promise<Frame[]> {
  const session = await page.context().newCDPSession(page)
  await session.send('Animation.enable')
  await setPace(session, slow)
  const acting = act(page)
  await begun(page, of)
  const taken: Frame[] = []
  for (let at = 0; at < frames; at++) {
    // The very end is left alone: there it would be over, and gone.
    const ms = await holdAt(page, Math.min(0.995, at / (frames - 1)))
    taken.push({ picture: await page.screenshot({ animations: 'allow' }), label: `${ms} ms` })
  }
  await page.evaluate(() => document.getAnimations().forEach((animation) => animation.play()))
  await setPace(session, 1)
  await acting
  return taken
}

const aCard: Act = (page) => page.locator('main [data-card] > a, main [data-card] > button').first().click()
const playing: Act = steps(aCard, (page) => page.waitForTimeout(2500))
const player = '[aria-modal][aria-label], [data-docked]'

export function movements({ shown }: DemoChannels): Movement[] {
  const channel = `/playlists?playlist=${shown.id}`
  const howItWorks = press(text((t) => t.pages.how.title))
  const settled: Act = (page) => page.waitForTimeout(900)
  return [
    {
      name: 'motion-sheet-opens',
      path: '/playlists',
      before: steps(howItWorks, dialog, settled, (page) => page.keyboard.press('Escape'), settled),
      act: howItWorks,
      of: '[data-sheet]',
    },
    {
      name: 'motion-sheet-closes',
      path: '/playlists',
      before: steps(howItWorks, dialog, settled),
      act: (page) => page.keyboard.press('Escape'),
      of: '[data-sheet]',
    },
    { name: 'motion-player-opens', path: channel, before: settled, act: aCard, of: player },
    { name: 'motion-player-closes', path: channel, before: playing, act: (page) => page.keyboard.press('Escape'), of: player },
    { name: 'motion-player-docks', path: channel, before: playing, act: (page) => page.keyboard.press('i'), of: player },
    {
      name: 'motion-zap',
      path: '/playlists',
      before: steps(visit(channel), settled),
      act: (page) => page.keyboard.press('ArrowRight'),
      of: viewTransition,
    },
    { name: 'motion-hero-dismissed', path: '/playlists', before: settled, act: press(text((t) => t.pages.hide)), of: 'section' },
  ]
}
