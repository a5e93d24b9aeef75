import { QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '#kit/web/query-client.ts'
import { ImportPart } from './ImportPart.tsx'

const preview = {
  id: 'Im8Kd3VxN6w',
  kind: 'm3u',
  channels: [
    { name: 'Stations', videos: 3, series: [{ name: 'News', videos: 3 }] },
    { name: 'Films', videos: 1, series: [{ name: 'Old', videos: 1 }] },
  ],
  skipped: [{ line: 7, text: 'rtmp://live.test/3' }],
  skipped_count: 1,
  room: 1,
}
const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

let root: ReturnType<typeof createRoot>
let sent: { url: string; body: unknown }[]
let answers: { read: () => Response; make: () => Response }
const later = () => act(() => new Promise((done) => setTimeout(done)))
const shown = () => document.body.textContent
const button = (name: RegExp) => [...document.querySelectorAll('button')].find(({ textContent }) => name.test(textContent))!
async function press(element: HTMLElement) {
  await act(async () => element.click())
  await later()
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
  sent = []
  answers = { read: () => json(preview), make: () => json({ playlists: ['AAAAAAAAAAA'] }) }
  document.body.innerHTML = '<div></div>'
  root = createRoot(document.body.firstElementChild!)
  vi.stubGlobal('fetch', (url: string, { body }: RequestInit = {}) => {
    sent.push({ url, body: typeof body === 'string' ? (JSON.parse(body) as unknown) : body })
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
  await press(button(/See what/))
}

test('nothing is sent before there is something; what was found is shown, as much as there is room for is chosen', async () => {
  expect(button(/See what/).disabled).toBe(true)
  await read()
  expect(sent).toEqual([{ url: expect.stringMatching(/\/api\/imports$/) as string, body: { text: 'https://a.test/1' } }])
  expect(shown()).toContain('2 channels found, with 4 videos.')
  expect(shown()).toContain('1 line was left out')
  expect(shown()).toContain('there’s room for 1 more')
  expect(choices().map(({ checked }) => checked)).toEqual([true, false])
})

test('one is renamed, one is left out; too many or one without a name can’t be made', async () => {
  await read()
  await press(choices()[1]!)
  expect(button(/^Make/).disabled).toBe(true)
  await press(choices()[0]!)
  await type(names()[1]!, ' ')
  expect([button(/^Make/).disabled, shown()?.includes('Give it a name')]).toEqual([true, true])
  await type(names()[1]!, 'My films ')
  await press(button(/^Make 1 channel/))
  expect(sent.at(-1)).toEqual({
    url: expect.stringMatching(/\/api\/imports\/Im8Kd3VxN6w$/) as string,
    body: { channels: [{ index: 1, name: 'My films' }] },
  })
  expect(shown()).toContain('1 channel was made.')
  expect(paste().value).toBe('')
})

test('a refusal stands beside the field or below, and what was typed stays', async () => {
  answers.read = () => json({ message: 'Invalid', code: 'import_empty', errors: { text: ['There are no links in it.'] } }, 422)
  await read()
  expect([document.querySelector('[role=alert]')?.textContent, paste().value]).toEqual(['There are no links in it.', 'https://a.test/1'])
  answers.read = () => json(preview)
  await read()
  answers.make = () => json({ message: 'You have too many channels.', code: 'playlist_limit', errors: {} }, 422)
  await press(button(/^Make/))
  expect([document.querySelector('[role=alert]')?.textContent, names()[0]!.value]).toEqual(['You have too many channels.', 'Stations'])
})
