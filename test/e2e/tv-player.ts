import type { Page } from 'playwright'
import { expect } from 'vitest'
import { translator } from '#kit/contract/texts.ts'
import en from '#features/guide/locales/en.json' with { type: 'json' }
import nl from '#features/guide/locales/nl.json' with { type: 'json' }
import enPlayer from '#features/player/locales/en.json' with { type: 'json' }
import nlPlayer from '#features/player/locales/nl.json' with { type: 'json' }
import { site } from './product.ts'

export const wordsOf = (language: 'en' | 'nl') => translator<typeof en>(language === 'en' ? en : nl, language)
export const playerWordsOf = (language: 'en' | 'nl') => translator<typeof enPlayer>(language === 'en' ? enPlayer : nlPlayer, language)

/** Returns addresses of a demonstration stream, live and from the archive. Both follow the clock. */
export const stream = (key: string, ending: 'm3u8' | 'mpd' = 'm3u8') => ({
  stream_url: `${site.url}/media/demo/tv/${key}/live.${ending}`,
  catchup_mode: 'default',
  catchup_source: `${site.url}/media/demo/tv/${key}/{utc}-{duration}.${ending}`,
  catchup_days: 7,
})

/** Returns the position of the video or sound, and the part that can be played now. */
export const media = (page: Page) =>
  page.evaluate(() => {
    const element = document.querySelector<HTMLMediaElement>('video, audio')
    const { seekable } = element ?? {}
    return {
      seconds: element?.currentTime ?? -1,
      isPaused: element?.paused ?? true,
      start: seekable?.length ? seekable.start(0) : 0,
      end: seekable?.length ? seekable.end(seekable.length - 1) : 0,
    }
  })
/** Waits until the page's video or sound plays. */
export async function playing(page: Page): Promise<void> {
  await expect.poll(() => media(page)).toMatchObject({ isPaused: false })
  const before = (await media(page)).seconds
  await expect.poll(async () => (await media(page)).seconds).toBeGreaterThan(Math.max(0, before) + 0.3)
}
export const player = (page: Page) => page.getByRole('dialog')
/** Expects that the player plays this title. */
export const expectPlaying = async (page: Page, title: string) => {
  await expect.poll(() => player(page).getAttribute('aria-label')).toContain(title)
  await playing(page)
}
/** Moves the mouse over the video, so that hidden controls are shown. */
export const showControls = (page: Page) => page.mouse.move(200 + Math.round(Math.random() * 50), 300)
