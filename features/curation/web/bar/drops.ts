import { confirm } from '#ui/confirm.ts'
import { performStep } from '#shell/run-action.ts'
import { endSelectionOf } from '#shell/selection.ts'
import type { SubjectOf } from '#shell/subjects.ts'
import type { PlaylistTile } from '../../contract.ts'
import type { AllowedDrop } from '../../drop-rules.ts'
import { moveChannels, moveGroup, movedLabel, questionOf } from '../actions/bar-moves.ts'
import type { BarPlace } from '../bar-edits.ts'
import { createGroup } from '../open.ts'
import { t } from '../texts.ts'
import { placeOf, type BarSubject } from './entries.ts'
import { type BarDrop, indexWithout } from './places.ts'

type Channel = SubjectOf<'playlist'>

/** What was dropped has its toast, which offers to take it back, whatever other ways of moving it do. */
const loud = { quiet: false }

/** What became of channels, in the words of the menus. */
function labelOf(channels: readonly Channel[], { act }: AllowedDrop, at: BarPlace, index: number): string {
  const [{ name }, ...others] = channels as readonly [Channel, ...Channel[]]
  const count = channels.length
  if (others.length > 0) {
    if (act === 'reorder') return t('many.channels_moved', { count, place: index + 1 })
    if (typeof at === 'object') return t('many.grouped', { count })
    return at === 'archive' ? t('many.archived', { count }) : t(`many.to_${at}`, { count })
  }
  if (act === 'reorder') return movedLabel(name, index)
  if (typeof at === 'object') return t('group.put_done', { name })
  if (act === 'leave_group') return t('group.take_done', { name })
  if (act === 'restore') return t('archive.restored', { name })
  return at === 'archive' ? t('archive.done', { name }) : t(`bar.to_${at}_done`, { name })
}

/** A group, or channels, were dropped in the bar: they do what the menus do, and say whether they ask first. */
export function dropInBar(subjects: readonly BarSubject[], { result, place, onto }: BarDrop): 'asks' | undefined {
  if (!result.allowed) return undefined
  const channels = subjects.flatMap((subject) => (subject.type === 'playlist' ? [subject] : []))
  if (result.act === 'make_group') {
    if (onto) createGroup([onto as PlaylistTile, ...channels.map(({ channel }) => channel)])
    return 'asks'
  }
  if (!place) return undefined
  const index = indexWithout(
    place,
    subjects.flatMap((subject) => placeOf(subject) ?? []),
  )
  const [first] = subjects
  if (first?.type === 'group') void dropGroup(first, place.list === 'archivedGroups', index)
  else void dropChannels(channels, result, place.list as BarPlace, index)
  return result.asks && 'asks'
}

const dropChannels = (channels: readonly Channel[], result: AllowedDrop, at: BarPlace, index: number): Promise<void> =>
  performStep(async (tools) => {
    const { asks, status_id } = result
    const ids = channels.map(({ id }) => id)
    if (asks && !(await confirm(questionOf(asks, channels)))) return undefined
    const end = index === Number.MAX_SAFE_INTEGER
    const step = moveChannels(ids, { at, status_id, ...(!end && { index }) }, labelOf(channels, result, at, index), tools)
    endSelectionOf(channels)
    return { ...step, ...loud }
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
