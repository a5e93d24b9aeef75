import type { DragSource } from '#ui/drag/surface.ts'
import { focusOn } from '#ui/focus.ts'
import { selection, toggled } from '#shell/selection.ts'
import { subjectsAt, type SubjectOf } from '#shell/subjects.ts'
import type { DragSource as Dragged } from '../../drop-rules.ts'
import type { Series } from '../../contract.ts'
import { closeDwelled } from '../bar/open-things.ts'
import { t } from '../texts.ts'
import { draggedWith } from './drops.ts'
import { channelZone, dialZone, seriesZones } from './zones.ts'
import css from './arrange.module.css'

/** What of a row is no part of what is dragged: it acts by itself. */
const controls = 'button, input, [role="menu"], [data-toasts]'

/** The row of a channel that an element is in. */
export const rowAt = (element: Element): HTMLElement | null => element.closest<HTMLElement>('[data-series]')

export const serieAt = (element: Element): SubjectOf<'serie'> | undefined =>
  subjectsAt(element).find((subject): subject is SubjectOf<'serie'> => subject.type === 'serie')

export const videoAt = (element: Element): SubjectOf<'video'> | undefined => {
  const card = element.closest('[data-card]')
  const [subject] = card ? subjectsAt(card) : []
  return subject?.type === 'video' ? subject : undefined
}

/** What is dragged when somebody takes hold of an element of a channel: a video by its card, a row by its head. */
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

function videoSource(card: HTMLElement, page: HTMLElement): DragSource | undefined {
  const subject = videoAt(card)
  const place = subject?.place
  const item = card.closest<HTMLElement>('[data-item]')
  const handle = card.querySelector<HTMLElement>('[data-stop]')
  if (!subject || !place?.channel.may_edit || !item || !handle) return undefined
  const { channel, series, video } = place
  const dragged: Dragged = { kind: 'video', place: 'series', id: video.id, channelId: channel.id, seriesId: series.id }
  const count = draggedWith(subject).length
  return {
    name: count > 1 ? t('clipboard.several.video', { count }) : video.title,
    element: item,
    handle,
    page,
    createPreview() {
      const copy = card.cloneNode(true) as HTMLElement
      copy.style.width = '100%'
      // It is no card that anything finds.
      copy.removeAttribute('data-card')
      if (count > 1) stack(copy, count)
      return { copy, over: card }
    },
    zones: () => [...dialZone(page, dragged, () => videoAt(card)), ...seriesZones(page, dragged, item, () => videoAt(card))],
    onEnd: () => closeDwelled(undefined),
    droppedElement: () => page.querySelector(`[data-card="${video.id}"]`)?.closest('[data-item]') ?? null,
    onHeld: () => selection.set((now) => toggled(now, subject)),
    onDrawn: () => page.querySelector(`[data-card="${video.id}"]`) && focusOn(`[data-card="${video.id}"] [data-stop]`),
  }
}

function seriesSource(row: HTMLElement, page: HTMLElement): DragSource | undefined {
  const head = row.querySelector<HTMLElement>('[data-head]')
  const subject = head ? serieAt(head) : undefined
  const title = head?.querySelector<HTMLElement>('h2')
  if (!head || !title || !subject?.channel.may_edit) return undefined
  const { channel, series } = subject
  const dragged: Dragged = { kind: 'series', place: 'channel', id: series.id, channelId: channel.id }
  const find = () => serieAt(head)
  return {
    name: series.name,
    element: row,
    handle: head.querySelector<HTMLElement>('[data-grip]') ?? head,
    page,
    createPreview: () => ({ copy: rowCopy(series), over: title }),
    zones: () => [...dialZone(page, dragged, find), channelZone(page, dragged, row, find)],
    onEnd: () => closeDwelled(undefined),
    droppedElement: () => page.querySelector(`[data-series="${series.id}"] h2`),
    onHeld: () => selection.set((now) => toggled(now, subject)),
    onDrawn: () => page.querySelector<HTMLElement>(`[data-series="${series.id}"] [data-grip]`)?.focus({ preventScroll: true }),
  }
}

/** Several lie on each other, and their number on top. */
function stack(copy: HTMLElement, count: number): void {
  copy.classList.add(css.stack ?? '')
  const number = document.createElement('span')
  number.className = css.stackCount ?? ''
  number.textContent = String(count)
  copy.append(number)
}

/** A row is too large to be carried about: its name and how many are in it. */
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
