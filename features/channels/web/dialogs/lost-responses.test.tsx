import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '#kit/web/query-client.ts'
import { DialogContext } from '#ui/dialogs.ts'
import { overlayContainer } from '#ui/overlay-container.ts'
import { sampleChannel } from '../samples.ts'
import { EditChannelDialog } from './EditChannelDialog.tsx'
import { EditEpisodeDialog } from './EditEpisodeDialog.tsx'
import { EditSeriesDialog } from './SeriesDialog.tsx'

const channel = sampleChannel({ s1: ['a'] })
const series = channel.series[0]!
const video = series.videos[0]!

let root: ReturnType<typeof createRoot>
let saved: object[]

beforeEach(() => {
  saved = []
  document.body.innerHTML = '<div></div><div></div>'
  overlayContainer.set(document.body.lastElementChild as HTMLElement)
  root = createRoot(document.body.firstElementChild!)
  vi.stubGlobal('fetch', (_url: string, { method = 'GET', body }: RequestInit) => {
    if (method === 'GET') return new Promise(() => {})
    saved.push(JSON.parse(body as string) as object)
    // The response is lost.
    return Promise.reject(new TypeError('Failed to fetch'))
  })
})
afterEach(() => {
  root.unmount()
  vi.unstubAllGlobals()
})

test.each([
  ['channel', 'name', () => <EditChannelDialog channel={channel} close={() => {}} />, channel.name],
  ['series', 'name', () => <EditSeriesDialog series={series} close={() => {}} />, series.name],
  ['video', 'title', () => <EditEpisodeDialog channel={channel} video={video} close={() => {}} />, video.title],
])(
  'a text of a %s that is set back after a lost response is saved, because the server may have the other',
  async (_, name, dialog, before) => {
    root.render(
      <QueryClientProvider client={createQueryClient()}>
        <DialogContext value={{ id: 1, open: true, dismiss: () => {} } as never}>{dialog()}</DialogContext>
      </QueryClientProvider>,
    )
    const field = () => document.querySelector<HTMLInputElement>(`input[name=${name}]`)
    await vi.waitFor(() => expect(field()).not.toBeNull())
    const save = async (text: string) => {
      const count = saved.length
      field()!.value = text
      await vi.waitFor(() => expect(document.querySelector<HTMLElement>('button[type=submit]')!.getAttribute('aria-busy')).not.toBe('true'))
      document.querySelector('form')!.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
      await vi.waitFor(() => expect(saved).toHaveLength(count + 1))
      await vi.waitFor(() => expect(document.querySelector('form')!.textContent).toContain('again'))
      return saved.at(-1)
    }
    expect(await save('Another')).toEqual({ [name]: 'Another' })
    expect(await save(before)).toEqual({ [name]: before })
  },
)
