import { shownSubject, type SubjectOf } from '#shell/subjects.ts'
import type { BarEntry } from './places.ts'

/** Things of the bar that can be moved. */
export type BarSubject = SubjectOf<'playlist'> | SubjectOf<'group'>

/** Returns the disc or button of an item of a bar. */
export const stopIn = (item: Element): HTMLElement | null => item.querySelector<HTMLElement>('[data-stop]')

function entryAt(item: Element): BarEntry {
  const stop = stopIn(item)
  const subject = stop ? shownSubject(stop) : undefined
  if (subject?.type === 'archive') return { kind: 'archive' }
  if (subject?.type === 'group') return { kind: 'group', group: subject.group, index: subject.index }
  if (subject?.type !== 'playlist') return { kind: 'none' }
  const { channel, placed } = subject
  if (placed) return { kind: 'channel', channel, at: placed.at, index: placed.index }
  if (!channel.may_edit) return { kind: 'none' }
  if (channel.watch_later) return { kind: 'special', channel, at: 'left' }
  return channel.direct_publish ? { kind: 'special', channel, at: 'public' } : { kind: 'none' }
}

export interface BarItem {
  element: HTMLElement
  entry: BarEntry
}

/** Reads the things of a bar or shelf from the page. */
export function itemsIn(track: Element): BarItem[] {
  const groups = new Map<string, BarEntry & { kind: 'group' }>()
  return [...track.children].flatMap((element) => {
    if (!(element instanceof HTMLElement) || element.dataset['item'] === undefined) return []
    const ended = groups.get(element.querySelector<HTMLElement>('[data-ends]')?.dataset['ends'] ?? '')
    const entry: BarEntry = ended ? { ...ended, kind: 'end' } : entryAt(element)
    if (entry.kind === 'group') groups.set(entry.group.id, entry)
    return [{ element, entry }]
  })
}
