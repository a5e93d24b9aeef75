import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DialogContext } from '#ui/dialogs.ts'
import { overlayContainer } from '#ui/overlay-container.ts'
import { setActionTools } from '#shell/action-tools.ts'
import { status } from '#features/channels/rules.ts'
import { sampleChannel } from '#features/channels/web/samples.ts'
import type { SharedItem } from '#features/channels/web/share.ts'
import { ShareDialog } from './ShareDialog.tsx'

/** Bodies of `POST /api/share`. */
let counted: unknown[]
let copied: string[]
let root: ReturnType<typeof createRoot>

const channel = (status_id: number, fields: object = {}) =>
  sampleChannel({}, { id: 'kZ3Qm8TfW1a', name: 'Night & day', status_id, may_edit: true, ...fields })
const video = { id: 'Yd5NvK0eJ6g', title: 'A film' }
const serie = { id: 'b7HxR2pLs9c', name: '' }

async function open(shared: SharedItem) {
  const dialog = { id: 1, open: true, dismiss: () => {}, close: () => {}, element: null }
  await act(async () => {
    root.render(
      <DialogContext value={dialog}>
        <ShareDialog {...shared} close={() => {}} />
      </DialogContext>,
    )
    await Promise.resolve()
  })
}
const button = (name: string) => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)
const clickButton = (name: string) =>
  act(async () => {
    button(name)!.click()
    await Promise.resolve()
  })
const link = () => document.querySelector<HTMLInputElement>('input[readonly]')!.value
const networksShown = () => [...document.querySelectorAll('li a')].map((item) => item.textContent)
const pageText = () => document.body.textContent

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  counted = []
  copied = []
  document.body.innerHTML = '<div></div><div></div>'
  overlayContainer.set(document.body.lastElementChild as HTMLElement)
  root = createRoot(document.body.firstElementChild!)
  vi.stubGlobal('fetch', (_: string, { body }: RequestInit) => {
    counted.push(JSON.parse(body as string))
    return Promise.resolve(new Response('{"url":"x"}', { headers: { 'content-type': 'application/json' } }))
  })
  vi.stubGlobal('navigator', { clipboard: { writeText: async (text: string) => void copied.push(text) } })
})
afterEach(async () => {
  await act(async () => root.unmount())
  vi.unstubAllGlobals()
})

test('a public channel has all networks, and copying its link is counted', async () => {
  await open({ channel: channel(status.public, { slug: 'night' }) })
  expect(link()).toMatch(/\/en\/night$/)
  expect(networksShown()).toEqual(['WhatsApp', 'Facebook', 'X', 'LinkedIn', 'Reddit', 'Telegram', 'Email'])
  await clickButton('Copy link')
  expect(copied).toEqual([link()])
  expect(button('Copied')).toBeDefined()
  await clickButton('On a website')
  expect(document.querySelector('textarea')!.value).toContain('/embed/channel/kZ3Qm8TfW1a"')
  expect(document.querySelector('textarea')!.value).toContain('title="Night &#38; day"')
  expect(counted).toEqual(
    ['link', 'embed'].map((network) => ({ shareable_type: 'playlist', shareable_id: 'kZ3Qm8TfW1a', playlist_id: 'kZ3Qm8TfW1a', network })),
  )
})

test('a video is shared with a start time, and an invalid one is reported', async () => {
  await open({ channel: channel(status.public), serie, video })
  const start = document.querySelector<HTMLInputElement>('input:not([readonly])')!
  const type = (text: string) =>
    act(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(start, text)
      start.dispatchEvent(new Event('input', { bubbles: true }))
    })
  expect(link()).toMatch(/\?playlist=kZ3Qm8TfW1a&serie=b7HxR2pLs9c&video=Yd5NvK0eJ6g$/)
  await type('1:30')
  expect(link()).toMatch(/&play=Yd5NvK0eJ6g&t=90$/)
  await type('soon')
  expect(pageText()).toContain('Enter minutes and seconds, such as 1:30')
  expect(start.value).toBe('soon')
  await type('1:02:03')
  expect(link()).toMatch(/&t=3723$/)
})

test('behind a private link the link is described as a key, and there is no embed code', async () => {
  await open({ channel: channel(status.privateLink, { may_edit: false, slug: 'old' }) })
  expect(pageText()).toContain('Share it only with people who may watch')
  expect(link()).toContain('playlist=kZ3Qm8TfW1a')
  expect(button('On a website')).toBeUndefined()
})

test('a private channel can be shared only after its owner allows access', async () => {
  const linkChannel = channel(status.privateLink, { id: 'Tc2Jf9VyB5r' })
  setActionTools({ go: () => {}, change: () => Promise.resolve(linkChannel) as never, read: () => new Promise(() => {}) })
  await open({ channel: channel(status.private) })
  expect(pageText()).toContain('Only you can open this link.')
  expect([networksShown(), button('QR code'), button('On a website')]).toEqual([[], undefined, undefined])
  await clickButton('Let others watch')
  expect(pageText()).toContain('Anyone with the link can watch now.')
  expect(link()).toContain('playlist=Tc2Jf9VyB5r')
  expect(networksShown()).toHaveLength(7)
})

test('a browser that does not allow copying is reported', async () => {
  vi.stubGlobal('navigator', { clipboard: { writeText: () => Promise.reject(new Error('no')) } })
  await open({ channel: channel(status.public) })
  await clickButton('Copy link')
  expect(button('Copied')).toBeUndefined()
  expect(counted).toEqual([])
})

test('a channel and a series that guests can open show their feed’s address, to copy', async () => {
  await open({ channel: channel(status.public), serie: undefined, video: undefined })
  await clickButton('RSS feed')
  await clickButton('Copy feed address')
  await act(async () => root.render(null))
  await open({ channel: channel(status.privateLink), serie, video: undefined })
  await clickButton('RSS feed')
  await clickButton('Copy feed address')
  expect(copied).toEqual([`${location.origin}/feeds/kZ3Qm8TfW1a.xml`, `${location.origin}/feeds/kZ3Qm8TfW1a/b7HxR2pLs9c.xml`])
  for (const none of [channel(status.private), channel(status.public, { adult: true })]) {
    await act(async () => root.render(null))
    await open({ channel: none, serie: undefined, video: undefined })
    expect(button('RSS feed')).toBeUndefined()
  }
  await act(async () => root.render(null))
  await open({ channel: channel(status.public), serie, video })
  expect(button('RSS feed')).toBeUndefined()
})
