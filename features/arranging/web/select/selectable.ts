import { cards, heads, rows, stops } from '#ui/drag/elements.ts'
import { grips } from '#ui/drag/late-elements.ts'
import { loadedActions, currentReader } from '#shell/registry.ts'
import { shownSubjects, type Subject, type SubjectOf, type SubjectType } from '#shell/subjects.ts'
import { serieSubject, videoSubject } from '#features/channels/web/subjects.ts'

const types = ['video', 'serie', 'playlist'] as const satisfies readonly SubjectType[]
export type SelectableType = (typeof types)[number]
export type Selectable = { [T in SelectableType]: SubjectOf<T> }[SelectableType]

const isOfType = (subject: Subject): subject is Selectable => types.some((type) => type === subject.type)

/** Whether the thing can be selected: its menu has "Select". */
const isSelectable = (subject: Subject): subject is Selectable =>
  isOfType(subject) &&
  loadedActions<SelectableType>(subject.type).some(
    (action) => action.id === `${subject.type}.select` && action.visible?.(subject, currentReader()),
  )

/** Returns the thing at a pressed or focused element: the card of a video, the head of a series, the disc of a channel. */
export function selectableAt(element: Element | null): Selectable | undefined {
  const stop = stops.closest(element)?.element
  const isOfThing = stop && (cards.get(stop.parentElement) !== undefined || rows.closest(stop)?.value === 'dial')
  const place = isOfThing ? stop : heads.closest(element)?.element
  if (!place) return undefined
  // Buttons and links in a head don't select, except the drag handle.
  const control = element?.closest('button, a, input')
  if (!isOfThing && control && !grips.get(control)) return undefined
  // The subject belongs to an element around the stop.
  const subject = shownSubjects.closest(place)?.value
  return subject && isSelectable(subject) ? subject : undefined
}

/** Returns all things on screen that can be selected with this one, in order: videos or series of its channel, channels of the bar. */
export function selectablesOnScreen(subject: Selectable): readonly Selectable[] {
  if (subject.type === 'playlist')
    return stops.in().flatMap(({ element }) => {
      const result = rows.closest(element)?.value === 'dial' && selectableAt(element)
      return result && result.type === 'playlist' ? [result] : []
    })
  if (subject.type === 'serie') return subject.channel.series.map((series) => serieSubject(subject.channel, series))
  const channel = subject.place?.channel
  return channel ? channel.series.flatMap((series) => series.videos.map((video) => videoSubject(channel, series, video))) : [subject]
}

/** Returns the selectable things in the same row. */
export const selectablesInRow = (subject: Selectable): readonly Selectable[] =>
  selectablesOnScreen(subject).filter((item) => item.type !== 'video' || subject.type !== 'video' || item.seriesId === subject.seriesId)
