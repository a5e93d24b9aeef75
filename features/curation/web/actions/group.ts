import { confirm } from '#ui/confirm.ts'
import { archive, arrowCounterClockwise, arrowLeft, arrowRight, arrowsOutCardinal, pencilSimple, trash } from '#ui/icons.ts'
import { toast } from '#ui/toasts.ts'
import { edit } from '#kit/web/change.ts'
import type { Action, ActionTools } from '#shell/actions.ts'
import { paths } from '#shell/paths.ts'
import type { SubjectOf } from '#shell/subjects.ts'
import { curationContract } from '../../contract.ts'
import { arrangeBar } from '../arrange/arranged.ts'
import { withoutGroup } from '../bar-edits.ts'
import { editGroup } from '../open.ts'
import { t } from '../texts.ts'
import { moveGroup, movedLabel } from './bar-moves.ts'

type Item = SubjectOf<'group'>

/** What can be done with a group: nobody but who may change it sees it. */
export const groupActions: readonly Action<'group'>[] = [
  {
    id: 'group.edit',
    section: 'edit',
    label: () => t('group.edit'),
    icon: pencilSimple,
    keys: 'e',
    run: ({ group }) => editGroup(group),
  },
  {
    id: 'group.archive',
    section: 'edit',
    label: () => t('archive.put'),
    icon: archive,
    visible: ({ group }) => !group.is_archived,
    run: (item, tools) => moveGroup(item, { is_archived: true }, t('archive.group_done', { name: item.name }), tools),
  },
  {
    id: 'group.restore',
    section: 'edit',
    label: () => t('archive.take'),
    icon: arrowCounterClockwise,
    visible: ({ group }) => group.is_archived,
    run: (item, tools) => moveGroup(item, { is_archived: false }, t('archive.group_restored', { name: item.name }), tools),
  },
  {
    id: 'group.moveEarlier',
    section: 'move',
    label: () => t('group.earlier'),
    icon: arrowLeft,
    keys: 'Shift+ArrowLeft',
    visible: ({ index }) => index > 0,
    run: (item, tools) => moveBy(item, -1, tools),
  },
  {
    id: 'group.moveLater',
    section: 'move',
    label: () => t('group.later'),
    icon: arrowRight,
    keys: 'Shift+ArrowRight',
    visible: ({ index, count }) => index < count - 1,
    run: (item, tools) => moveBy(item, 1, tools),
  },
  { id: 'group.arrange', section: 'move', label: () => t('bar.arrange'), icon: arrowsOutCardinal, run: arrangeBar },
  { id: 'group.delete', section: 'dangerous', label: () => t('group.remove.action'), icon: trash, run: remove },
]

function moveBy(item: Item, by: 1 | -1, tools: ActionTools) {
  const index = item.index + by
  return { ...moveGroup(item, { is_archived: item.group.is_archived, index }, movedLabel(item.name, index), tools), quiet: true }
}

async function remove({ id, name, group }: Item, { change, go }: ActionTools): Promise<void> {
  const agreed = await confirm({
    title: t('group.remove.title', { name }),
    text: group.playlists.length > 0 && t('group.remove.text'),
    action: t('group.remove.action'),
  })
  if (!agreed) return
  const isOnScreen = new URLSearchParams(location.search).get('playlist-group') === id
  await change(
    curationContract.deleteGroup,
    { params: { id } },
    { optimistic: () => [edit(curationContract.listMyPlaylists, {}, (now) => withoutGroup(now, id))] },
  )
  if (isOnScreen) go(paths.myPlaylists(), { replace: true })
  toast(t('group.remove.done', { name }))
}
