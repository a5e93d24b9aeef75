import { type Act, failed, failing, post, press, reload, reloadAtOnce, type Screen, shortly, steps } from './acts.ts'
import type { DemoChannels } from './demo.ts'
import { text } from './texts.ts'

const arrange = text((t) => t.social.following.arrange)
const news = text((t) => t.social.following.new)
const remove = text((t) => t.social.follow.menu)

/** Follows and likes: in their lists, on the home, and at the top of a channel. */
export function followingScreens({ shown, sounds, live }: DemoChannels): Screen[] {
  const mine = { path: '/following', as: 'marieke' } as const
  const liked = [shown, sounds, live].flatMap(({ series }) => series.flatMap(({ videos }) => videos.slice(0, 3)))
  const like = post('/api/like', ...liked.map(({ id }) => ({ liked_type: 'video', liked_id: id })))
  const favorites = { path: '/favorites', as: 'marieke', act: steps(like, reload, shortly) } as const
  const view: Act = (page) => page.getByRole('radio', { name: news }).click()
  return [
    { name: 'following', ...mine },
    { name: 'following-filled', ...mine, filled: true },
    { name: 'following-arrange', ...mine, act: press(arrange) },
    { name: 'following-menu', ...mine, act: steps(press(remove), shortly) },
    { name: 'following-new', ...mine, act: steps(view, shortly) },
    { name: 'following-guest', path: '/following' },
    { name: 'following-empty', path: '/following', as: 'iris' },
    { name: 'following-failed', ...mine, act: steps(failing, reloadAtOnce, failed) },
    { name: 'following-channel', path: `/following?playlist=${sounds.id}`, as: 'marieke' },
    { name: 'favorites', ...favorites },
    { name: 'favorites-filled', ...favorites, filled: true },
    { name: 'favorites-empty', path: '/favorites', as: 'iris' },
    { name: 'favorites-guest', path: '/favorites' },
    { name: 'following-head', path: `/playlists?playlist=${sounds.id}`, as: 'iris' },
  ]
}
