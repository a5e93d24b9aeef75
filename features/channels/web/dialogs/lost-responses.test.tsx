import { beforeEach, expect, test, vi } from 'vitest'
import { dialogPage } from '#shell/test-dialog.tsx'
import { sampleChannel } from '../samples.ts'
import { EditChannelDialog } from './EditChannelDialog.tsx'
import { EditEpisodeDialog } from './EditEpisodeDialog.tsx'
import { EditSeriesDialog } from './SeriesDialog.tsx'

const channel = sampleChannel({ s1: ['a'] })
const series = channel.series[0]!
const video = series.videos[0]!

let saved: object[]
const { show, submit } = dialogPage()

beforeEach(() => {
  saved = []
  vi.stubGlobal('fetch', (_url: string, { method = 'GET', body }: RequestInit) => {
    if (method === 'GET') return new Promise(() => {})
    saved.push(JSON.parse(body as string) as object)
    // The response is lost.
    return Promise.reject(new TypeError('Failed to fetch'))
  })
})

test.each([
  ['channel', 'name', () => <EditChannelDialog channel={channel} close={() => {}} />, channel.name],
  ['series', 'name', () => <EditSeriesDialog series={series} close={() => {}} />, series.name],
  ['video', 'title', () => <EditEpisodeDialog channel={channel} video={video} close={() => {}} />, video.title],
])(
  'a text of a %s that is set back after a lost response is saved, because the server may have the other',
  async (_, name, dialog, before) => {
    show(dialog())
    const field = () => document.querySelector<HTMLInputElement>(`input[name=${name}]`)
    await vi.waitFor(() => expect(field()).not.toBeNull())
    const save = async (text: string) => {
      const count = saved.length
      field()!.value = text
      await vi.waitFor(() => expect(document.querySelector<HTMLElement>('button[type=submit]')!.getAttribute('aria-busy')).not.toBe('true'))
      submit()
      await vi.waitFor(() => expect(saved).toHaveLength(count + 1))
      await vi.waitFor(() => expect(document.querySelector('form')!.textContent).toContain('again'))
      return saved.at(-1)
    }
    expect(await save('Another')).toEqual({ [name]: 'Another' })
    expect(await save(before)).toEqual({ [name]: before })
  },
)
