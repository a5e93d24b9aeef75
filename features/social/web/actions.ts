import { editResponse, patchThing } from '#kit/web/change.ts'
import { heart, heartFill } from '#ui/icons.ts'
import type { Action, ActionTools, UndoableStep } from '#shell/actions.ts'
import type { ActionTable } from '#shell/feature.ts'
import type { SubjectOf } from '#shell/subjects.ts'
import { channelsContract, type MyPlaylists, type Playlist, type Video } from '#features/channels/contract.ts'
import { limits } from '#features/channels/limits.ts'
import { socialContract } from '../contract.ts'
import { followActions } from './follow.ts'
import { t } from './texts.ts'

type VideoSubject = SubjectOf<'video'>
type Place = NonNullable<VideoSubject['place']>
type Likes = Pick<Video | Playlist, 'liked' | 'likes'>

/** Returns the like fields as they are after liking or unliking (idempotent). */
export const withLike = (now: Likes, liked: boolean) => ({
  liked,
  likes: now.likes + Number(liked) - Number(now.liked),
})

/** Adds or removes a video in the favourites on the user's home, latest first, before the server has responded. */
const withFavorite = (myPlaylists: MyPlaylists, video: Video, liked: boolean): MyPlaylists => {
  const others = myPlaylists.favorites.filter(({ id }) => id !== video.id)
  return { ...myPlaylists, favorites: liked ? [video, ...others].slice(0, limits.favorites) : others }
}

function setVideoLiked({ channel, video }: Place, liked: boolean, { change }: ActionTools): Promise<unknown> {
  const { id } = video
  return change(
    liked ? socialContract.like : socialContract.unlike,
    { body: { liked_type: 'video', liked_id: id, playlist_id: channel.id } },
    {
      optimistic: () => [
        patchThing<Video>('video', id, (now) => withLike(now, liked)),
        editResponse(channelsContract.listMyPlaylists, {}, (myPlaylists) => withFavorite(myPlaylists, video, liked)),
      ],
      confirmed: (facts) => [patchThing<Video>('video', id, facts)],
    },
  )
}

const setChannelLiked = ({ id }: Playlist, liked: boolean, { change }: ActionTools): Promise<unknown> =>
  change(
    liked ? socialContract.like : socialContract.unlike,
    { body: { liked_type: 'playlist', liked_id: id } },
    {
      optimistic: () => [patchThing<Playlist>('playlist', id, (now) => withLike(now, liked))],
      confirmed: (facts) => [patchThing<Playlist>('playlist', id, facts)],
    },
  )

/** @param set sends the like or unlike */
function toggleLike(title: string, liked: boolean, set: (liked: boolean) => Promise<unknown>): UndoableStep {
  return {
    label: t(liked ? 'like.removed' : 'like.added', { title }),
    pending: set(!liked),
    undo: () => set(liked),
    redo: () => set(!liked),
    quiet: true,
  }
}

const isLiked = ({ place }: VideoSubject) => place?.video.liked === true

/** Liking and unliking are two actions, because each has its own icon. A menu contains only one of them. */
const like: Action<'video'> = {
  id: 'video.like',
  section: 'share',
  label: () => t('like.add'),
  icon: heart,
  keys: 'l',
  visible: (item) => item.place !== undefined && !isLiked(item),
  run: ({ place }, tools) => place && toggleLike(place.video.title, place.video.liked, (liked) => setVideoLiked(place, liked, tools)),
}
const unlike: Action<'video'> = { ...like, id: 'video.unlike', label: () => t('like.remove'), icon: heartFill, visible: isLiked }

/** Available only for the open channel, because lists don't say whether a channel is liked. */
const likeChannel: Action<'playlist'> = {
  id: 'playlist.like',
  section: 'share',
  label: () => t('like.add'),
  icon: heart,
  keys: 'l',
  visible: ({ open }) => open?.liked === false,
  run: ({ open }, tools) => open && toggleLike(open.name, open.liked, (liked) => setChannelLiked(open, liked, tools)),
}
const unlikeChannel: Action<'playlist'> = {
  ...likeChannel,
  id: 'playlist.unlike',
  label: () => t('like.remove'),
  icon: heartFill,
  visible: ({ open }) => open?.liked === true,
}

export const socialActions: ActionTable = {
  ...followActions,
  video: [like, unlike],
  playlist: [...followActions.playlist, likeChannel, unlikeChannel],
}
