import { expect, test, vi } from 'vitest'
import { createSample } from '#kit/contract/sample.ts'
import { setActionTools } from '#shell/action-tools.ts'
import { dialogPage } from '#shell/test-dialog.tsx'
import { MyPlaylists } from '#features/channels/contract.ts'
import { sampleChannel } from '#features/channels/web/samples.ts'
import type { ChosenPlace } from './place-in-channel.ts'
import { PlaceDialog } from './PlaceDialog.tsx'

const channel = sampleChannel({ s1: ['a'], s2: [] })
const { show, submit } = dialogPage()

test('a submit before the channel has loaded chooses its first series', async () => {
  localStorage.setItem('access_token', 'token')
  const mine = { ...createSample(MyPlaylists), other: [channel] }
  // The dialog's own request for the channel never gets a response.
  vi.stubGlobal('fetch', (url: string) => (url === '/api/playlists' ? Promise.resolve(Response.json(mine)) : new Promise(() => {})))
  const change = vi.fn<() => Promise<never>>(() => new Promise(() => {}))
  setActionTools({ go: () => {}, change, read: (async () => channel) as never })
  const perform = vi.fn<(place: ChosenPlace) => Promise<never>>(() => new Promise(() => {}))
  show(<PlaceDialog title="Add" description="A film" submit={() => 'Add'} inSeries at={channel.id} perform={perform} close={() => {}} />)
  await vi.waitFor(() => expect(document.querySelector<HTMLButtonElement>('button[type=submit]')?.disabled).toBe(false))
  // A placeholder reserves space for the series. Otherwise, their arrival would move the button while the user presses it.
  expect(document.querySelector('form')!.textContent).toContain('Loading the channel')
  submit()
  await vi.waitFor(() => expect(perform).toHaveBeenCalled())
  expect(perform.mock.calls[0]![0].series?.id).toBe('s1')
  expect(change).not.toHaveBeenCalled()
  localStorage.clear()
})
