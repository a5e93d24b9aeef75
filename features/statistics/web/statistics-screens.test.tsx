import { QueryClientProvider } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '#kit/web/query-client.ts'
import { storage } from '#kit/web/storage.ts'
import type { ChannelStatistics } from '../contract.ts'
import { addDays } from '../rules.ts'
import { dateOf } from './dates.ts'
import { changeText } from './details/change.ts'
import { StatisticsScreen } from './StatisticsScreen.tsx'

vi.mock('#shell/Screen.tsx', () => ({
  Screen: ({ title, children }: { title: string; children: ReactNode }) => (
    <main>
      <h1>{title}</h1>
      {children}
    </main>
  ),
}))
const go = vi.hoisted(() => vi.fn<(href: string) => void>())
vi.mock('#shell/navigation.ts', () => ({ go, useGo: () => go }))
const toast = vi.hoisted(() => vi.fn<(text: string) => void>())
vi.mock('#ui/toasts.ts', () => ({ toast, announce: () => {} }))

const today = dateOf()
const counts = {
  follows: 2,
  newfollows: 0,
  unfollows: 0,
  goToClicks: 0,
  views: 12,
  uniqueViews: 5,
  watchedSeconds: 5400,
  sharing: 0,
  moreInfoClicks: 0,
  ownViews: 1,
}
const figures: ChannelStatistics = {
  playlist: { id: 'Ch5Mx2Kq9Za', name: 'Night Trains', icon: null, status_id: 1 },
  type: 'day',
  start_date: addDays(today, -6),
  end_date: today,
  totals: counts,
  previous: { ...counts, views: 10, uniqueViews: '< 5', watchedSeconds: 3600 },
  follows: [],
  newfollows: [],
  unfollows: [],
  goToClicks: [],
  views: [{ date: today, count: 12 }],
  uniqueViews: [{ date: today, count: '< 5' }],
  watchedSeconds: [{ date: today, count: 5400 }],
  sharing: [],
  moreInfoClicks: [],
  ownViews: [],
  provisional_from: new Date().toISOString(),
}

let root: Root
let answers: Record<string, unknown>
const page = document.createElement('div')

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  storage.set('access_token', 'token')
  go.mockClear()
  toast.mockClear()
  answers = { '/api/user/profile': { is_broadcaster: false, created_at: '2025-02-03T10:00:00.000Z' } }
  vi.stubGlobal('fetch', (url: string) => {
    const response = Object.entries(answers)
      .toSorted(([one], [other]) => other.length - one.length)
      .find(([path]) => url.startsWith(path))?.[1]
    const status = response === undefined ? 404 : 200
    return Promise.resolve(
      new Response(JSON.stringify(response ?? { message: 'Not found', code: 'not_found', errors: {} }), {
        status,
        headers: { 'content-type': 'application/json' },
      }),
    )
  })
  root = createRoot(page)
})
afterEach(() => {
  act(() => root.unmount())
  storage.remove('access_token')
  vi.unstubAllGlobals()
})

const show = (element: ReactNode) =>
  act(async () => root.render(<QueryClientProvider client={createQueryClient()}>{element}</QueryClientProvider>))
const waitForText = (text: string) =>
  vi.waitFor(async () => {
    await act(() => new Promise((resolve) => setTimeout(resolve)))
    expect(page.textContent).toContain(text)
  })

test('the list has names and views, in singular and plural, and copies a line', async () => {
  const tile = { icon: null, status_id: 1, unique_views: 1, followers: 0, recent_views: 1 }
  answers['/api/statistics/playlists'] = {
    playlists: [
      { ...tile, id: 'Ch5Mx2Kq9Za', name: 'One', views: 1 },
      { ...tile, id: 'Ch5Mx2Kq9Zb', name: 'Many', views: 1200 },
    ],
  }
  const writeText = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve())
  vi.stubGlobal('navigator', { onLine: true, clipboard: { writeText } })
  await show(<StatisticsScreen />)
  await waitForText('1 view ·')
  await waitForText('1,200 views ·')
  expect(page.querySelector('a')!.getAttribute('href')).toBe('/en/statistics?playlist=Ch5Mx2Kq9Za')
  await act(async () => page.querySelector<HTMLButtonElement>('[aria-label="Copy name and views of Many"]')!.click())
  expect(writeText).toHaveBeenCalledWith('Many: 1,200 views')
  expect(toast).toHaveBeenCalledWith('Copied: Many: 1,200 views')
})

