import { confirm } from '#ui/confirm.ts'
import { archive, arrowCounterClockwise, arrowLeft, arrowRight, arrowsOutCardinal, pencilSimple, trash } from '#ui/icons.ts'
import { toast } from '#ui/toasts.ts'
import { editResponse } from '#kit/web/change.ts'
import type { Action, ActionTools } from '#shell/actions.ts'
import { paths } from '#shell/paths.ts'
import type { SubjectOf } from '#shell/subjects.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { startArrangingBar } from '../arrange/toggle-arranging.ts'
import { withoutGroup } from '#features/channels/web/bar-edits.ts'
import { openEditGroupDialog } from '../open.ts'
import { placeItems } from '../place/place.ts'
import { t } from '../texts.ts'
import { movePastAction } from './move-past.ts'

type GroupSubject = SubjectOf<'group'>

/** Actions on a group. Groups are visible only to their owner. */
export const groupActions: readonly Action<'group'>[] = [
  {
    id: 'group.edit',
    section: 'edit',
    label: () => t('group.edit'),
    icon: pencilSimple,
    keys: 'e',
    run: ({ group }) => openEditGroupDialog(group),
  },
  {
    id: 'group.archive',
    section: 'edit',
    label: () => t('archive.put'),
    icon: archive,
    visible: ({ group }) => !group.is_archived,
    run: (item, tools) => placeItems([item], { container: 'groups', is_archived: true }, tools),
  },
  {
    id: 'group.restore',
    section: 'edit',
    label: () => t('archive.take'),
    icon: arrowCounterClockwise,
    visible: ({ group }) => group.is_archived,
    run: (item, tools) => placeItems([item], { container: 'groups' }, tools),
  },
  movePastAction(-1, { id: 'group.moveEarlier', label: () => t('group.earlier'), icon: arrowLeft, keys: 'Shift+ArrowLeft' }),
  movePastAction(1, { id: 'group.moveLater', label: () => t('group.later'), icon: arrowRight, keys: 'Shift+ArrowRight' }),
  { id: 'group.arrange', section: 'move', label: () => t('bar.arrange'), icon: arrowsOutCardinal, run: startArrangingBar },
  { id: 'group.delete', section: 'dangerous', label: () => t('group.remove.action'), icon: trash, run: askAndRemoveGroup },
]

async function askAndRemoveGroup({ id, name, group }: GroupSubject, { change, go }: ActionTools): Promise<void> {
  const agreed = await confirm({
    title: t('group.remove.title', { name }),
    text: group.playlists.length > 0 && t('group.remove.text'),
    action: t('group.remove.action'),
  })
  if (!agreed) return
  const isOnScreen = new URLSearchParams(location.search).get('playlist-group') === id
  await change(
    channelsContract.deleteGroup,
    { params: { id } },
    { optimistic: () => [editResponse(channelsContract.listMyPlaylists, {}, (now) => withoutGroup(now, id))] },
  )
  if (isOnScreen) go(paths.myPlaylists(), { replace: true })
  toast(t('group.remove.done', { name }))
}
