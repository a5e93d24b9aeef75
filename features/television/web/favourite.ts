import { patch } from '#kit/web/change.ts'
import type { ActionTools, UndoableStep } from '#shell/actions.ts'
import { socialContract } from '#features/social/contract.ts'
import type { TvChannel } from '../shapes.ts'
import { t } from './texts.ts'

const setFollowed = (id: string, is_followed: boolean, { change }: ActionTools) =>
  change(
    is_followed ? socialContract.follow : socialContract.unfollow,
    { body: { following_type: 'channel', following_id: id } },
    { optimistic: () => [patch<TvChannel>('channel', id, { is_followed })] },
  )

/** A favourite is a TV channel that one follows: it stands first in lists and in the guide. */
export const toggleFavourite = ({ id, name, is_followed }: TvChannel, tools: ActionTools): UndoableStep => ({
  label: t(is_followed ? 'favourite.removed' : 'favourite.added', { name }),
  pending: setFollowed(id, !is_followed, tools),
  undo: () => setFollowed(id, is_followed, tools),
  redo: () => setFollowed(id, !is_followed, tools),
})
