import { useSyncExternalStore } from 'react'
import { editResponse, patchThing } from '#kit/web/change.ts'
import { check, plusBold, usersThree } from '#ui/icons.ts'
import { createStore } from '#ui/store.ts'
import type { Action, ActionTools, UndoableStep } from '#shell/actions.ts'
import { paths } from '#shell/paths.ts'
import type { PublicProfile } from '#features/accounts/shapes.ts'
import type { PlaylistTile } from '#features/channels/contract.ts'
import { type Followed, socialContract } from '../contract.ts'
import { type FollowedType, maxNewVideos, mayFollow } from '../rules.ts'
import { t } from './texts.ts'

/** Query of the reader's follows in their order. The whole page shares this read. */
export const followsQuery = { query: {} } as const

/** The reader's follows, if loaded. */
export const knownFollows = createStore<readonly Followed[]>([])

const newCountOf = (id: string): number => knownFollows.get().find((knownFollow) => knownFollow.following_id === id)?.new_count ?? 0
/** Rerenders only when the count of this thing changes. */
export const useNewCount = (id: string): number => useSyncExternalStore(knownFollows.subscribe, () => newCountOf(id))

/** Formats the number of new videos; more than 99 is “99+”. */
export const formatNewCount = (count: number): string => (count < maxNewVideos ? String(count) : `${maxNewVideos - 1}+`)
export const newCountText = (count: number): string => (count < maxNewVideos ? t('follow.new', { count }) : t('follow.new_more'))

export interface FollowedThing {
  type: FollowedType
  id: string
  name: string
}
const bodyOf = ({ type, id }: FollowedThing) => ({ following_type: type, following_id: id })

const editFollowed = (change: (followed: readonly Followed[]) => Followed[]) =>
  editResponse(socialContract.listFollowing, followsQuery, (now) => ({ ...now, followed: change(now.followed) }))

/** Sets whether a thing is followed, in the cache. @param profile changes of a followed person's profile */
function patchFollowed(
  { type, id }: FollowedThing,
  is_followed: boolean,
  profile: Partial<PublicProfile> | ((now: PublicProfile) => Partial<PublicProfile>),
) {
  if (type === 'user') return patchThing<PublicProfile>('person', id, profile)
  return patchThing<{ id: string; is_followed: boolean }>(type, id, { is_followed })
}

function setFollowed(subject: FollowedThing, is_followed: boolean, { change }: ActionTools) {
  const { id } = subject
  const without = () => editFollowed((followed) => followed.filter((item) => item.following_id !== id))
  return change(
    is_followed ? socialContract.follow : socialContract.unfollow,
    { body: bodyOf(subject) },
    {
      optimistic: () => [
        patchFollowed(subject, is_followed, (now) => ({
          is_followed,
          followers: now.followers + Number(is_followed) - Number(now.is_followed),
        })),
        // An unfollow removes the item from the list at once. A follow can't add it, because the item's data has to be read first.
        ...(is_followed ? [] : [without()]),
      ],
      confirmed: (profile) => [patchFollowed(subject, profile.is_followed, profile)],
    },
  )
}

/** Follows or unfollows. Undo restores the position. */
export function toggleFollow(subject: FollowedThing, isFollowed: boolean, tools: ActionTools): UndoableStep {
  const index = knownFollows.get().findIndex((knownFollow) => knownFollow.following_id === subject.id)
  const set = async (next: boolean) => {
    await setFollowed(subject, next, tools)
    if (next && index > 0) await setIndex(subject, index, tools)
  }
  return {
    label: t(isFollowed ? 'follow.removed' : 'follow.added', { name: subject.name }),
    pending: set(!isFollowed),
    undo: () => set(isFollowed),
    redo: () => set(!isFollowed),
  }
}

const movedTo = (followed: readonly Followed[], id: string, index: number): Followed[] => {
  const others = followed.filter((item) => item.following_id !== id)
  const movedEntries = followed.filter((item) => item.following_id === id)
  return others.toSpliced(index, 0, ...movedEntries)
}

const setIndex = (subject: FollowedThing, index: number, { change }: ActionTools) =>
  change(
    socialContract.moveFollow,
    { body: { ...bodyOf(subject), index } },
    { optimistic: () => [editFollowed((followed) => movedTo(followed, subject.id, index))] },
  )

/** Moves a followed thing to another position. */
export function moveFollowed(subject: FollowedThing, index: number, tools: ActionTools): UndoableStep {
  const before = knownFollows.get().findIndex((knownFollow) => knownFollow.following_id === subject.id)
  return {
    label: t('follow.moved', { name: subject.name, place: index + 1 }),
    pending: setIndex(subject, index, tools),
    undo: () => setIndex(subject, before, tools),
    redo: () => setIndex(subject, index, tools),
    quiet: true,
  }
}

/** Marks a followed thing as seen. Ignores failures, because the next visit tries again. */
export const markFollowSeen = (subject: FollowedThing, { change }: ActionTools): void =>
  void change(
    socialContract.markSeen,
    { body: bodyOf(subject) },
    {
      optimistic: () => [
        editFollowed((followed) => followed.map((item) => (item.following_id === subject.id ? { ...item, new_count: 0 } : item))),
      ],
    },
  ).catch(() => {})

/** Dismisses a suggestion. */
export function dismissSuggestion({ id, name }: PlaylistTile, { change }: ActionTools): UndoableStep {
  const params = { params: { id } }
  const set = (isDismissed: boolean) =>
    isDismissed
      ? change(socialContract.dismissSuggestion, params, {
          optimistic: () => [
            editResponse(socialContract.listFollowing, followsQuery, (now) => ({
              ...now,
              suggested: now.suggested.filter((item) => item.following_id !== id),
            })),
          ],
        })
      : change(socialContract.restoreSuggestion, params)
  return { label: t('suggested.dismissed', { name }), pending: set(true), undo: () => set(false), redo: () => set(true) }
}

/** Available to guests too, who log in first. */
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
