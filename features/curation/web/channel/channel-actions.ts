import { useChange } from '#kit/web/use.ts'
import type { ItemAction } from '#ui/actions.ts'
import { confirm } from '#ui/confirm.ts'
import { archive, arrowCounterClockwise, gearSix, pencilSimple, plus, rows, sealCheck, trash } from '#ui/icons.ts'
import { createStore } from '#ui/store.ts'
import { toast } from '#ui/toasts.ts'
import { paths } from '#shell/paths.ts'
import { useGo } from '#shell/navigation.ts'
import { curationContract, type Playlist, type PlaylistTile } from '../../contract.ts'
import { addItem, addSeries, changeSettings, editChannel } from '../open.ts'
import { shareAction } from '../share.ts'
import { t } from '../texts.ts'
import { useArchive } from '../useArchive.ts'

interface Acts {
  finish: (finished: boolean) => void
  archive: () => void
  restore: () => void
  remove: () => void
}

/** What can be done with a channel by who may change it, as one sees it open or only knows it from a list; others share it. */
export function channelActions(channel: Playlist | PlaylistTile, acts: Acts): ItemAction[] {
  const mine = channel.may_edit
  const movable = mine && !channel.watch_later && !channel.direct_publish
  const inside: ItemAction[] = isOpen(channel)
    ? [
        { name: t('add.menu'), icon: plus, visible: mine, perform: () => addItem(channel) },
        { name: t('series.add.title'), icon: rows, visible: mine, perform: () => addSeries(channel) },
      ]
    : []
  return [
    ...inside,
    shareAction(channel),
    { name: t('edit.title'), icon: pencilSimple, visible: mine, perform: () => editChannel(channel) },
    { name: t('settings.title'), icon: gearSix, visible: mine && !channel.watch_later, perform: () => changeSettings(channel) },
    { name: t('finished.put'), icon: sealCheck, visible: movable && !channel.finished, perform: () => acts.finish(true) },
    { name: t('finished.take'), icon: sealCheck, visible: movable && !!channel.finished, perform: () => acts.finish(false) },
    { name: t('archive.put'), icon: archive, visible: movable && !channel.is_archived, perform: acts.archive },
    { name: t('archive.take'), icon: arrowCounterClockwise, visible: movable && channel.is_archived, perform: acts.restore },
    { name: t('remove.action'), icon: trash, apart: true, visible: movable, perform: acts.remove },
  ]
}

const isOpen = (channel: Playlist | PlaylistTile): channel is Playlist => 'series' in channel

/** The channel that was deleted last, which one is on the way out of. */
const deleted = createStore<string | undefined>(undefined)

/** The menu of a channel, and whether it was just deleted from there. */
export function useChannelActions() {
  const go = useGo()
  const { put, restore } = useArchive()
  const deletion = useChange(curationContract.deletePlaylist)
  const change = useChange(curationContract.updatePlaylist)
  const leaving = deleted.use()

  const finish = ({ id, name }: PlaylistTile, finished: boolean) =>
    change.mutate(
      { params: { id }, body: { finished } },
      {
        onSuccess: () => {
          go(paths.playlists())
          toast(t(finished ? 'finished.done' : 'finished.undone', { name }))
        },
        onError: (error) => toast(error.message, { warning: true }),
      },
    )
  const remove = async (channel: Playlist | PlaylistTile) => {
    const agreed = await confirm({
      title: t('remove.title', { name: channel.name }),
      text: isOpen(channel)
        ? t('remove.text', { count: channel.series.reduce((sum, { videos }) => sum + videos.length, 0) })
        : t('remove.all'),
      action: t('remove.action'),
    })
    if (!agreed) return
    deleted.set(channel.id)
    deletion.mutate(
      { params: { id: channel.id } },
      {
        onSuccess: () => {
          go(paths.playlists(), { replace: true })
          toast(t('remove.done', { name: channel.name }))
        },
        onError: (error) => {
          deleted.set(undefined)
          toast(error.message, { warning: true })
        },
      },
    )
  }
  return {
    actionsOf: (channel: Playlist | PlaylistTile) =>
      channelActions(channel, {
        finish: (finished) => finish(channel, finished),
        archive: () => put(channel),
        restore: () => restore(channel),
        remove: () => void remove(channel),
      }),
    isLeaving: (id: string) => leaving === id,
  }
}
