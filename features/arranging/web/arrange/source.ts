import { cards, heads, items, stops } from '#ui/drag/elements.ts'
import { grips, screenAt, stopOfCard } from '#ui/drag/late-elements.ts'
import type { DragSource, DropZone } from '#ui/drag/surface.ts'
import { focusOn } from '#ui/focus.ts'
import { selectionWith, selection, toggleSubject } from '#shell/selection.ts'
import { closestSubject, shownOfType } from '#shell/subjects.ts'
import type { Series } from '#features/channels/contract.ts'
import { closeGroupsOpenedByDrag } from './open-groups.ts'
import { toDragSource } from '../place/place.ts'
import { t } from '../texts.ts'
import { createStackPreview } from './stack.ts'
import { type DraggedSubjects, channelZone, dialZone, seriesZones } from './zones.ts'
import css from './arrange.module.css'

/** Controls in a row, on which no drag begins. */
const controlSelector = 'button, input, [role="menu"]'

interface SourceOptions {
  /** Returns additional drop zones for videos, which take precedence over the zones of rows. */
  moreZones?: (dragged: DraggedSubjects) => DropZone[]
  /** Whether the items of a row move apart: see {@link seriesZones}. */
  parts?: boolean
}

/** Returns the source of a drag for a pressed element: a video for its card, a series for its head. */
export function dragSourceAt(element: Element, options: SourceOptions = {}): DragSource | undefined {
  const isGrip = grips.closest(element) !== undefined
  if (!isGrip && element.closest(controlSelector)) return undefined
  const row = closestSubject('serie', element)
  const card = cards.closest(element)
  const page = screenAt(element)
  if (!row || !page) return undefined
  if (card) return videoSource(card.element, page, options)
  return isGrip || heads.closest(element) ? seriesSource(row.element, page) : undefined
}

/** Collects the dragged thing and the rest of its selection. The dragged thing comes first, so that refusals name it. */
function collectDragged(pressed: DraggedSubjects['subjects'][0], find: DraggedSubjects['find']): DraggedSubjects {
  const others = (selectionWith(pressed) ?? []).filter(({ id }) => id !== pressed.id)
  const subjects = [pressed, ...others] as const
  return { subjects, things: subjects.flatMap((subject) => toDragSource(subject) ?? []), find }
}
const otherSubjectsIn = ({ subjects: [, ...others] }: DraggedSubjects) => others

/** Returns the item of a row that shows a video. */
const itemOf = (page: HTMLElement, videoId: string) => items.closest(stopOfCard(videoId, page))?.element

/** Returns the row of a series. */
const rowOf = (page: HTMLElement, seriesId: string) => shownOfType('serie', page).find(({ value }) => value.id === seriesId)?.element

function videoSource(card: HTMLElement, page: HTMLElement, { moreZones = () => [], parts = true }: SourceOptions): DragSource | undefined {
  const find = () => closestSubject('video', card)?.value
  const subject = find()
  const place = subject?.place
  const item = items.closest(card)?.element
  const handle = stops.in(card)[0]?.element
  if (!subject || !place?.channel.may_edit || !item || !handle) return undefined
  const { video } = place
  const dragged = collectDragged(subject, find)
  const count = dragged.subjects.length
  return {
    name: count > 1 ? t('clipboard.several.video', { count }) : video.title,
    count,
    element: item,
    handle,
    page,
    createPreview() {
      const copy = card.cloneNode(true) as HTMLElement
      copy.style.width = '100%'
      return { copy: count > 1 ? createStackPreview(copy, count, 'cards') : copy, over: card }
    },
    along: () => otherSubjectsIn(dragged).flatMap(({ id }) => itemOf(page, id) ?? []),
    zones: () => [...dialZone(page, dragged), ...moreZones(dragged), ...seriesZones(page, dragged, item, parts)],
    onEnd: () => closeGroupsOpenedByDrag(undefined),
    droppedElement: () => itemOf(page, video.id) ?? null,
    onHeld: () => selection.set((now) => toggleSubject(now, subject)),
    onDrawn: () => itemOf(page, video.id) && focusOn(() => stopOfCard(video.id, page)),
  }
}

function seriesSource(row: HTMLElement, page: HTMLElement): DragSource | undefined {
  const head = heads.in(row)[0]?.element
  const find = () => closestSubject('serie', row)?.value
  const subject = find()
  const title = head?.querySelector<HTMLElement>('h2')
  if (!head || !title || !subject?.channel.may_edit) return undefined
  const { series } = subject
  const dragged = collectDragged(subject, find)
  const count = dragged.subjects.length
  return {
    name: count > 1 ? t('clipboard.several.serie', { count }) : series.name,
    count,
    element: row,
    handle: grips.in(head)[0]?.element ?? head,
    page,
    createPreview: () => ({
      copy: count > 1 ? createStackPreview(createRowPreview(series), count, 'names') : createRowPreview(series),
      over: title,
    }),
    along: () => otherSubjectsIn(dragged).flatMap(({ id }) => rowOf(page, id) ?? []),
    zones: () => [...dialZone(page, dragged), channelZone(page, dragged, row)],
    onEnd: () => closeGroupsOpenedByDrag(undefined),
    droppedElement: () => rowOf(page, series.id)?.querySelector('h2') ?? null,
    onHeld: () => selection.set((now) => toggleSubject(now, subject)),
    onDrawn() {
      const now = rowOf(page, series.id)
      if (now) grips.in(now)[0]?.element.focus({ preventScroll: true })
    },
  }
}

/** Creates the preview of a row: its name and its number of videos. */
function createRowPreview({ name, videos }: Series): HTMLElement {
  const copy = document.createElement('div')
  copy.className = css.rowCopy ?? ''
  const title = document.createElement('strong')
  title.textContent = name
  const count = document.createElement('span')
  count.textContent = String(videos.length)
  copy.append(title, count)
  return copy
}
