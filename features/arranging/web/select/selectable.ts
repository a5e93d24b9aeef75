import { actionsOf, readerNow } from '#shell/registry.ts'
import { type Subject, type SubjectOf, subjectsAt, type SubjectType } from '#shell/subjects.ts'
import { serieSubject, videoSubject } from '#features/channels/web/subjects.ts'

const types = ['video', 'serie', 'playlist'] as const satisfies readonly SubjectType[]
export type SelectableType = (typeof types)[number]
export type Selectable = { [T in SelectableType]: SubjectOf<T> }[SelectableType]

const isOfType = (subject: Subject): subject is Selectable => types.some((type) => type === subject.type)

/** Several of these can be selected here: their menu has "Select". */
const isSelectable = (subject: Subject): subject is Selectable =>
  isOfType(subject) &&
  actionsOf<SelectableType>(subject.type).some((action) => action.id === `${subject.type}.select` && action.visible?.(subject, readerNow()))

/** Returns the thing at a pressed or focused element: the card of a video, the head of a series, the disc of a channel. */
export function selectableAt(element: Element | null): Selectable | undefined {
  const place = element?.closest('[data-card] > [data-stop], nav[data-row] [data-stop], [data-head]')
  // Buttons in a head act by themselves, except the drag handle.
  if (!place || (place.matches('[data-head]') && element?.closest('button:not([data-grip]), a, input'))) return undefined
  // The stop is inside the element of its subject.
  const [subject] = subjectsAt(place)
  return subject && isSelectable(subject) ? subject : undefined
}

/** Returns all things of its type on screen, in order: videos or series of its channel, channels of the bar. */
export function allBeside(subject: Selectable): readonly Selectable[] {
  if (subject.type === 'playlist')
    return [...document.querySelectorAll('nav[data-row] [data-stop]')].flatMap((stop) => {
      const found = selectableAt(stop)
      return found?.type === 'playlist' ? [found] : []
    })
  if (subject.type === 'serie') return subject.channel.series.map((series) => serieSubject(subject.channel, series))
  const channel = subject.place?.channel
  return channel ? channel.series.flatMap((series) => series.videos.map((video) => videoSubject(channel, series, video))) : [subject]
}

/** Returns the selectable things in the same row. */
export const rowOf = (subject: Selectable): readonly Selectable[] =>
  allBeside(subject).filter((one) => one.type !== 'video' || subject.type !== 'video' || one.seriesId === subject.seriesId)
