import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sampleChannel } from '#features/channels/web/samples.ts'
import type { Followed } from '../contract.ts'
import { FollowedList } from './FollowedList.tsx'

let root: Root
const page = document.createElement('div')
beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  root = createRoot(page)
})
afterEach(() => act(() => root.unmount()))

const followed = (following_type: Followed['following_type'], fields: Partial<Followed> = {}): Followed => ({
  following_type,
  following_id: `${following_type}Id`,
  name: `A ${following_type}`,
  image: null,
  playlist: null,
  is_locked: false,
  new_count: 0,
  latest_at: null,
  followed_at: '2026-11-23T00:00:00.000Z',
  ...fields,
})

test('followed channels, TV channels and users lead to their pages; locked ones have a lock', async () => {
  const items = [
    followed('playlist', { playlist: { ...sampleChannel({}), description: 'About trains', pictures: [] } }),
    followed('channel', { is_locked: true }),
    followed('user'),
  ]
  await act(async () => root.render(<FollowedList followed={items} isOwnOrder isArranging={false} />))
  const rows = [...page.querySelectorAll('li')].map((row) => [
    row.querySelector('a')!.getAttribute('href'),
    row.querySelector('p')!.textContent.trim(),
    row.querySelectorAll('[role=img]').length,
  ])
  expect(rows).toEqual([
    ['/en/following?playlist=playlistId', 'About trains', 0],
    ['/en/tiers?channel=channelId', 'TV channel', 1],
    ['/en/settings?user=userId', 'User', 0],
  ])
})
