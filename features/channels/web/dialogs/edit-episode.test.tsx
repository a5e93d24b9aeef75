import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toFormData } from '#kit/contract/client.ts'
import { createQueryClient } from '#kit/web/query-client.ts'
import { DialogContext } from '#ui/dialogs.ts'
import { overlayContainer } from '#ui/overlay-container.ts'
import { sampleChannel } from '../samples.ts'
import { EditEpisodeDialog } from './EditEpisodeDialog.tsx'

const channel = sampleChannel({ s1: ['a'] })
const video = { ...channel.series[0]!.videos[0]!, start_at: 5, end_at: 60 }

let root: ReturnType<typeof createRoot>
let saved: object[]

const timeField = (name: string) => document.querySelector<HTMLInputElement>(`input[name=${name}]`)
function type(input: HTMLInputElement, text: string) {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, text)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

beforeEach(() => {
  saved = []
  document.body.innerHTML = '<div></div><div></div>'
  overlayContainer.set(document.body.lastElementChild as HTMLElement)
  root = createRoot(document.body.firstElementChild!)
  vi.stubGlobal('fetch', (_url: string, { body }: RequestInit) => {
    if (typeof body === 'string') saved.push(JSON.parse(body) as object)
    return new Promise(() => {})
  })
})
afterEach(() => {
  root.unmount()
  vi.unstubAllGlobals()
})

test('a cleared start is sent as an empty text, which is also in a form with a picture', async () => {
  root.render(
    <QueryClientProvider client={createQueryClient()}>
      <DialogContext value={{ id: 1, open: true, dismiss: () => {} } as never}>
        <EditEpisodeDialog channel={channel} video={video} close={() => {}} />
      </DialogContext>
    </QueryClientProvider>,
  )
  await vi.waitFor(() => expect(timeField('start_at')?.value).toBe('0:05'))
  type(timeField('start_at')!, '')
  document.querySelector('form')!.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
  await vi.waitFor(() => expect(saved).toHaveLength(1))
  expect(saved[0]).toMatchObject({ start_at: '' })
  expect(saved[0]).not.toHaveProperty('end_at')
  expect(toFormData({ ...saved[0], image: new Blob(['picture']) })?.get('start_at')).toBe('')
})
