import { type Act, channelMenu, post, press, reload, type Screen, shortly, steps, unsent, visit } from './acts.ts'
import { type DemoChannels, film, videoOf } from './demo.ts'
import { text } from './texts.ts'

const queue = text((t) => t.player.queue.title)
const dock = text((t) => t.player.player.dock)
const play = text((t) => t.player.player.play)
const like = text((t) => t.social.like.add_of)
const playAll = text((t) => t.watching.queue.play_all)

/** Continue watching, cards with progress bars, and the queue. */
export function watchingScreens({ shown, own, begun: longer }: DemoChannels): Screen[] {
  const videos = shown.series.flatMap((series) => series.videos)
  const parts = [0.12, 0.55, 0.9, 1]
  const begin: Act = async (page) => {
    const token = await page.evaluate(() => localStorage.getItem('access_token'))
    const tell = (video: string | undefined, position: number, duration: number) =>
      page.request.put(`/api/user/positions/${video}`, {
        headers: { authorization: `Bearer ${token}` },
        data: { position, duration },
      })
    for (const [at, part] of parts.entries()) await tell(videos[at]?.id, part * 1800, 1800)
    await tell(videoOf(longer, film), 11, 20)
  }
  const open = `/playlists?playlist=${shown.id}`
  const all: Act = steps(channelMenu, press(playAll), (page) => page.waitForTimeout(1500))
  const begun = (name: string, path: string, ...acts: readonly Act[]): Screen => ({
    name: `watching-${name}`,
    path,
    as: 'marieke',
    act: steps(begin, reload, ...acts, shortly),
  })
  /** The first video of the user's channel has related ones, and plays. */
  const related: Act = async (page) => {
    const token = await page.evaluate(() => localStorage.getItem('access_token'))
    const headers = { authorization: `Bearer ${token}` }
    const answer = await page.request.get(`/api/playlists/${own.id}`, { headers })
    const { series } = (await answer.json()) as typeof own
    const [one, ...others] = series.flatMap(({ videos }) => videos)
    for (const { id } of others.slice(0, 4))
      await page.request.post(`/api/related/${own.id}`, { headers, data: { video_id: one?.id, related_video_id: id } })
    await visit(`/my-playlists?playlist=${own.id}&play=${one?.id}`)(page)
    await press(play)(page)
    await page.waitForTimeout(1500)
  }
  /** Selects two videos while the mini-player plays. */
  const select: Act = async (page) => {
    const cards = page.locator('main [data-card] > a')
    for (const at of [1, 2]) await cards.nth(at).click({ modifiers: ['Control'] })
  }
  const isWide: Act = async (page) => {
    const button = page.getByRole('button', { name: queue })
    if (await button.count()) await button.click()
  }
  const removeAll: Act = async (page) => {
    const rows = page.locator('[data-queued] [data-choose]')
    for (let left = await rows.count(); left > 0; left--) {
      await rows.first().focus()
      await page.keyboard.press('Delete')
    }
  }
  const watched = shown.series.flatMap(({ videos }) => videos).concat(longer.series.flatMap(({ videos }) => videos.slice(0, 2)))
  const view = post('/api/view', ...watched.map(({ id }) => ({ viewable_type: 'video', viewable_id: id })))
  return [
    begun('history', '/playlists?recent-view=true', view, reload),
    { ...begun('history-filled', '/playlists?recent-view=true', view, reload), filled: true },
    { name: 'watching-history-empty', path: '/playlists?recent-view=true', as: 'iris' },
    { name: 'watching-history-guest', path: '/playlists?recent-view=true' },
    begun('home', '/playlists'),
    { ...begun('home-filled', '/playlists'), filled: true },
    begun('mine', '/my-playlists'),
    begun('channel', open),
    begun('resume', `/playlists?playlist=${longer.id}&play=${videoOf(longer, film)}`, press(play), (page) => page.waitForTimeout(1500)),
    begun('queue', open, all, isWide),
    { ...begun('queue-filled', open, all, isWide), filled: true },
    begun('queue-empty', open, all, isWide, removeAll),
    { name: 'watching-related', path: '/my-playlists', as: 'marieke', act: related },
    { name: 'watching-related-filled', path: '/my-playlists', as: 'marieke', act: related, filled: true },
    { name: 'watching-liked', path: open, as: 'marieke', act: steps(unsent, press(like), shortly) },
    begun('mini-select', `/my-playlists?playlist=${own.id}`, all, press(dock), (page) => page.waitForTimeout(800), select),
    begun('mini', `/my-playlists?playlist=${own.id}`, all, press(dock), (page) => page.waitForTimeout(800)),
  ]
}
