import type { Playlist, Series } from '#features/channels/contract.ts'
import { overlays } from '#ui/drag/elements.ts'
import { overlayContainer } from '#ui/overlay-container.ts'
import { createStore } from '#ui/store.ts'
import { toast } from '#ui/toasts.ts'
import { closestSubject } from '#shell/subjects.ts'
import { fileProblem } from './files.ts'
import { t } from './texts.ts'
import { startUploads } from './uploads.ts'

/** The series or channel under dragged files. `box` is its place in px, from the corner of the app's frame. */
export interface DropTarget {
  channel: Playlist
  /** The series to which the files are uploaded; undefined: asks the user. */
  series: Series | undefined
  box: { left: number; top: number; width: number; height: number }
}
export const dropTarget = createStore<DropTarget | undefined>(undefined)

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') === true

/** Whether a drag may contain videos. Browsers may hide the types of files before the drop. */
const mayHaveVideos = (event: DragEvent): boolean =>
  hasFiles(event) && [...event.dataTransfer!.items].some(({ kind, type }) => kind === 'file' && !/^(image|text|font)\//.test(type))

interface FileDropHandlers {
  over: (isOver: boolean) => void
  drop: (files: FileList) => void
}

/** Makes an element accept dropped files. @returns a function that removes the listeners */
export function acceptFileDrops(element: HTMLElement, { over, drop }: FileDropHandlers): () => void {
  const listening = new AbortController()
  const listen = (type: 'dragover' | 'dragleave' | 'drop', listener: (event: DragEvent) => void) =>
    element.addEventListener(type, listener, { signal: listening.signal })
  listen('dragover', (event) => {
    if (!mayHaveVideos(event)) return
    event.preventDefault()
    over(true)
  })
  listen('dragleave', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && element.contains(relatedTarget))) over(false)
  })
  listen('drop', (event) => {
    over(false)
    // Ignores events that a field inside has handled.
    if (event.defaultPrevented || !mayHaveVideos(event) || !event.dataTransfer) return
    event.preventDefault()
    drop(event.dataTransfer.files)
  })
  return () => listening.abort()
}

/**
 * Accepts files that are dropped on a channel page that the user may edit: on a row, or anywhere else. Handles every drop of files and
 * explains refusals, because browsers would leave the page and open the file.
 * @param userId of a user who may upload; undefined if the user may not
 * @returns a function that removes the listeners
 */
export function acceptChannelDrops(userId: string | undefined): () => void {
  const listening = new AbortController()
  const { signal } = listening
  const leave = () => dropTarget.set(undefined)
  document.addEventListener(
    'dragover',
    (event) => {
      const isOurs = hasFiles(event) && !event.defaultPrevented
      const target = isOurs && userId !== undefined && mayHaveVideos(event) ? targetAt(event.target) : undefined
      dropTarget.set((now) => (isSame(now, target) ? now : target))
      if (!isOurs) return
      event.preventDefault()
      if (target) event.dataTransfer!.dropEffect = 'copy'
    },
    { signal },
  )
  document.addEventListener('dragleave', ({ relatedTarget }) => relatedTarget === null && leave(), { signal })
  document.addEventListener(
    'drop',
    (event) => {
      leave()
      if (!hasFiles(event) || event.defaultPrevented) return
      event.preventDefault()
      // Ignores drops on dialogs, which have their own handlers.
      if (isInSheet(event.target)) return
      const target = targetAt(event.target)
      if (userId === undefined) return void toast(t('errors.not_permitted'), { warning: true })
      if (!target) return void toast(t('file.drop_where'), { warning: true })
      void acceptFiles(target, [...event.dataTransfer!.files], userId)
    },
    { signal },
  )
  return () => {
    listening.abort()
    leave()
  }
}

const isSame = (a: DropTarget | undefined, b: DropTarget | undefined) =>
  a?.channel === b?.channel && a?.series === b?.series && a?.box.top === b?.box.top

const isInSheet = (eventTarget: EventTarget | null) => eventTarget instanceof Element && overlays.closest(eventTarget)?.value === 'sheet'

function targetAt(eventTarget: EventTarget | null): DropTarget | undefined {
  if (!(eventTarget instanceof Element) || isInSheet(eventTarget)) return undefined
  const row = closestSubject('serie', eventTarget)
  const channel = row?.value.channel ?? closestSubject('playlist', eventTarget)?.value.open
  const box = (row?.element ?? eventTarget.closest('main'))?.getBoundingClientRect()
  const frame = overlayContainer.get()?.getBoundingClientRect()
  if (!channel?.may_edit || !box || !frame) return undefined
  return {
    channel,
    series: row?.value.series,
    box: { left: box.left - frame.left, top: box.top - frame.top, width: box.width, height: box.height },
  }
}

/** Uploads at once if the drop is on a row; otherwise opens the dialog. */
async function acceptFiles({ channel, series }: DropTarget, files: readonly File[], ownerId: string): Promise<void> {
  if (!series) {
    const { openAddItemDialog: addItem } = await import('#features/channels/web/open.ts')
    return addItem(channel, undefined, { dropped: files })
  }
  const validFiles = files.filter((file) => fileProblem(file) === undefined)
  for (const file of files) {
    const problem = fileProblem(file)
    if (problem !== undefined) toast(t('told.refused', { name: file.name, reason: problem }), { warning: true })
  }
  if (validFiles.length > 0) startUploads({ ownerId, files: validFiles, playlistId: channel.id, seriesId: series.id })
}
