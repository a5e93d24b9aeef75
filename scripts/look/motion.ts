import { setTimeout as sleep } from 'node:timers/promises'
import type { CDPSession, Page } from 'playwright'
import type { Frame } from './sheet.ts'
import type { Act } from './steps.ts'

/** Number of pictures per animation. The first and last moment are among them. */
const frames = 10
/** Playback rate of animations until they are paused. 250 ms then take 25 s. */
const slowPlaybackRate = 0.01
/** Maximum wait for an animation to begin, in ms. */
const beginMs = 15_000

const viewTransition = '::view-transition'

/**
 * Counts running animations: all (`running`) and those of the selected elements (`meant`).
 * @param part from 0 to 1: pauses all animations at this part of the longest selected one, and returns its time as `ms`
 */
const movingAnimations = (page: Page, selector: string, part?: number) =>
  page.evaluate(
    ([selector, viewTransition, part]) => {
      const running = document.getAnimations().filter(({ effect }) => Number.isFinite(Number(effect?.getComputedTiming().endTime)))
      const selected = running.filter(({ effect }) => {
        if (!(effect instanceof KeyframeEffect)) return false
        if (selector === viewTransition) return effect.pseudoElement?.startsWith(viewTransition) ?? false
        return effect.target?.closest(selector) != null && effect.pseudoElement === null
      })
      const ms = (part ?? 0) * Math.max(0, ...selected.map(({ effect }) => Number(effect?.getComputedTiming().endTime)))
      if (part !== undefined)
        for (const animation of running) {
          animation.pause()
          // Stops just before the end, because the browser removes an animation at its end.
          animation.currentTime = Math.min(ms, 0.995 * Number(animation.effect?.getComputedTiming().endTime))
        }
      return { ms: Math.round(ms), meant: selected.length, running: running.length }
    },
    [selector, viewTransition, part] as const,
  )

/** Polls until a condition holds. */
async function waitUntil(description: string, isDone: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + beginMs; !(await isDone()); await sleep(10))
    if (Date.now() > end) throw new Error(`${description} after ${beginMs} ms`)
}

const setPace = (session: CDPSession, playbackRate: number) => session.send('Animation.setPlaybackRate', { playbackRate })

/**
 * Takes pictures of an animation at equal intervals, from start to end.
 * @param act starts the animation
 * @param selector the animated elements; other animations, such as that of a pressed button, are ignored
 */
export async function captureFrames(page: Page, act: Act, selector: string): Promise<Frame[]> {
  const session = await page.context().newCDPSession(page)
  await session.send('Animation.enable')
  // Waits until other animations end. A transition that is reversed before it has moved would show no motion.
  await waitUntil('Something still moves', async () => (await movingAnimations(page, selector)).running === 0)
  await setPace(session, slowPlaybackRate)
  const acting = act(page)
  await waitUntil('Nothing moves', async () => (await movingAnimations(page, selector)).meant > 0)
  const pictures: Frame[] = []
  for (let index = 0; index < frames; index++) {
    const { ms } = await movingAnimations(page, selector, index / (frames - 1))
    pictures.push({ picture: await page.screenshot({ animations: 'allow' }), label: `${ms} ms` })
  }
  await page.evaluate(() => document.getAnimations().forEach((animation) => animation.play()))
  await setPace(session, 1)
  await acting
  return pictures
}
