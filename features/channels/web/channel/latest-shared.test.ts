import { expect, test } from 'vitest'
import { sampleChannel } from '../samples.ts'
import { findLatestSharedId } from './channel-series.ts'

const sharedOn = (day: number) => ({ url: null, shared_at: `2026-05-${String(day).padStart(2, '0')}T18:02:00.000Z` })

test('the last shared video is found at any position, and a shared series by its first video', () => {
  const channel = sampleChannel({ s1: ['a', 'b'], s2: ['c', 'd'] }, { direct_publish: true })
  expect(findLatestSharedId(channel)).toBeUndefined()
  const [first, second] = channel.series
  first!.videos[0]!.shared = sharedOn(3)
  first!.videos[1]!.shared = sharedOn(9)
  expect(findLatestSharedId(channel)).toBe('b')
  second!.shared = sharedOn(12)
  expect(findLatestSharedId(channel)).toBe('c')
})
