import { type Act, press, reload, type Screen, shortly, steps } from './acts.ts'
import type { DemoChannels } from './demo.ts'
import { text } from './texts.ts'

/** Watch Later, Direct Share, and the watch history. */
export function publishingScreens({ shown }: DemoChannels): Screen[] {
  const videos = shown.series.flatMap((series) => series.videos)
  const watched: Act = async (page) => {
    const token = await page.evaluate(() => localStorage.getItem('access_token'))
    for (const video of videos.slice(0, 5))
      await page.request.post('/api/view', {
        headers: { authorization: `Bearer ${token}` },
        data: { viewable_type: 'video', viewable_id: video.id },
      })
  }
  const history = { path: '/playlists?recent-view=true', as: 'marieke' } as const
  const page = '/watch-later?text=Look%20https%3A%2F%2Ffilms.example%2Fwatch%3Fv%3Done'
  return [
    { name: 'history', ...history, act: steps(watched, reload, shortly) },
    { name: 'history-filled', ...history, filled: true, act: steps(watched, reload, shortly) },
    { name: 'history-empty', path: history.path, as: 'iris' },
    { name: 'history-clear', ...history, act: steps(watched, reload, shortly, press(text((t) => t.watching.history.clear)), shortly) },
    { name: 'watch-later-page', path: page, as: 'marieke' },
    { name: 'watch-later-page-guest', path: page },
    { name: 'watch-later-page-none', path: '/watch-later', as: 'marieke' },
    { name: 'watch-later-settings', path: '/settings?view=watchLater', as: 'marieke' },
    { name: 'watch-later-settings-filled', path: '/settings?view=watchLater', as: 'marieke', filled: true },
  ]
}
