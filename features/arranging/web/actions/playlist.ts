import { checkCircle, export as shareIcon, gearSix, listPlus, pencilSimple, plus, rows, trash } from '#ui/icons.ts'
import type { Action, ActionTools, UndoableStep } from '#shell/actions.ts'
import { paths } from '#shell/paths.ts'
import type { SubjectOf } from '#shell/subjects.ts'
import { channelsContract, type PlaylistTile } from '#features/channels/contract.ts'
import { can } from '#features/channels/rules.ts'
import { patchPlaylist } from '#features/channels/web/channel/edits.ts'
import { addItem, addSeries, changeSettings, editChannel } from '#features/channels/web/open.ts'
import { shareChannel } from '#features/channels/web/share.ts'
import { t } from '#features/channels/web/texts.ts'
import { saveChannel } from './choose-place.ts'
import { deleteChannels } from './delete-many.ts'
import { pastesLinks } from './paste-links.ts'

type Item = SubjectOf<'playlist'>

const mayAdd = ({ open }: Item) => open?.may_edit === true

/** Actions on a channel. */
export const playlistActions: readonly Action<'playlist'>[] = [
  {
    id: 'playlist.addItem',
    section: 'add',
    label: () => t('add.menu'),
    icon: plus,
    keys: 'a',
    visible: mayAdd,
    ...pastesLinks<'playlist'>(mayAdd),
    run: ({ open }, { pasted }) => open && addItem(open, undefined, { pasted }),
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
    id: 'playlist.save',
    section: 'clipboard',
    label: () => t('place.add'),
    icon: listPlus,
    run: saveChannel,
  },
  {
    id: 'playlist.delete',
    section: 'dangerous',
    label: () => t('remove.action'),
    icon: trash,
    visible: ({ channel }) => can.delete(channel) === null,
    run: (item, tools) => deleteChannels([item], tools),
    many: { label: () => t('many.delete'), run: deleteChannels },
  },
]

async function finish({ id, name }: PlaylistTile, finished: boolean, { change, go }: ActionTools): Promise<UndoableStep> {
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
