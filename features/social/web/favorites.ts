import { editResponse, patchThing } from '#kit/web/change.ts'
import { getActionTools } from '#shell/action-tools.ts'
import { recordStep } from '#shell/undo-history.ts'
import type { Video } from '#features/channels/contract.ts'
import { socialContract } from '../contract.ts'
import type { Favorite } from '../contract.ts'
import { withLike } from './actions.ts'
import { t } from './texts.ts'

/** Query of the first favourites, the same as on the user's home. */
export const favoritesQuery = { query: { limit: 20 } } as const

/**
 * Unlikes a video, or likes it again when the user undoes that. Undo restores the video's position until the list is read again; the server
 * then lists the video first.
 */
function setLiked(item: Favorite, liked: boolean, index: number): Promise<unknown> {
  const arrange = <List extends { data: Favorite[] }>(list: List): List => {
    const data = list.data.filter(({ id }) => id !== item.id)
    return { ...list, data: liked ? data.toSpliced(index, 0, item) : data }
  }
  return getActionTools().change(
    liked ? socialContract.like : socialContract.unlike,
    { body: { liked_type: 'video', liked_id: item.id } },
    {
      optimistic: () => [
        patchThing<Video>('video', item.id, (now) => withLike(now, liked)),
        editResponse(socialContract.listFavorites, {}, arrange),
        editResponse(socialContract.listFavorites, favoritesQuery, arrange),
      ],
    },
  )
}

/** Removes the favourite at this index, with undo. */
export const removeFavorite = (item: Favorite, index: number): void =>
  recordStep({
    label: t('like.removed', { title: item.title }),
    pending: setLiked(item, false, index),
    undo: () => setLiked(item, true, index),
    redo: () => setLiked(item, false, index),
  })
