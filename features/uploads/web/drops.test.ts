import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openPlaylistSubject, serieSubject } from '#features/channels/web/subjects.ts'
import { sampleChannel } from '#features/channels/web/samples.ts'
import { overlays } from '#ui/drag/elements.ts'
import { overlayContainer } from '#ui/overlay-container.ts'
import { toasts } from '#ui/toasts.ts'
import { subjectRef } from '#shell/subjects.ts'
import { dropTarget, acceptChannelDrops } from './drops.ts'
import { transfers } from './uploads.ts'

vi.mock('./sender.ts', () => ({ openSender: () => ({ start: () => undefined, stop: () => undefined }) }))

const ownChannel = sampleChannel({ A: ['a', 'b'] })
const film = new File(['x'.repeat(100)], 'Film.mp4', { type: 'video/mp4' })
const notes = new File(['x'], 'notes.pdf', { type: 'application/pdf' })
const photo = new File(['x'], 'photo.jpg', { type: 'image/jpeg' })

let row: HTMLElement
let page: HTMLElement
let sheet: HTMLElement
let otherElement: HTMLElement
beforeEach(() => {
  document.body.innerHTML = `<div id="frame"><div id="page"><main><div><i id="row"></i></div></main></div>
    <div><i id="sheet"></i></div><i id="elsewhere"></i></div>`
  const byId = (id: string) => document.getElementById(id)!
  ;[row, page, sheet, otherElement] = [byId('row'), byId('page').querySelector('main')!, byId('sheet'), byId('elsewhere')]
  overlayContainer.set(byId('frame'))
  subjectRef(openPlaylistSubject(ownChannel))(byId('page'))
  subjectRef(serieSubject(ownChannel, ownChannel.series[0]!))(row.parentElement)
  overlays.register(sheet.parentElement!, 'sheet')
  toasts.set([])
})
let stop = () => {}
afterEach(() => {
  stop()
  for (const { key } of transfers.get()) transfers.dismiss(key)
})

/** @returns whether the page has cancelled the event, so that the browser doesn't open the file */
function dispatchDrag(type: 'dragover' | 'drop', on: HTMLElement, ...files: File[]): boolean {
  const dataTransfer = {
    types: ['Files'],
    files,
    items: files.map((file) => ({ kind: 'file', type: file.type })),
    dropEffect: 'none',
  }
  return !on.dispatchEvent(Object.assign(new Event(type, { bubbles: true, cancelable: true }), { dataTransfer }))
}
const toastTexts = () => toasts.get().map(({ text }) => text)

test('a dropped file goes to the row under it, after its target was shown', () => {
  stop = acceptChannelDrops('ann')
  expect(dispatchDrag('dragover', row, film)).toBe(true)
  expect(dropTarget.get()?.series?.name).toBe(ownChannel.series[0]!.name)
  expect(dispatchDrag('drop', row, film)).toBe(true)
  expect(dropTarget.get()).toBeUndefined()
  expect(transfers.get()).toMatchObject([{ title: 'Film', playlistId: ownChannel.id, seriesId: ownChannel.series[0]!.id, ownerId: 'ann' }])
})

test("files that aren't videos show no drop target, and are refused by name", () => {
  stop = acceptChannelDrops('ann')
  expect([dispatchDrag('dragover', row, photo), dropTarget.get()]).toEqual([true, undefined])
  expect(dispatchDrag('drop', row, photo, notes, film)).toBe(true)
  expect(toastTexts()).toEqual(['photo.jpg: This isn’t a video file.', 'notes.pdf: This isn’t a video file.'])
  expect(transfers.get()).toHaveLength(1)
})

test('a file dropped elsewhere never replaces the page', () => {
  stop = acceptChannelDrops('ann')
  expect([dispatchDrag('dragover', otherElement, film), dropTarget.get(), dispatchDrag('drop', otherElement, film)]).toEqual([
    true,
    undefined,
    true,
  ])
  expect(toastTexts()).toEqual(['Drop video files on one of your channels.'])
  toasts.set([])
  expect([dispatchDrag('drop', sheet, film), toastTexts()]).toEqual([true, []])
  expect(transfers.get()).toEqual([])
})

test('a user who may not upload gets an explanation', () => {
  stop = acceptChannelDrops(undefined)
  expect([dispatchDrag('dragover', page, film), dropTarget.get(), dispatchDrag('drop', page, film)]).toEqual([true, undefined, true])
  expect(toastTexts()).toEqual(['Your account can’t upload video files.'])
})
