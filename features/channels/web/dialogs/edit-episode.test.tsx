import { beforeEach, expect, test, vi } from 'vitest'
import { toFormData } from '#kit/contract/client.ts'
import { dialogPage } from '#shell/test-dialog.tsx'
import { sampleChannel } from '../samples.ts'
import { EditEpisodeDialog } from './EditEpisodeDialog.tsx'

const channel = sampleChannel({ s1: ['a'] })
const video = { ...channel.series[0]!.videos[0]!, start_at: 5, end_at: 60 }

let saved: object[]
const { show, submit } = dialogPage()

const timeField = (name: string) => document.querySelector<HTMLInputElement>(`input[name=${name}]`)
function type(input: HTMLInputElement, text: string) {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, text)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

beforeEach(() => {
  saved = []
  vi.stubGlobal('fetch', (_url: string, { body }: RequestInit) => {
    if (typeof body === 'string') saved.push(JSON.parse(body) as object)
    return new Promise(() => {})
  })
})

test('a cleared start is sent as an empty text, which is also in a form with a picture', async () => {
  show(<EditEpisodeDialog channel={channel} video={video} close={() => {}} />)
  await vi.waitFor(() => expect(timeField('start_at')?.value).toBe('0:05'))
  type(timeField('start_at')!, '')
  submit()
  await vi.waitFor(() => expect(saved).toHaveLength(1))
  expect(saved[0]).toMatchObject({ start_at: '' })
  expect(saved[0]).not.toHaveProperty('end_at')
  expect(toFormData({ ...saved[0], image: new Blob(['picture']) })?.get('start_at')).toBe('')
})
