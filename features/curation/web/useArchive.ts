import { useChange } from '#kit/web/use.ts'
import { toast } from '#ui/toasts.ts'
import { curationContract, type PlaylistTile } from '../contract.ts'
import { t } from './texts.ts'

/** Puts channels away and takes them back; each can be undone from the toast. */
export function useArchive() {
  const { mutate } = useChange(curationContract.updatePlaylist)
  const set = (channel: Pick<PlaylistTile, 'id' | 'name'>, is_archived: boolean, done = () => {}) =>
    mutate(
      { params: { id: channel.id }, body: { is_archived } },
      { onSuccess: done, onError: (error) => toast(error.message, { warning: true }) },
    )
  const put = (channel: Pick<PlaylistTile, 'id' | 'name'>) =>
    set(channel, true, () =>
      toast(t('archive.done', { name: channel.name }), { action: { name: t('undo'), perform: () => set(channel, false) } }),
    )
  const restore = (channel: Pick<PlaylistTile, 'id' | 'name'>) =>
    set(channel, false, () =>
      toast(t('archive.restored', { name: channel.name }), { action: { name: t('undo'), perform: () => set(channel, true) } }),
    )
  return { put, restore }
}
