import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { DelayedSkeleton } from '#ui/RevealInOrder.tsx'
import order from '#ui/RevealInOrder.module.css'
import { sampleChannel } from '../samples.ts'
import { ChannelHead } from './ChannelHead.tsx'

vi.mock('../CreatorLink.tsx', () => ({ CreatorLink: () => null }))

test('buttons of a channel stay hidden while one before them loads, so that none moves', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  const page = document.createElement('div')
  const root = createRoot(page)
  await act(async () =>
    root.render(
      <ChannelHead home="globe" channel={sampleChannel({ s1: ['a'] })} opening={undefined}>
        <DelayedSkeleton />
        <button type="button">Share</button>
      </ChannelHead>,
    ),
  )
  expect(page.querySelector(`.${order['order']} .${order['coming']} ~ button`)?.textContent).toBe('Share')
  act(() => root.unmount())
})
