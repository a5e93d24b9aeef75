import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createSample } from '#kit/contract/sample.ts'
import { createQueryClient } from '#kit/web/query-client.ts'
import { MyPlaylists, type PlaylistTile } from '#features/channels/contract.ts'
import { sampleChannel } from '#features/channels/web/samples.ts'
import { OwnBar } from './OwnBar.tsx'

const tile = (id: string, facts: Partial<PlaylistTile>) => ({ ...sampleChannel({}, { id, ...facts }), pictures: [] })
const mine: MyPlaylists = {
  ...createSample(MyPlaylists),
  archive: [tile('old', { is_archived: true })],
  archivedGroups: [],
  groups: [],
  other: [],
  public: [],
  watchLater: tile('later', { watch_later: true }),
  directPublish: tile('direct', { direct_publish: true }),
}

test('on the screen of the archive, the archive is the current stop, and open', async () => {
  localStorage.setItem('access_token', 'token')
  vi.stubGlobal('fetch', (url: string) => (url === '/api/playlists' ? Promise.resolve(Response.json(mine)) : new Promise(() => {})))
  const page = document.createElement('div')
  const root = createRoot(page)
  onTestFinished(() => {
    root.unmount()
    localStorage.clear()
    vi.unstubAllGlobals()
  })
  root.render(
    <QueryClientProvider client={createQueryClient()}>
      <OwnBar inArchive />
    </QueryClientProvider>,
  )
  await vi.waitFor(() => expect(page.querySelector('[aria-current]')?.textContent).toBe('Archive'))
  expect(page.querySelector('a[href*="playlist=old"]')).not.toBeNull()
})
