import type { DragSource } from '#ui/drag/surface.ts'
import { focusOn } from '#ui/focus.ts'
import { selectedWith, selection, toggled } from '#shell/selection.ts'
import { subjectsAt, type SubjectOf } from '#shell/subjects.ts'
import type { Series } from '#features/channels/contract.ts'
import { closeDwelled } from './open-things.ts'
import { draggedOf } from '../place/place.ts'
import { t } from '../texts.ts'
import { stacked } from './stack.ts'
import { type Carried, channelZone, dialZone, seriesZones } from './zones.ts'
import css from './arrange.module.css'

/** Controls in a row. They don't start a drag. */
const controls = 'button, input, [role="menu"], [data-toasts]'

/** Returns the row of an element. */
export const rowAt = (element: Element): HTMLElement | null => element.closest<HTMLElement>('[data-series]')

export const serieAt = (element: Element): SubjectOf<'serie'> | undefined =>
  subjectsAt(element).find((subject): subject is SubjectOf<'serie'> => subject.type === 'serie')

export const videoAt = (element: Element): SubjectOf<'video'> | undefined => {
  const card = element.closest('[data-card]')
  const [subject] = card ? subjectsAt(card) : []
  return subject?.type === 'video' ? subject : undefined
}

/** Returns the source of a drag for a pressed element: a video for its card, a series for its head. */
export function sourceAt(element: Element): DragSource | undefined {
  const isGrip = element.closest('[data-grip]') !== null
  if (!isGrip && element.closest(controls)) return undefined
  const row = rowAt(element)
  const card = element.closest<HTMLElement>('[data-card]')
  const page = element.closest('main')?.parentElement
  if (!row || !page) return undefined
  if (card) return videoSource(card, page)
  return isGrip || element.closest('[data-head]') ? seriesSource(row, page) : undefined
}

/** Collects the dragged thing and the rest of its selection. The dragged one comes first, so refusals name it. */
function carry(held: Carried['subjects'][0], find: Carried['find']): Carried {
  const others = (selectedWith(held) ?? []).filter(({ id }) => id !== held.id)
  const subjects = [held, ...others] as const
  return { subjects, things: subjects.flatMap((subject) => draggedOf(subject) ?? []), find }
}
const othersIn = ({ subjects: [, ...others] }: Carried) => others

/** Returns the item of a row that shows a video. */
const itemOf = (page: HTMLElement, videoId: string) =>
  page.querySelector(`[data-card="${videoId}"]`)?.closest<HTMLElement>('[data-item]') ?? null

function videoSource(card: HTMLElement, page: HTMLElement): DragSource | undefined {
  const subject = videoAt(card)
  const place = subject?.place
  const item = card.closest<HTMLElement>('[data-item]')
  const handle = card.querySelector<HTMLElement>('[data-stop]')
  if (!subject || !place?.channel.may_edit || !item || !handle) return undefined
  const { video } = place
  const carried = carry(subject, () => videoAt(card))
  const count = carried.subjects.length
  return {
    name: count > 1 ? t('clipboard.several.video', { count }) : video.title,
    count,
    element: item,
    handle,
    page,
    createPreview() {
      const copy = card.cloneNode(true) as HTMLElement
      copy.style.width = '100%'
      // Hides the clone from `[data-card]` queries.
      copy.removeAttribute('data-card')
      return { copy: count > 1 ? stacked(copy, count, 'cards') : copy, over: card }
    },
    along: () => othersIn(carried).flatMap(({ id }) => itemOf(page, id) ?? []),
    zones: () => [...dialZone(page, carried), ...seriesZones(page, carried, item)],
    onEnd: () => closeDwelled(undefined),
    droppedElement: () => itemOf(page, video.id),
    onHeld: () => selection.set((now) => toggled(now, subject)),
    onDrawn: () => page.querySelector(`[data-card="${video.id}"]`) && focusOn(`[data-card="${video.id}"] [data-stop]`),
  }
}

function seriesSource(row: HTMLElement, page: HTMLElement): DragSource | undefined {
  const head = row.querySelector<HTMLElement>('[data-head]')
  const subject = head ? serieAt(head) : undefined
  const title = head?.querySelector<HTMLElement>('h2')
  if (!head || !title || !subject?.channel.may_edit) return undefined
  const { series } = subject
  const carried = carry(subject, () => serieAt(head))
  const count = carried.subjects.length
  return {
    name: count > 1 ? t('clipboard.several.serie', { count }) : series.name,
    count,
    element: row,
    handle: head.querySelector<HTMLElement>('[data-grip]') ?? head,
    page,
    createPreview: () => ({ copy: count > 1 ? stacked(rowCopy(series), count, 'names') : rowCopy(series), over: title }),
    along: () => othersIn(carried).flatMap(({ id }) => page.querySelector<HTMLElement>(`[data-series="${id}"]`) ?? []),
    zones: () => [...dialZone(page, carried), channelZone(page, carried, row)],
    onEnd: () => closeDwelled(undefined),
    droppedElement: () => page.querySelector(`[data-series="${series.id}"] h2`),
    onHeld: () => selection.set((now) => toggled(now, subject)),
    onDrawn: () => page.querySelector<HTMLElement>(`[data-series="${series.id}"] [data-grip]`)?.focus({ preventScroll: true }),
  }
}

/** Creates the preview of a row: its name and its number of videos. */
function rowCopy({ name, videos }: Series): HTMLElement {
  const copy = document.createElement('div')
  copy.className = css.rowCopy ?? ''
  const title = document.createElement('strong')
  title.textContent = name
  const count = document.createElement('span')
  count.textContent = String(videos.length)
  copy.append(title, count)
  return copy
}
