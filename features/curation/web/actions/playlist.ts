import { confirm } from '#ui/confirm.ts'
import { archive, arrowCounterClockwise, gearSix, pencilSimple, plus, rows, checkCircle, export as shareIcon, trash } from '#ui/icons.ts'
import { toast } from '#ui/toasts.ts'
import type { Action, ActionTools, UndoableStep } from '#shell/actions.ts'
import { paths } from '#shell/paths.ts'
import type { SubjectOf } from '#shell/subjects.ts'
import { curationContract, type PlaylistTile } from '../../contract.ts'
import { editArchived, patchPlaylist } from '../cache-edits.ts'
import { can } from '../../rules.ts'
import { deletedChannel } from '../channel/deleted-channel.ts'
import { linksIn } from '../dialogs/add/links.ts'
import { addItem, addSeries, changeSettings, editChannel } from '../open.ts'
import { shareChannel } from '../share.ts'
import { t } from '../texts.ts'

const mayAdd = ({ open }: SubjectOf<'playlist'>) => open?.may_edit === true

/** What can be done with a channel: by who may change it, as one sees it open or only knows it from a list; others share it. */
export const playlistActions: readonly Action<'playlist'>[] = [
  {
    id: 'playlist.addItem',
    section: 'add',
    label: () => t('add.menu'),
    icon: plus,
    keys: 'a',
    visible: mayAdd,
    takesPaste: (text) => linksIn(text).links.length > 0,
    run: ({ open }, { pasted }) => open && addItem(open, undefined, pasted),
  },
  {
    id: 'playlist.addSeries',
    section: 'add',
    label: () => t('series.add.title'),
    icon: rows,
    visible: mayAdd,
    run: ({ open }) => open && addSeries(open),
  },
  {
    id: 'playlist.share',
    section: 'edit',
    label: () => t('share.name'),
    icon: shareIcon,
    keys: 's',
    visible: ({ channel }) => can.share(channel) === null,
    run: ({ channel }) => shareChannel(channel),
  },
  {
    id: 'playlist.edit',
    section: 'edit',
    label: () => t('edit.title'),
    icon: pencilSimple,
    keys: 'e',
    visible: ({ channel }) => channel.may_edit,
    run: ({ channel }) => editChannel(channel),
  },
  {
    id: 'playlist.settings',
    section: 'edit',
    label: () => t('settings.title'),
    icon: gearSix,
    visible: ({ channel }) => channel.may_edit && !channel.watch_later,
    run: ({ channel }) => changeSettings(channel),
  },
  {
    id: 'playlist.finish',
    section: 'edit',
    label: () => t('finished.put'),
    icon: checkCircle,
    visible: ({ channel }) => can.finish(channel) === null && !channel.finished,
    run: ({ channel }, tools) => finish(channel, true, tools),
  },
  {
    id: 'playlist.unfinish',
    section: 'edit',
    label: () => t('finished.take'),
    icon: checkCircle,
    visible: ({ channel }) => can.finish(channel) === null && !!channel.finished,
    run: ({ channel }, tools) => finish(channel, false, tools),
  },
  {
    id: 'playlist.archive',
    section: 'edit',
    label: () => t('archive.put'),
    icon: archive,
    visible: ({ channel }) => can.archive(channel) === null && !channel.is_archived,
    run: ({ channel }, tools) => setArchived(channel, true, tools),
  },
  {
    id: 'playlist.restore',
    section: 'edit',
    label: () => t('archive.take'),
    icon: arrowCounterClockwise,
    visible: ({ channel }) => can.archive(channel) === null && channel.is_archived,
    run: ({ channel }, tools) => setArchived(channel, false, tools),
  },
  {
    id: 'playlist.delete',
    section: 'dangerous',
    label: () => t('remove.action'),
    icon: trash,
    visible: ({ channel }) => can.delete(channel) === null,
    run: remove,
  },
]

async function finish({ id, name }: PlaylistTile, finished: boolean, { change, go }: ActionTools): Promise<UndoableStep> {
  const set = (now: boolean) =>
    change(
      curationContract.updatePlaylist,
      { params: { id }, body: { finished: now } },
      { optimistic: () => [patchPlaylist(id, { finished: now ? 1 : 0 })] },
    )
  await set(finished)
  go(paths.playlists())
  return { label: t(finished ? 'finished.done' : 'finished.undone', { name }), undo: () => set(!finished), redo: () => set(finished) }
}

async function setArchived({ id, name }: PlaylistTile, archived: boolean, { change }: ActionTools): Promise<UndoableStep> {
  const set = (now: boolean) =>
    change(curationContract.updatePlaylist, { params: { id }, body: { is_archived: now } }, { optimistic: () => editArchived(id, now) })
  await set(archived)
  return { label: t(archived ? 'archive.done' : 'archive.restored', { name }), undo: () => set(!archived), redo: () => set(archived) }
}

async function remove({ id, name, open }: SubjectOf<'playlist'>, { change, go }: ActionTools): Promise<void> {
  const agreed = await confirm({
    title: t('remove.title', { name }),
    text: open ? t('remove.text', { count: open.series.reduce((sum, { videos }) => sum + videos.length, 0) }) : t('remove.all'),
    action: t('remove.action'),
  })
  if (!agreed) return
  deletedChannel.set(id)
  try {
    await change(curationContract.deletePlaylist, { params: { id } })
  } catch (error) {
    deletedChannel.set(undefined)
    throw error
  }
  go(paths.playlists(), { replace: true })
  toast(t('remove.done', { name }))
}
