import { check, plusBold, usersThree } from '#ui/icons.ts'
import type { Action } from '#shell/actions.ts'
import { paths } from '#shell/paths.ts'
import { mayFollow } from '../rules.ts'
import { toggleFollow } from './follow.ts'
import { t } from './texts.ts'

/** Available to guests, who log in first. */
export const followChannel: Action<'playlist'> = {
  id: 'playlist.follow',
  section: 'share',
  label: () => t('follow.add'),
  icon: plusBold,
  keys: 'f',
  visible: ({ channel }) => mayFollow(channel) && !channel.is_followed,
  run: ({ id, name, channel }, tools) => toggleFollow({ type: 'playlist', id, name }, channel.is_followed, tools),
}
const unfollowChannel: Action<'playlist'> = {
  ...followChannel,
  id: 'playlist.unfollow',
  label: () => t('follow.remove'),
  icon: check,
  visible: ({ channel }) => mayFollow(channel) && channel.is_followed,
}

const followPerson: Action<'person'> = {
  id: 'person.follow',
  section: 'share',
  label: () => t('follow.add'),
  icon: plusBold,
  keys: 'f',
  visible: ({ person }) => !person.is_followed,
  run: ({ id, name, person }, tools) => toggleFollow({ type: 'user', id, name }, person.is_followed, tools),
}
const unfollowPerson: Action<'person'> = {
  ...followPerson,
  id: 'person.unfollow',
  label: () => t('follow.remove'),
  icon: check,
  visible: ({ person }) => person.is_followed,
}

const goToFollowing: Action<'app'> = {
  id: 'go.following',
  section: 'go',
  label: () => t('following.title'),
  icon: usersThree,
  run: (_, { go }) => go(paths.following()),
}

export const followActions = {
  app: [goToFollowing],
  playlist: [followChannel, unfollowChannel],
  person: [followPerson, unfollowPerson],
} as const
