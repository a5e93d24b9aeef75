import { expect, test, vi } from 'vitest'
import { countGuestEvent } from './guest-figures.ts'
import { createLimits } from './limits.ts'

const limits = createLimits({ db: undefined as never, log: { debug() {} } as never, enabled: true })
const allowed = (times: number, address: string, figure: string, userAgent = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0') =>
  Array.from({ length: times }, () => countGuestEvent(limits, { address, userAgent }, figure)).filter((result) => result.allowed).length

test('guests at one address add 20 to a figure in half an hour and 100 in a day; other figures and addresses are separate', () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 1), toFake: ['Date'] })
  expect(allowed(200, '203.0.113.9', 'views:one')).toBe(20)
  expect(allowed(1, '203.0.113.9', 'views:two')).toBe(1)
  expect(allowed(1, '203.0.113.10', 'views:one')).toBe(1)
  const ofDay = Array.from({ length: 48 }, (_, half) => {
    vi.setSystemTime(Date.UTC(2026, 0, 2) + half * 1_800_000)
    return allowed(30, '2001:db8::1', 'views:one') + allowed(30, '2001:db8::2', 'views:one')
  })
  expect(ofDay.reduce((sum, item) => sum + item)).toBe(100)
  vi.useRealTimers()
  limits.stop()
})

test('crawlers and link previews add to no figure; programs that people run themselves do', () => {
  const bots = [
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'facebookexternalhit/1.1',
    'WhatsApp/2.19',
    'Slackbot-LinkExpanding 1.0',
  ]
  for (const bot of bots) expect(allowed(1, '203.0.113.20', 'views:three', bot)).toBe(0)
  const programs = ['node', 'curl/8.5.0', 'Playwright/1.56.1 (x64; ubuntu 24.04) node/24.1', 'PostmanRuntime/7.43.0', '']
  for (const program of programs) expect(allowed(1, '203.0.113.20', 'views:three', program)).toBe(1)
})
