import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { demoVideo } from './demo.ts'
import { visitors } from './visitors.ts'

const visit = visitors()
const film = /\/aurora\/index\.m3u8$/

/**
 * Records an element's animations frame by frame. Leaves out delays before an animation, such as that of the spinner. Leaves out animations
 * that change nothing visible, such as the one by which a new sheet ignores presses for a moment.
 */
const watchMotion = (page: Page, selector: string) =>
  page.evaluate((selector) => {
    const moved: string[] = []
    const invisible = ['offset', 'computedOffset', 'easing', 'composite', 'pointerEvents']
    const recordFrame = () => {
      for (const animation of document.querySelector(selector)?.getAnimations({ subtree: true }) ?? []) {
        const effect = animation.effect as KeyframeEffect
        const { target, pseudoElement } = effect
        const takesTime = Number(effect.getComputedTiming().duration) > 0
        const isVisible = effect.getKeyframes().some((frame) => Object.keys(frame).some((key) => !invisible.includes(key)))
        if (takesTime && isVisible && animation.playState === 'running')
          moved.push(`${target?.className} ${pseudoElement ?? ''} ${animation.constructor.name}`)
      }
      requestAnimationFrame(recordFrame)
    }
    recordFrame()
    Object.assign(window, { moved })
  }, selector)
const moved = (page: Page) => page.evaluate(() => (window as unknown as { moved: string[] }).moved)

test('the player grows out of its card once, even if its code loads slowly', async () => {
  const { channel, video } = await demoVideo(film)
  const page = await visit({ moves: true, path: `/en/playlists?playlist=${channel.id}` })
  let sendCode = () => {}
  const sent = new Promise<void>((resolve) => (sendCode = resolve))
  await page.route('**/PlayerOverlay-*.js', async (route) => {
    await sent
    await route.continue()
  })
  // Records a width per frame in px: of the picture's enlarged copy while the player loads, then of the player.
  await page.evaluate(() => {
    const widths: number[] = []
    const recordFrame = () => {
      const picture = document.querySelector('[aria-modal] [data-stage]')
      if (picture) widths.push(Math.round(picture.getBoundingClientRect().width))
      requestAnimationFrame(recordFrame)
    }
    recordFrame()
    Object.assign(window, { widths })
  })
  const widths = () => page.evaluate(() => (window as unknown as { widths: number[] }).widths)
  await page.locator(`[data-card="${video.id}"] a`).first().click()
  await expect.poll(async () => (await widths()).at(-1)).toBe(390)
  sendCode()
  await expect(page).toPlay()
  const seen = await widths()
  expect(seen[0]).toBeLessThan(300)
  expect(seen).toEqual(seen.toSorted((a, b) => a - b))
  // The player shrinks back into its card. The page doesn't scroll during that.
  const card = page.locator(`[data-card="${video.id}"]`).first()
  const { y } = (await card.boundingBox())!
  await page.keyboard.press('Escape')
  await expect.poll(() => page.locator('[aria-modal]').count()).toBe(0)
  expect((await card.boundingBox())!.y).toBe(y)
})

test.each([
  ['moves', true],
  ['does not move with reduced motion', false],
])('when it opens and closes, the player %s, and so does a sheet; the focus is restored', async (_, moves) => {
  const { channel, video } = await demoVideo(/\/media\/demo\/[\w-]+\.mp4$/)
  const page = await visit({ moves, path: `/en/playlists?playlist=${channel.id}` })
  const expectMoves = async () => (moves ? await expect.poll(() => moved(page)).not.toEqual([]) : expect(await moved(page)).toEqual([]))
  await watchMotion(page, '[role="dialog"][aria-label^="Player"]')
  const banner = page.locator(`a[href*="play=${video.id}"]`).first()
  await banner.click()
  const player = page.getByRole('dialog', { name: `Player: ${video.title}` })
  await expect(page).toPlay()
  await expectMoves()
  await watchMotion(page, '[role="dialog"][aria-label^="Player"]')
  await player.getByRole('button', { name: 'Close' }).click()
  await expect(player).toDisappear()
  await expectMoves()
  await expect(banner).toHaveFocus()
  await page.goto('/en/login')
  await watchMotion(page, '[data-sheet]')
  await page
    .getByRole('button', { name: /forgot/i })
    .or(page.getByRole('link', { name: /forgot/i }))
    .first()
    .click()
  const sheet = page.locator('[data-sheet]')
  await expect(sheet).toAppear()
  await expectMoves()
  await page.keyboard.press('Escape')
  await expect(sheet).toDisappear()
  await expectMoves()
})

test('a closing player doesn’t scroll the page below it, so that it lands on its card', async () => {
  const { channel, video } = await demoVideo(film)
  const page = await visit({ moves: true, path: `/en/playlists?playlist=${channel.id}` })
  const card = page.locator(`[data-card="${video.id}"]`)
  const scrollTop = () => page.locator('[data-screen]').evaluate((screen) => screen.scrollTop)
  // A part of the row is below the window.
  await expect(card).toAppear()
  await card.evaluate((element) => element.scrollIntoView({ block: 'end' }))
  await expect.poll(scrollTop).toBeGreaterThan(0)
  await card.locator('a').first().dispatchEvent('click')
  await expect(page).toPlay()
  const before = await scrollTop()
  await page.keyboard.press('Escape')
  await expect.poll(() => page.locator('[aria-modal]').count()).toBe(0)
  expect(await scrollTop()).toBe(before)
})
