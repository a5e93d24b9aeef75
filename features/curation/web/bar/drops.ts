import { confirm } from '#ui/confirm.ts'
import { performStep } from '#shell/run-action.ts'
import type { SubjectOf } from '#shell/subjects.ts'
import type { PlaylistTile } from '../../contract.ts'
import type { AllowedDrop } from '../../drop-rules.ts'
import { moveChannels, moveGroup, movedLabel, questionOf } from '../actions/bar-moves.ts'
import type { BarPlace } from '../bar-edits.ts'
import { createGroup } from '../open.ts'
import { t } from '../texts.ts'
import { placeOf, type BarSubject } from './entries.ts'
import { type BarDrop, indexWithout } from './places.ts'

/** What was dropped has its toast, which offers to take it back, whatever other ways of moving it do. */
const loud = { quiet: false }

/** What became of a channel, in the words of the menus. */
function labelOf(name: string, { act }: AllowedDrop, at: BarPlace, index: number): string {
  if (act === 'reorder') return movedLabel(name, index)
  if (typeof at === 'object') return t('group.put_done', { name })
  if (act === 'leave_group') return t('group.take_done', { name })
  if (act === 'restore') return t('archive.restored', { name })
  return at === 'archive' ? t('archive.done', { name }) : t(`bar.to_${at}_done`, { name })
}

/** Something was dropped in the bar: it does what the menus do, and says whether it asks first. */
export function dropInBar(subject: BarSubject, { result, place, onto }: BarDrop): 'asks' | undefined {
  if (!result.allowed) return undefined
  if (result.act === 'make_group') {
    if (subject.type === 'playlist' && onto) createGroup([onto as PlaylistTile, subject.channel])
    return 'asks'
  }
  if (!place) return undefined
  const index = indexWithout(place, placeOf(subject))
  if (subject.type === 'group') void dropGroup(subject, place.list === 'archivedGroups', index)
  else void dropChannel(subject, result, place.list as BarPlace, index)
  return result.asks && 'asks'
}

const dropChannel = ({ id, name }: SubjectOf<'playlist'>, result: AllowedDrop, at: BarPlace, index: number): Promise<void> =>
  performStep(async (tools) => {
    const { asks, status_id } = result
    if (asks && !(await confirm(questionOf(asks, name)))) return undefined
    const end = index === Number.MAX_SAFE_INTEGER
    return { ...moveChannels([id], { at, status_id, ...(!end && { index }) }, labelOf(name, result, at, index), tools), ...loud }
  })

const dropGroup = (subject: SubjectOf<'group'>, is_archived: boolean, index: number): Promise<void> =>
  performStep((tools) => {
    const { name, group } = subject
    const label =
      group.is_archived === is_archived
        ? movedLabel(name, Math.min(index, subject.count - 1))
        : t(is_archived ? 'archive.group_done' : 'archive.group_restored', { name })
    const end = index === Number.MAX_SAFE_INTEGER
    return { ...moveGroup(subject, { is_archived, ...(!end && { index }) }, label, tools), ...loud }
  })
