import { edit, patch } from '#kit/web/change.ts'
import { createStore } from '#ui/store.ts'
import { actionTools } from '#shell/action-tools.ts'
import { recordStep } from '#shell/undo-history.ts'
import type { Video } from '#features/curation/contract.ts'
import { socialContract } from '../contract.ts'
import type { Favorite } from '../favorites.ts'
import { withLike } from './actions.ts'
import { t } from './texts.ts'

/** The first of them, as one's own home shows them. */
export const favoritesRead = { query: { limit: 20 } } as const

/** On their way out: they can still be taken back, to the place where they stood. */
const hidden = createStore<ReadonlySet<string>>(new Set())
const show = (id: string) => hidden.set((now) => new Set([...now].filter((one) => one !== id)))

export function useShownFavorites(favorites: readonly Favorite[] | undefined): readonly Favorite[] | undefined {
  const now = hidden.use()
  return favorites?.filter(({ id }) => !now.has(id))
}

/** Likes it no longer, once that can't be taken back any more: liked again it would stand first. */
export function removeFavorite({ id, title }: Favorite): void {
  hidden.set((now) => new Set([...now, id]))
  const without = <List extends { data: Favorite[] }>(list: List): List => ({ ...list, data: list.data.filter((one) => one.id !== id) })
  recordStep({
    label: t('like.removed', { title }),
    undo: () => show(id),
    commit: async () => {
      await actionTools().change(
        socialContract.unlike,
        { body: { liked_type: 'video', liked_id: id } },
        {
          optimistic: () => [
            patch<Video>('video', id, (now) => withLike(now, false)),
            edit(socialContract.listFavorites, {}, without),
            edit(socialContract.listFavorites, favoritesRead, without),
          ],
        },
      )
      show(id)
    },
  })
}
