import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { sampleProgramme, sampleTv } from '../samples.ts'
import { toTimedProgramme } from '../programmes.ts'
import { createGuideData } from './guide-data.ts'
import { windowMs } from './guide-parts.ts'
import { GuideList } from './GuideList.tsx'
import { mockElementSize } from './layout-samples.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('each channel shows its current programme and the next ones, also from a later response', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  mockElementSize(390, 800)
  // A time one hour before the next window.
  const now = 100_000 * windowMs - 3_600_000
  const guide = createGuideData(({ start }: { start: number }) => {
    const title = start > now ? 'Later' : 'Now'
    const slots = [toTimedProgramme(sampleProgramme(title, start, start + windowMs))]
    return Promise.resolve({ rows: ['one', 'two'].map((name) => ({ channel: sampleTv(name), slots })), next: null })
  })
  const page = document.createElement('div')
  document.body.append(page)
  const root = createRoot(page.appendChild(document.createElement('main')))
  await act(async () => root.render(<GuideList guide={guide} time={now} now={now} onOpen={() => undefined} />))
  await vi.waitFor(() => act(async () => expect(page.textContent).toContain('Later')))
  expect([...page.querySelectorAll('li')].map((row) => [...row.querySelectorAll('button')].length)).toEqual([2, 2])
  expect(page.querySelectorAll('progress')).toHaveLength(2)
  act(() => root.unmount())
})

test('a channel takes 100 px, for its current programme and the next one', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  mockElementSize(390, 800)
  const now = 100_000 * windowMs
  const slots = [0, 1, 2].map((hour) =>
    toTimedProgramme(sampleProgramme(`At ${hour}`, now + hour * 3_600_000, now + (hour + 1) * 3_600_000)),
  )
  const guide = createGuideData(() => Promise.resolve({ rows: [{ channel: sampleTv('one'), slots }], next: null }))
  const page = document.createElement('div')
  document.body.append(page)
  const root = createRoot(page.appendChild(document.createElement('main')))
  await act(async () => root.render(<GuideList guide={guide} time={now} now={now} onOpen={() => undefined} />))
  await vi.waitFor(() => act(async () => expect(page.textContent).toContain('At 0')))
  const row = page.querySelector('li')!
  const titles = [...row.querySelectorAll('button')].map(
    (button) => button.lastElementChild?.textContent || button.children[1]?.textContent,
  )
  expect([row.style.height, titles]).toEqual(['100px', ['At 0', 'At 1']])
  act(() => root.unmount())
})
