import { beforeEach, expect, test, vi } from 'vitest'
import { dialogPage } from '#shell/test-dialog.tsx'
import { sampleChannel } from '../samples.ts'
import { EditChannelDialog } from './EditChannelDialog.tsx'
import { EditEpisodeDialog } from './EditEpisodeDialog.tsx'
import { EditSeriesDialog } from './SeriesDialog.tsx'

const fullChannel = sampleChannel({ s1: ['a'] }, { description: 'All about trains' })
const fullSeries = { ...fullChannel.series[0]!, description: 'All about winter' }
const truncatedChannel = { ...fullChannel, description: 'All …', is_cut: true }
const truncatedSeries = { ...fullSeries, description: 'All …', is_cut: true }

const { show, submit } = dialogPage()
let requests: string[]
let saved: { name?: string; description?: string }[]
let answerRead: (response: unknown) => void

const json = (body: unknown) => new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } })
function respond(url: string, { method = 'GET', body }: RequestInit): Promise<Response> {
  requests.push(`${method} ${url}`)
  if (method === 'GET') return new Promise((resolve) => (answerRead = (read) => resolve(json(read))))
  saved.push(JSON.parse(body as string) as { description?: string })
  return new Promise(() => {})
}
const description = () => document.querySelector<HTMLTextAreaElement>('textarea[name=description]')
const type = (name: string, text: string) => {
  document.querySelector<HTMLInputElement | HTMLTextAreaElement>(`[name=${name}]`)!.value = text
}

beforeEach(() => {
  requests = []
  saved = []
  vi.stubGlobal('fetch', respond)
})

test.each([
  [
    'channel',
    () => <EditChannelDialog channel={truncatedChannel} close={() => {}} />,
    '/api/playlist-descriptions/channel',
    { description: fullChannel.description },
  ],
  ['series', () => <EditSeriesDialog series={truncatedSeries} close={() => {}} />, '/api/series/s1?playlist=channel', fullSeries],
])('a %s with a truncated text is edited after the full text has loaded, and saved with it', async (_, dialog, address, read) => {
  show(dialog())
  await vi.waitFor(() => expect(requests).toEqual([`GET ${address}`]))
  expect(description()).toBeNull()
  answerRead(read)
  await vi.waitFor(() => expect(description()?.value).toBe(read.description))
  type('description', `${read.description}, and more`)
  submit()
  await vi.waitFor(() => expect(saved).toEqual([{ description: `${read.description}, and more` }]))
})

test.each([
  ['channel', () => <EditChannelDialog channel={fullChannel} close={() => {}} />, fullChannel],
  ['series', () => <EditSeriesDialog series={fullSeries} close={() => {}} />, fullSeries],
])('a %s with a full text is edited immediately', async (_, dialog, fullText) => {
  show(dialog())
  await vi.waitFor(() => expect(description()?.value).toBe(fullText.description))
  expect(requests).toEqual([])
})

test.each([
  ['channel', () => <EditChannelDialog channel={fullChannel} close={() => {}} />],
  ['series', () => <EditSeriesDialog series={fullSeries} close={() => {}} />],
  ['video', () => <EditEpisodeDialog channel={fullChannel} video={fullSeries.videos[0]!} close={() => {}} />],
])('of a %s, only the edited text is saved, so that another member’s change of the others is kept', async (kind, dialog) => {
  const field = kind === 'video' ? 'title' : 'name'
  show(dialog())
  await vi.waitFor(() => expect(description()).not.toBeNull())
  type(field, 'A new name')
  submit()
  await vi.waitFor(() => expect(saved).toEqual([{ [field]: 'A new name' }]))
})