test('a switch turns the monthly email on, not for a team; its failure can be retried', async () => {
  const tile = { icon: null, status_id: 1, unique_views: 1, followers: 0, recent_views: 1 }
  answers['/api/statistics/playlists'] = { playlists: [{ ...tile, id: 'Ch5Mx2Kq9Za', name: 'One', views: 1 }] }
  await show(<StatisticsScreen />)
  await waitForText('The email setting couldn’t be loaded')
  answers['/api/user/statistics-mail'] = { is_on: false, time_zone: null }
  await act(async () => page.querySelector<HTMLButtonElement>('[role="alert"] button')!.click())
  await waitForText('On the 1st at 9:00')
  const input = () => page.querySelector<HTMLInputElement>('[role="switch"]')
  expect(input()!.checked).toBe(false)
  answers['/api/user/statistics-mail'] = { is_on: true, time_zone: 'Asia/Kolkata' }
  await act(async () => input()!.click())
  await waitForText('(Asia/Kolkata)')
  expect(input()!.checked).toBe(true)
  act(() => storage.set('account_mode', 'TEAM'))
  expect(input()).toBeNull()
  act(() => storage.remove('account_mode'))
})

test('a profile that fails to load is reported as what the screen shows', async () => {
  delete answers['/api/user/profile']
  await show(<StatisticsScreen />)
  await waitForText('The statistics couldn’t be loaded')
  expect(page.textContent).not.toContain('profile')
})

test('an empty list offers to create a channel; a failed one can be retried', async () => {
  answers['/api/statistics/playlists'] = { playlists: [] }
  await show(<StatisticsScreen />)
  await waitForText('No channels yet')
  expect(page.querySelectorAll('button')[1]!.textContent).toBe('Make a channel')
  act(() => root.unmount())
  root = createRoot(page)
  delete answers['/api/statistics/playlists']
  await show(<StatisticsScreen />)
  await waitForText('Try again')
})

test('guests are led to their channels', async () => {
  storage.remove('access_token')
  await show(<StatisticsScreen />)
  expect(go).toHaveBeenCalledWith('/en/my-playlists', { replace: true })
})

test('details have totals with changes, and charts of the figures with data only', async () => {
  answers['/api/statistics/playlists/Ch5Mx2Kq9Za/now'] = { watching: '< 5', videos: [{ id: 'v1', title: 'Polar', watching: 3 }] }
  answers['/api/statistics/playlists/Ch5Mx2Kq9Za/videos'] = {
    videos: [
      {
        id: 'v1',
        title: 'Polar',
        image: null,
        series_id: null,
        is_deleted: false,
        views: 3,
        viewers: null,
        watched_seconds: null,
        reached: null,
      },
      {
        id: 'v2',
        title: 'Desert',
        image: null,
        series_id: null,
        is_deleted: false,
        views: 9,
        viewers: 6,
        watched_seconds: 5400,
        reached: [6, 6, 5, 5, 4, 4, 3, 3, 2, 1],
      },
    ],
    paths: [{ from_id: 'v1', from_title: 'Polar', to_id: 'v2', to_title: 'Desert', viewers: 5 }],
  }
  answers['/api/statistics/playlists/Ch5Mx2Kq9Za/sources'] = {
    sources: [
      { kind: 'share', name: 'whatsapp', views: 3 },
      { kind: 'embed', name: 'news.example', views: 1 },
    ],
  }
  answers['/api/statistics/playlists/Ch5Mx2Kq9Za'] = figures
  await show(<StatisticsScreen playlist="Ch5Mx2Kq9Za" />)
  await waitForText('Night Trains')
  await waitForText('Fewer than 5 people are watching')
  await waitForText('Polar3')
  await waitForText('+2 (+20%)')
  await waitForText('+30 min (+50%)')
  expect([...page.querySelectorAll('input[type=range]')].map((item) => item.getAttribute('aria-label'))).toEqual([
    'Views',
    'Unique views',
    'Watch time',
  ])
  await waitForText('small numbers of viewers')
  await waitForText('Of 6 viewers, 4 reached half and 1 the end.')
  await waitForText('9 views · 1 h 30 min watched · 6 viewers')
  await waitForText('From “Polar” to “Desert”')
  await waitForText('Shared on WhatsApp')
  await waitForText('1 view (25%)')
  await act(async () => page.querySelector<HTMLButtonElement>('[aria-label="About Views"]')!.click())
  await waitForText('Your own views aren’t counted.')
})

