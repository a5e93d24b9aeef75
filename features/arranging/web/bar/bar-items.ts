import { items } from '#ui/drag/elements.ts'
import { shownSubjects, type Subject, type SubjectOf } from '#shell/subjects.ts'
import { groupEnds } from './elements.ts'
import type { BarEntry } from './places.ts'

/** Things of the bar that can be moved. */
export type BarSubject = SubjectOf<'playlist'> | SubjectOf<'group'> | SubjectOf<'shortcut'>

function entryOf(subject: Subject | undefined): BarEntry {
  if (subject?.type === 'archive') return { kind: 'archive' }
  if (subject?.type === 'group') return { kind: 'group', group: subject.group, index: subject.index }
  if (subject?.type === 'shortcut') return { kind: 'shortcut', shortcut: subject }
  if (subject?.type !== 'playlist') return { kind: 'none' }
  const { channel, placed } = subject
  if (placed) return { kind: 'channel', channel, at: placed.at, index: placed.index }
  if (!channel.may_edit) return { kind: 'none' }
  if (channel.watch_later) return { kind: 'special', channel, at: 'left' }
  return channel.direct_publish ? { kind: 'special', channel, at: 'public' } : { kind: 'none' }
}

export interface BarItem {
  element: HTMLElement
  /** Disc or button of the thing; undefined for other items. */
  stop: HTMLElement | undefined
  entry: BarEntry
}

const isOfBar = ({ type }: Subject) => type === 'playlist' || type === 'group' || type === 'shortcut' || type === 'archive'

/** Reads the things of a bar, shelf or wall from the page. */
export function itemsIn(track: Element): BarItem[] {
  const itemOf = (element: HTMLElement) => items.closest(element)?.element
  // Reads only things of the bar, as rows and videos of a channel on the board are subjects too.
  const shownByItem = new Map(
    shownSubjects.in(track).flatMap((item) => (isOfBar(item.value) ? [[itemOf(item.element), item] as const] : [])),
  )
  const ends = new Map(groupEnds.in(track).map(({ element, value }) => [itemOf(element), value]))
  const groups = new Map<string, BarEntry & { kind: 'group' }>()
  return [...track.children].flatMap((child) => {
    const element = items.get(child)?.element
    if (!element) return []
    const { element: stop, value: subject } = shownByItem.get(element) ?? {}
    const ended = groups.get(ends.get(element) ?? '')
    const entry: BarEntry = ended ? { ...ended, kind: 'end' } : entryOf(subject)
    if (entry.kind === 'group') groups.set(entry.group.id, entry)
    return [{ element, stop, entry }]
  })
}
