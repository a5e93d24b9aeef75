import { edit, patch } from '#kit/web/change.ts'
import { actionTools } from '#shell/action-tools.ts'
import { recordStep } from '#shell/undo-history.ts'
import type { Video } from '#features/curation/contract.ts'
import { socialContract } from '../contract.ts'
import type { Favorite } from '../favorites.ts'
import { withLike } from './actions.ts'
import { t } from './texts.ts'

/** The first of them, as one's own home shows them. */
export const favoritesRead = { query: { limit: 20 } } as const

/** Likes it no longer, or again: then it stands where it stood until the list is fetched, which has first what was liked last. */
function setLiked(item: Favorite, liked: boolean, index: number): Promise<unknown> {
  const arranged = <List extends { data: Favorite[] }>(list: List): List => {
    const data = list.data.filter(({ id }) => id !== item.id)
    return { ...list, data: liked ? data.toSpliced(index, 0, item) : data }
  }
  return actionTools().change(
    liked ? socialContract.like : socialContract.unlike,
    { body: { liked_type: 'video', liked_id: item.id } },
    {
      optimistic: () => [
        patch<Video>('video', item.id, (now) => withLike(now, liked)),
        edit(socialContract.listFavorites, {}, arranged),
        edit(socialContract.listFavorites, favoritesRead, arranged),
      ],
    },
  )
}

/** Takes one away, at this place of the list; it can be taken back. */
export const removeFavorite = (item: Favorite, index: number): void =>
  recordStep({
    label: t('like.removed', { title: item.title }),
    pending: setLiked(item, false, index),
    undo: () => setLiked(item, true, index),
    redo: () => setLiked(item, false, index),
  })