test("another user's channel shows no statistics", async () => {
  await show(<StatisticsScreen playlist="Ch5Mx2Kq9Za" />)
  await waitForText('This channel doesn’t exist, or it isn’t yours.')
  expect(page.querySelector('a')!.getAttribute('href')).toBe('/en/statistics')
})

test('a channel that is deleted while its statistics are open is reported as missing', async () => {
  const path = '/api/statistics/playlists/Ch5Mx2Kq9Za'
  Object.assign(answers, { [`${path}/now`]: { watching: 0, videos: [] }, [`${path}/videos`]: { videos: [], paths: [] } })
  Object.assign(answers, { [`${path}/sources`]: { sources: [] }, [path]: figures })
  await show(<StatisticsScreen playlist="Ch5Mx2Kq9Za" />)
  await waitForText('Night Trains')
  delete answers[path]
  await act(async () => page.querySelectorAll<HTMLInputElement>('input[type=radio]')[1]!.click())
  await waitForText('This channel doesn’t exist, or it isn’t yours.')
  expect(page.querySelector('a')!.getAttribute('href')).toBe('/en/statistics')
})

test('totals show their changes, except hidden numbers', () => {
  expect([changeText(12, 10), changeText(5, 10), changeText(3, 0), changeText(3, 3), changeText('< 5', 3)]).toEqual([
    '+2 (+20%)',
    '-5 (-50%)',
    '+3',
    'No change',
    'No comparison',
  ])
})

test('broadcasters choose a month of their TV channels', async () => {
  answers['/api/user/profile'] = { is_broadcaster: true, created_at: '2025-02-03T10:00:00.000Z' }
  answers['/api/broadcaster'] = {
    channels: [
      {
        id: 'Tv5Mx2Kq9Za',
        channel: 'Station',
        logoId: null,
        followed_count: 3,
        sharings_count: 1,
        unique_viewers_count: 7,
        viewers_count: 1200,
      },
    ],
  }
  await show(<StatisticsScreen />)
  await waitForText('Total views')
  await waitForText('1,200')
  await waitForText('This month isn’t over: its figures still change.')
  const button = (label: string) => page.querySelector<HTMLButtonElement>(`[aria-label="${label}"]`)!
  expect(button('Next month').disabled).toBe(true)
  await act(async () => button('Previous month').click())
  await waitForText('This month is over')
  answers['/api/broadcaster/Tv5Mx2Kq9Za/programmes'] = {
    data: [
      { id: 'Pr5Mx2Kq9Za', title: 'The news', starts_at: '2026-11-01T19:00:00.000Z', stops_at: '2026-11-01T20:00:00.000Z', viewers: 1234 },
    ],
    next_cursor: null,
  }
  await act(async () => page.querySelector('summary')!.click())
  await waitForText('The news')
  await waitForText('1,234')
  expect(button('Next month').disabled).toBe(false)
  // In another month the programmes are still open.
  await act(async () => button('Next month').click())
  await waitForText('This month isn’t over')
  expect(page.querySelector('details')!.open).toBe(true)
})
