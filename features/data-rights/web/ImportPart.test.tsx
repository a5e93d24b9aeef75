import { QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '#kit/web/query-client.ts'
import { ImportPart } from './ImportPart.tsx'

const preview = {
  id: 'Im8Kd3VxN6w',
  kind: 'm3u',
  product: null,
  channels: [
    { name: 'Stations', videos: 3, series: [{ name: 'News', videos: 3 }] },
    { name: 'Films', videos: 1, series: [{ name: 'Old', videos: 1 }] },
  ],
  pictures: 0,
  follows: 0,
  likes: 0,
  skipped: [{ line: 7, text: 'rtmp://live.test/3', reason: 'no_address' }],
  skipped_count: 1,
  room: 1,
}
const noPictures = { waiting: 0, kept: 0, unreadable: 0, too_many: 0, held: null }
const outcome = {
  playlists: ['AAAAAAAAAAA'],
  pictures: noPictures,
  follows: { restored: 0, missing: 0 },
  likes: { restored: 0, missing: 0 },
}
const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

let root: ReturnType<typeof createRoot>
let requests: { url: string; body: unknown }[]
let answers: { read: () => Response; make: () => Response }
const flushTimers = () => act(() => new Promise((resolve) => setTimeout(resolve)))
const pageText = () => document.body.textContent
const button = (name: RegExp) => [...document.querySelectorAll('button')].find(({ textContent }) => name.test(textContent))!
async function click(element: HTMLElement) {
  await act(async () => element.click())
  await flushTimers()
}
const type = (element: HTMLTextAreaElement | HTMLInputElement, text: string) =>
  act(async () => {
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), 'value')!.set!.call(element, text)
    element.dispatchEvent(new Event('input', { bubbles: true }))
  })
const paste = () => document.querySelector('textarea')!
const choices = () => [...document.querySelectorAll<HTMLInputElement>('input[type=checkbox]')]
const names = () => [...document.querySelectorAll<HTMLInputElement>('li input:not([type=checkbox])')]

beforeEach(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  requests = []
  answers = { read: () => json(preview), make: () => json(outcome) }
  document.body.innerHTML = '<div></div>'
  root = createRoot(document.body.firstElementChild!)
  vi.stubGlobal('fetch', (url: string, { body }: RequestInit = {}) => {
    requests.push({ url, body: typeof body === 'string' ? (JSON.parse(body) as unknown) : body })
    return Promise.resolve(url.endsWith('/imports') ? answers.read() : answers.make())
  })
  await act(async () => {
    root.render(
      <QueryClientProvider client={createQueryClient()}>
        <ImportPart />
      </QueryClientProvider>,
    )
  })
})
afterEach(async () => {
  await act(async () => root.unmount())
  vi.unstubAllGlobals()
})

async function read() {
  await type(paste(), 'https://a.test/1')
  await click(button(/See what/))
}

test('sends nothing without input, previews the content, and selects as many channels as there is room for', async () => {
  expect(button(/See what/).disabled).toBe(true)
  await read()
  expect(requests).toEqual([{ url: expect.stringMatching(/\/api\/imports$/) as string, body: { text: 'https://a.test/1' } }])
  expect(pageText()).toContain('2 channels found, with 4 videos.')
  expect(pageText()).toContain('Format: M3U playlist')
  expect(pageText()).toContain('1 entry was skipped')
  expect(pageText()).toContain('rtmp://live.test/3no web address, line 7')
  expect(pageText()).toContain('there’s room for 1 more')
  expect(choices().map(({ checked }) => checked)).toEqual([true, false])
})

test('the preview names the product of the file', async () => {
  answers.read = () => json({ ...preview, kind: 'table', product: 'Pocket' })
  await read()
  expect(pageText()).toContain('Format: table (CSV), exported from Pocket')
})

test('channels can be renamed and skipped; too many or unnamed ones are refused', async () => {
  await read()
  await click(choices()[1]!)
  expect(button(/^Make/).disabled).toBe(true)
  await click(choices()[0]!)
  await type(names()[1]!, ' ')
  expect([button(/^Make/).disabled, pageText()?.includes('Give it a name')]).toEqual([true, true])
  await type(names()[1]!, 'My films ')
  await click(button(/^Make 1 channel/))
  expect(requests.at(-1)).toEqual({
    url: expect.stringMatching(/\/api\/imports\/Im8Kd3VxN6w$/) as string,
    body: { channels: [{ index: 1, name: 'My films' }] },
  })
  expect(pageText()).toContain('1 channel was made.')
  // The result has the focus, because it is further up than the button was.
  expect(document.activeElement?.textContent).toContain('1 channel was made.')
  expect(paste().value).toBe('')
})

test('other contents of an archive are previewed, can be skipped, and have their results shown', async () => {
  answers.read = () => json({ ...preview, pictures: 3, follows: 4, likes: 1 })
  answers.make = () =>
    json({
      ...outcome,
      pictures: { ...noPictures, kept: 2, unreadable: 1 },
      follows: { restored: 3, missing: 1 },
      likes: { restored: 1, missing: 0 },
    })
  await read()
  expect(pageText()).toContain('3 pictures come with it.')
  const marks = choices().at(-1)!
  expect([marks.checked, marks.closest('label')?.textContent]).toEqual([true, 'Restore your follows and likes (5)'])
  await click(marks)
  await click(choices()[0]!)
  expect(button(/^Make/).disabled).toBe(true)
  await click(marks)
  await click(button(/^Restore follows and likes/))
  expect(requests.at(-1)?.body).toEqual({ channels: [], with_follows: true })
  for (const text of [
    '2 pictures were added.',
    '1 picture couldn’t be read',
    'You follow 3 channels and users again',
    '1 item you followed or liked wasn’t found here',
  ])
    expect(pageText()).toContain(text)
})

test('pictures that cannot be stored now wait, and the reason shows', async () => {
  answers.make = () => json({ ...outcome, pictures: { ...noPictures, waiting: 3, kept: 2, held: 'full' } })
  await read()
  await click(button(/^Make 1 channel/))
  expect(pageText()).toContain('3 pictures are still being added. Storage is full. The rest is added when there is room.')
})

test('a refusal shows beside the field or below, and the input stays', async () => {
  answers.read = () => json({ message: 'Invalid', code: 'import_empty', errors: { text: ['There are no links in it.'] } }, 422)
  await read()
  expect([document.querySelector('[role=alert]')?.textContent, paste().value]).toEqual(['There are no links in it.', 'https://a.test/1'])
  answers.read = () => json(preview)
  await read()
  answers.make = () => json({ message: 'You have too many channels.', code: 'playlist_limit', errors: {} }, 422)
  await click(button(/^Make/))
  expect([document.querySelector('[role=alert]')?.textContent, names()[0]!.value]).toEqual(['You have too many channels.', 'Stations'])
})

test('a feed from the address is fetched immediately, and only once', async () => {
  const feed = 'https://pods.test/feed.xml'
  await act(async () =>
    root.render(
      <QueryClientProvider client={createQueryClient()}>
        <ImportPart key={feed} feed={feed} />
      </QueryClientProvider>,
    ),
  )
  await flushTimers()
  expect(requests.map(({ body }) => body)).toEqual([{ text: feed }])
  await click(button(/^Make 1 channel/))
  expect(pageText()).toContain('1 channel was made.')
  await flushTimers()
  expect(requests).toHaveLength(2)
})
