import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  history.replaceState(null, '', '/')
  vi.resetModules()
})

test.each([
  [1, '1 min', '1 min'],
  [59, '59 min', '59 min'],
  [60, '1 h', '1 u'],
  [61, '1 h 1 min', '1 u 1 min'],
  [375, '6 h 15 min', '6 u 15 min'],
  [1440, '24 h', '24 u'],
])('%d minutes are %s, in Dutch %s', async (minutes, en, nl) => {
  for (const [language, text] of [
    ['en', en],
    ['nl', nl],
  ]) {
    vi.resetModules()
    history.replaceState(null, '', `/${language}/`)
    const { formatMinutes } = await import('./format-minutes.ts')
    expect(formatMinutes(minutes)).toBe(text)
  }
})
