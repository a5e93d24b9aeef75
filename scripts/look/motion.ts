import { setTimeout as sleep } from 'node:timers/promises'
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
/** ms that something has to begin moving, and what moved before to come to rest. */
const beginMs = 15_000

const viewTransition = '::view-transition'

/**
 * What moves on the page, and how much of that is meant.
 * @param part 0 to 1: holds everything at this part of the way of what is meant
 */
const moving = (page: Page, of: string, part?: number) =>
  page.evaluate(
    ([of, viewTransition, part]) => {
      const running = document.getAnimations().filter(({ effect }) => Number.isFinite(Number(effect?.getComputedTiming().endTime)))
      const meant = running.filter(({ effect }) => {
        if (!(effect instanceof KeyframeEffect)) return false
        if (of === viewTransition) return effect.pseudoElement?.startsWith(viewTransition) ?? false
        return effect.target?.closest(of) != null && effect.pseudoElement === null
      })
      const ms = (part ?? 0) * Math.max(0, ...meant.map(({ effect }) => Number(effect?.getComputedTiming().endTime)))
      if (part !== undefined)
        for (const animation of running) {
          animation.pause()
          // The very end is left alone: there it would be over, and gone.
          animation.currentTime = Math.min(ms, 0.995 * Number(animation.effect?.getComputedTiming().endTime))
        }
      return { ms: Math.round(ms), meant: meant.length, running: running.length }
    },
    [of, viewTransition, part] as const,
  )

/** Waits, looking again and again. */
async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + beginMs; !(await isSo()); await sleep(10))
    if (Date.now() > end) throw new Error(`${what} after ${beginMs} ms`)
}

const setPace = (session: CDPSession, playbackRate: number) => session.send('Animation.setPlaybackRate', { playbackRate })

/** Pictures of a movement, at equal times from its beginning to its end. */
export async function framesOf(page: Page, { act, of }: Movement): Promise<Frame[]> {
  const session = await page.context().newCDPSession(page)
  await session.send('Animation.enable')
  // What turns round before it has moved at all has no way back to show.
  await until('Something still moves', async () => (await moving(page, of)).running === 0)
  await setPace(session, slow)
  const acting = act(page)
  await until('Nothing moves', async () => (await moving(page, of)).meant > 0)
  const taken: Frame[] = []
  for (let at = 0; at < frames; at++) {
    const { ms } = await moving(page, of, at / (frames - 1))
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
