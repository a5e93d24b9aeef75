import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { createSample } from '#kit/contract/sample.ts'
import { createQueryClient } from '#kit/web/query-client.ts'
import { DialogContext } from '#ui/dialogs.ts'
import { overlayContainer } from '#ui/overlay-container.ts'
import { setActionTools } from '#shell/action-tools.ts'
import { MyPlaylists } from '#features/channels/contract.ts'
import { sampleChannel } from '#features/channels/web/samples.ts'
import type { ChosenPlace } from './place-in-channel.ts'
import { PlaceDialog } from './PlaceDialog.tsx'

const channel = sampleChannel({ s1: ['a'], s2: [] })

test('a submit before the channel has loaded chooses its first series', async () => {
  localStorage.setItem('access_token', 'token')
  document.body.innerHTML = '<div></div><div></div>'
  overlayContainer.set(document.body.lastElementChild as HTMLElement)
  const mine = { ...createSample(MyPlaylists), other: [channel] }
  // The dialog's own request for the channel never gets a response.
  vi.stubGlobal('fetch', (url: string) => (url === '/api/playlists' ? Promise.resolve(Response.json(mine)) : new Promise(() => {})))
  const change = vi.fn<() => Promise<never>>(() => new Promise(() => {}))
  setActionTools({ go: () => {}, change, read: (async () => channel) as never })
  const perform = vi.fn<(place: ChosenPlace) => Promise<never>>(() => new Promise(() => {}))
  const root = createRoot(document.body.firstElementChild!)
  root.render(
    <QueryClientProvider client={createQueryClient()}>
      <DialogContext value={{ id: 1, open: true, dismiss: () => {} } as never}>
        <PlaceDialog title="Add" description="A film" submit={() => 'Add'} inSeries at={channel.id} perform={perform} close={() => {}} />
      </DialogContext>
    </QueryClientProvider>,
  )
  await vi.waitFor(() => expect(document.querySelector<HTMLButtonElement>('button[type=submit]')?.disabled).toBe(false))
  // A placeholder reserves space for the series. Otherwise, their arrival would move the button while the user presses it.
  expect(document.querySelector('form')!.textContent).toContain('Loading the channel')
  document.querySelector('form')!.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
  await vi.waitFor(() => expect(perform).toHaveBeenCalled())
  expect(perform.mock.calls[0]![0].series?.id).toBe('s1')
  expect(change).not.toHaveBeenCalled()
  root.unmount()
  localStorage.clear()
  vi.unstubAllGlobals()
})
