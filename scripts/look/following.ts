import { type Act, failed, failing, press, reloadAtOnce, type Screen, shortly, steps } from './acts.ts'
import type { DemoChannels } from './demo.ts'
import { text } from './texts.ts'

const arrange = text((t) => t.social.following.arrange)
const news = text((t) => t.social.following.new)
const remove = text((t) => t.social.follow.menu)

/** What one follows: in its lists, on the home, at the head of a channel. */
export function followingScreens({ sounds }: DemoChannels): Screen[] {
  const mine = { path: '/following', as: 'marieke' } as const
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
    { name: 'following-head', path: `/playlists?playlist=${sounds.id}`, as: 'iris' },
  ]
}
