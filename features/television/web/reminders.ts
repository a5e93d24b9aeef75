import { patch } from '#kit/web/change.ts'
import type { ActionTools, UndoableStep } from '#shell/actions.ts'
import type { SubjectOf } from '#shell/subjects.ts'
import { televisionContract } from '../contract.ts'
import type { DetailedEpgItem } from '../shapes.ts'
import { t } from './texts.ts'

const setReminded = ({ id, tv }: SubjectOf<'epg'>, isReminded: boolean, { change }: ActionTools): Promise<unknown> => {
  const shows = { optimistic: () => [patch<DetailedEpgItem>('epg', id, { is_reminded: isReminded })] }
  return isReminded
    ? change(televisionContract.createReminder, { body: { epg_id: id, channel_id: tv.id } }, shows)
    : change(televisionContract.deleteReminder, { params: { epg_id: id } }, shows)
}

/** Has one told of a programme before it begins, or no longer. */
export const toggleReminder = (subject: SubjectOf<'epg'>, tools: ActionTools): UndoableStep => ({
  label: t(subject.isReminded ? 'programme.remind_removed' : 'programme.remind_done', { title: subject.name }),
  pending: setReminded(subject, !subject.isReminded, tools),
  undo: () => setReminded(subject, subject.isReminded, tools),
  redo: () => setReminded(subject, !subject.isReminded, tools),
})
