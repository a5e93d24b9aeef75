import { useChange } from '#kit/web/use.ts'
import type { ItemAction } from '#ui/actions.ts'
import { confirm } from '#ui/dialogs.ts'
import { archive, arrowCounterClockwise, gearSix, pencilSimple, plus, rows, export as shareIcon, trash } from '#ui/icons.ts'
import { toast } from '#ui/toasts.ts'
import { paths } from '#web/paths.ts'
import { useGo } from '#web/shell/navigation.ts'
import { curationContract, type Playlist } from '../../contract.ts'
import { addItem, addSeries, changeSettings, editChannel } from '../open.ts'
import { shareChannel } from '../share.ts'
import { t } from '../texts.ts'
import { useArchive } from '../useArchive.ts'

interface Acts {
  archive: () => void
  restore: () => void
  remove: () => void
}

/** What can be done with a channel: all of it by who may change it, sharing by everybody. */
export function channelActions(channel: Playlist, acts: Acts): ItemAction[] {
  const mine = channel.may_edit
  const movable = mine && !channel.watch_later && !channel.direct_publish
  return [
    { name: t('add.title'), icon: plus, visible: mine, perform: () => addItem(channel) },
    { name: t('series.add.title'), icon: rows, visible: mine, perform: () => addSeries(channel) },
    { name: t('share.name'), icon: shareIcon, apart: true, perform: () => void shareChannel(channel) },
    { name: t('edit.title'), icon: pencilSimple, visible: mine, perform: () => editChannel(channel) },
    { name: t('settings.title'), icon: gearSix, visible: movable, perform: () => changeSettings(channel) },
    { name: t('archive.put'), icon: archive, visible: movable && !channel.is_archived, perform: acts.archive },
    { name: t('archive.take'), icon: arrowCounterClockwise, visible: movable && channel.is_archived, perform: acts.restore },
    { name: t('remove.action'), icon: trash, apart: true, visible: movable, perform: acts.remove },
  ]
}

/** The three dots of a channel. `leaving`: it was deleted, and one is on the way out. */
export function useChannelActions(): { actionsOf: (channel: Playlist) => ItemAction[]; leaving: boolean } {
  const go = useGo()
  const { put, restore } = useArchive()
  const deletion = useChange(curationContract.deletePlaylist)

  const remove = async (channel: Playlist) => {
    const agreed = await confirm({
      title: t('remove.title', { name: channel.name }),
      text: t('remove.text', { count: channel.series.reduce((sum, { videos }) => sum + videos.length, 0) }),
      action: t('remove.action'),
    })
    if (!agreed) return
    deletion.mutate(
      { params: { id: channel.id } },
      {
        onSuccess: () => {
          go(paths.playlists(), { replace: true })
          toast(t('remove.done', { name: channel.name }))
        },
        onError: (error) => toast(error.message, { warning: true }),
      },
    )
  }
  return {
    actionsOf: (channel) =>
      channelActions(channel, { archive: () => put(channel), restore: () => restore(channel), remove: () => void remove(channel) }),
    leaving: deletion.isPending || deletion.isSuccess,
  }
}
