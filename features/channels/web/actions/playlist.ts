import { checkCircle, export as shareIcon, gearSix, pencilSimple, trash } from '#ui/icons.ts'
import type { Action, ActionTools, UndoableStep } from '#shell/actions.ts'
import { paths } from '#shell/paths.ts'
import { channelsContract, type PlaylistTile } from '../../contract.ts'
import { refusalTo } from '../../rules.ts'
import { patchPlaylist } from '../channel/edits.ts'
import { openChannelSettingsDialog, openEditChannelDialog } from '../open.ts'
import { shareChannel } from '../share.ts'
import { t } from '../texts.ts'

/** Deletion asks first, so its code loads on request. */
const loadDeletion = () => import('./delete-many.ts')

export const playlistActions: readonly Action<'playlist'>[] = [
  {
    id: 'playlist.share',
    section: 'edit',
    label: () => t('share.name'),
    icon: shareIcon,
    keys: 's',
    visible: ({ channel }) => refusalTo.share(channel) === null,
    run: ({ channel }) => shareChannel(channel),
  },
  {
    id: 'playlist.edit',
    section: 'edit',
    label: () => t('edit.title'),
    icon: pencilSimple,
    keys: 'e',
    visible: ({ channel }) => channel.may_edit,
    run: ({ channel }) => openEditChannelDialog(channel),
  },
  {
    id: 'playlist.settings',
    section: 'edit',
    label: () => t('settings.title'),
    icon: gearSix,
    visible: ({ channel }) => channel.may_edit && !channel.watch_later,
    run: ({ channel }) => openChannelSettingsDialog(channel),
  },
  {
    id: 'playlist.finish',
    section: 'edit',
    label: () => t('finished.put'),
    icon: checkCircle,
    visible: ({ channel }) => refusalTo.finish(channel) === null && !channel.finished,
    run: ({ channel }, tools) => setFinished(channel, true, tools),
  },
  {
    id: 'playlist.unfinish',
    section: 'edit',
    label: () => t('finished.take'),
    icon: checkCircle,
    visible: ({ channel }) => refusalTo.finish(channel) === null && !!channel.finished,
    run: ({ channel }, tools) => setFinished(channel, false, tools),
  },
  {
    id: 'playlist.delete',
    section: 'dangerous',
    label: (item) => t(item?.channel.team_id ? 'remove.team.action' : 'remove.action'),
    icon: trash,
    visible: ({ channel }) => refusalTo.delete(channel) === null,
    run: async (item, tools) => (await loadDeletion()).deleteChannels([item], tools),
    many: { label: () => t('many.delete'), run: async (items, tools) => (await loadDeletion()).deleteChannels(items, tools) },
  },
]

async function setFinished({ id, name }: PlaylistTile, finished: boolean, { change, go }: ActionTools): Promise<UndoableStep> {
  const set = (now: boolean) =>
    change(
      channelsContract.updatePlaylist,
      { params: { id }, body: { finished: now } },
      { optimistic: () => [patchPlaylist(id, { finished: now ? 1 : 0 })] },
    )
  await set(finished)
  go(paths.playlists())
  return { label: t(finished ? 'finished.done' : 'finished.undone', { name }), undo: () => set(!finished), redo: () => set(finished) }
}
