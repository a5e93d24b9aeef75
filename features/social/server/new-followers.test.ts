import { expect, onTestFinished, test, vi } from 'vitest'
import type { Jobs } from '#kit/server/jobs/jobs.ts'
import { createOwnerNotifier } from './new-followers.ts'

test('the first follower is notified immediately, those of the next second together, and after a pause immediately again', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const delays: unknown[] = []
  const send: Jobs['send'] = (_job, _payload, options) => Promise.resolve(String(delays.push(options?.startAfter ?? 0)))
  const notifyOwnersSoon = createOwnerNotifier({ send })
  for (const [passedMs, expected] of [
    [0, [0]],
    [10, [0, 1]],
    [900, [0, 1]],
    [200, [0, 1, 1]],
    [2500, [0, 1, 1, 0]],
  ] as const) {
    vi.advanceTimersByTime(passedMs)
    notifyOwnersSoon()
    expect(delays).toEqual(expected)
  }
})
