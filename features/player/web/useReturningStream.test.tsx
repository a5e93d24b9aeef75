import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useReturningStream } from './useReturningStream.ts'

const src = 'https://live.example.com/list.m3u8'
const onReturn = vi.fn<() => void>()
let root: Root

function Player({ failed }: { failed: boolean }) {
  useReturningStream(failed ? src : undefined, onReturn)
  return null
}
const render = (failed: boolean) => act(async () => root.render(<Player failed={failed} />))
const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000))

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('#EXTM3U')))
  onReturn.mockReset()
  root = createRoot(document.createElement('div'))
})
afterEach(async () => {
  await act(async () => root.unmount())
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a stream whose list returns is played again; if it fails again soon, the next attempts come ever later', async () => {
  await render(true)
  await pass(10)
  expect(onReturn).toHaveBeenCalledTimes(1)
  // The list can be read, but its segments are missing.
  for (const waitSeconds of [20, 40]) {
    onReturn.mockReset()
    await render(false)
    await pass(4)
    await render(true)
    await pass(waitSeconds - 1)
    expect(onReturn).not.toHaveBeenCalled()
    await pass(1)
    expect(onReturn).toHaveBeenCalledTimes(1)
  }
  await render(false)
  await pass(120)
  await render(true)
  onReturn.mockReset()
  await pass(10)
  expect(onReturn).toHaveBeenCalledTimes(1)
})
