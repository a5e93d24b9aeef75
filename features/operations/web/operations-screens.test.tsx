import { QueryClientProvider } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '#kit/web/query-client.ts'
import type { Check, FigureRow } from '../contract.ts'
import type { JobKind, OperatorJob } from '../contract/jobs.ts'
import type { StorageOverview } from '../contract/storage.ts'
import { figures } from '../rules.ts'
import { fillDays, utcDay } from './days.ts'
import { filterHref, readFilter } from './jobs/address.ts'
import { JobCard } from './jobs/JobCard.tsx'
import { JobList } from './jobs/JobList.tsx'
import { KindRow } from './jobs/KindRow.tsx'
import { OverviewScreen } from './overview/OverviewScreen.tsx'
import { StorageScreen } from './storage/StorageScreen.tsx'

vi.mock('#features/accounts/web/OperatorPage.tsx', () => ({
  OperatorPage: ({ children }: { children: ReactNode }) => <main>{children}</main>,
}))
const confirm = vi.hoisted(() => vi.fn<(question: { title: string; text: string }) => Promise<boolean>>(() => Promise.resolve(true)))
vi.mock('#ui/confirm.ts', () => ({ confirm }))
const toast = vi.hoisted(() => vi.fn<(text: string) => void>())
vi.mock('#ui/toasts.ts', () => ({ toast, announce: () => {} }))
vi.mock('#ui/MenuButton.tsx', () => ({
  MenuButton: ({ menu }: { menu: { rows: () => readonly { id: string; name: string; perform: () => void }[] } }) =>
    menu.rows().map(({ id, name, perform }) => (
      <button key={id} onClick={perform}>
        {name}
      </button>
    )),
}))

let root: Root
const page = document.createElement('div')
const requests: string[] = []

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  confirm.mockClear()
  requests.length = 0
})
afterEach(() => {
  act(() => root.unmount())
  vi.unstubAllGlobals()
})

async function show(element: ReactNode, answers: Record<string, unknown> = {}, status = 200) {
  vi.stubGlobal('fetch', (url: string, { method = 'GET' }: RequestInit = {}) => {
    requests.push(`${method} ${url}`)
    const [, response] = Object.entries(answers).find(([path]) => url.startsWith(path)) ?? [undefined, {}]
    return Promise.resolve(new Response(JSON.stringify(response), { status, headers: { 'content-type': 'application/json' } }))
  })
  root = createRoot(page)
  await act(async () => root.render(<QueryClientProvider client={createQueryClient()}>{element}</QueryClientProvider>))
}
const waitForText = (text: string) => vi.waitFor(() => act(async () => expect(page.textContent).toContain(text)))
const clickButton = (name: string) =>
  act(async () =>
    [...page.querySelectorAll('button')].find((button) => (button.getAttribute('aria-label') ?? button.textContent) === name)!.click(),
  )

const check = (fields: Partial<Check>): Check => ({ key: 'mail', state: 'ok', text: 'Emails are being sent.', url: null, ...fields })
const noFigures: FigureRow[] = figures.map((figure) => ({ figure, day: 0, month: 0, days: [] }))

test('problems come first, each with its description and a link to the page that fixes it', async () => {
  const checks = [
    check({}),
    check({ key: 'imports', state: 'problem', text: 'The import of <img src=x onerror=alert(1)> is failing.', url: '/en/operator/tv' }),
    check({ key: 'jobs', state: 'warning', text: 'One failed.' }),
  ]
  await show(<OverviewScreen />, { '/api/operator': { checks, figures: noFigures } })
  await waitForText('2 things need your attention.')
  expect([...page.querySelectorAll('h3')].map(({ textContent }) => textContent)).toEqual(['Lists and guides', 'Background jobs', 'Email'])
  expect(page.querySelector('img')).toBeNull()
  expect(page.textContent).toContain('Problem · The import of <img src=x onerror=alert(1)> is failing.')
  expect(page.querySelector('a[aria-label]')!.getAttribute('href')).toBe('/en/operator/tv')
  expect(page.textContent).toContain('No figures yet')
})

test('each figure has a chart with yesterday and the month', async () => {
  const counted = noFigures.map((row) => ({ ...row, day: 3, month: 4, days: [{ date: utcDay(-1), count: 3 }] }))
  await show(<OverviewScreen />, { '/api/operator': { checks: [check({})], figures: counted } })
  await waitForText('Everything is all right.')
  expect(page.querySelectorAll('svg[viewBox*="180"]')).toHaveLength(figures.length)
  expect(page.textContent).toContain('Yesterday 3 · 30 days 4')
  expect(page.textContent).toContain('busiest day 4')
})

test('a failed overview shows an error and can be retried', async () => {
  await show(<OverviewScreen />, { '/api/operator': { message: 'The database is away.', code: 'unavailable', errors: {} } }, 500)
  await waitForText('The overview couldn’t be loaded')
  expect(page.querySelector('button')!.textContent).toBe('Try again')
})

test('days without a count are 0 from the first counted one', () => {
  const days = [{ date: '2026-11-24', count: 2 }]
  expect(fillDays(days, '2026-11-20', '2026-11-26').map(({ date, count }) => [date, count])).toEqual([
    ['2026-11-24', 2],
    ['2026-11-25', 0],
    ['2026-11-26', 0],
  ])
  expect(fillDays([], '2026-11-20', '2026-11-26')).toEqual([{ date: '2026-11-26', count: 0 }])
})

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const job: OperatorJob = {
  id: '7f3c1a52-9d0e-4b61-8c2f-5a6b7c8d9e0f',
  kind: 'mail',
  title: 'Emails',
  state: 'dead',
  attempts: 3,
  max_attempts: 3,
  percent: null,
  error: '<img src=x onerror=alert(1)>',
  created_at: minutesAgo(5),
  run_after: minutesAgo(5),
  started_at: minutesAgo(5),
  finished_at: minutesAgo(4),
  is_silent: false,
  is_cancelling: false,
  is_paused: false,
  owner: { id: 'aaaaaaaaaaa', nickname: '<b>Zoë</b>' },
  fields: [{ name: 'id', value: '<i>abc</i>' }],
}

test('a failed job shows its reason as text, is retried immediately, and discarded after a confirmation that names its user', async () => {
  await show(<JobCard job={job} />, { '/api': { ...job, state: 'waiting' } })
  for (const text of ['<img src=x onerror=alert(1)>', '<b>Zoë</b>', 'id: <i>abc</i>', 'Attempt 3 of 3'])
    expect(page.textContent).toContain(text)
  expect(page.querySelector('img, b, i[id]')).toBeNull()
  await clickButton('Retry Emails, sent 5 minutes ago')
  expect(requests).toContain(`POST /api/operator/jobs/${job.id}/retry`)
  await clickButton('Discard Emails, sent 5 minutes ago')
  expect(confirm.mock.calls[0]![0]).toMatchObject({ text: 'The job for <b>Zoë</b> will not run. This can’t be undone.' })
  await vi.waitFor(() => expect(requests).toContain(`DELETE /api/operator/jobs/${job.id}`))
})

test('a running job shows its progress, and reports that its process died', async () => {
  await show(<JobCard job={{ ...job, state: 'active', error: null, finished_at: null, percent: 40, is_silent: true }} />)
  expect(page.querySelector('progress')!.getAttribute('aria-label')).toBe('Progress of Emails')
  expect(page.textContent).toContain('stopped responding')
  expect(page.querySelectorAll('button')).toHaveLength(1)
})

const kind: JobKind = {
  kind: 'mail',
  title: 'Emails',
  waiting: 2,
  active: 0,
  dead: 1000,
  due_since: null,
  schedule: null,
  next_at: null,
  paused_at: minutesAgo(60),
}

test('a kind shows bounded counts, links to its failed jobs, and shows that it is paused', async () => {
  await show(<KindRow kind={kind} />)
  expect(page.textContent).toContain('1,000 or more failed · 2 waiting · Paused 1 hour ago')
  expect(page.querySelector('a')!.getAttribute('href')).toBe('/en/operator/jobs?kind=mail&state=dead')
})

test('retrying the failed jobs of a paused kind shows that they wait', async () => {
  await show(<KindRow kind={kind} />, { '/api': { count: 2 } })
  await clickButton('Retry failed jobs')
  expect(confirm.mock.calls[0]![0]).toMatchObject({ text: '1,000 jobs wait until you resume this kind.' })
  await vi.waitFor(() => expect(toast).toHaveBeenLastCalledWith('2 jobs wait until you resume this kind.'))
})

test('retrying a job of a paused kind shows that it waits', async () => {
  await show(<JobCard job={job} />, { '/api': { ...job, state: 'waiting', is_paused: true } })
  await clickButton('Retry Emails, sent 5 minutes ago')
  await vi.waitFor(() => expect(toast).toHaveBeenLastCalledWith('The job waits until this kind is resumed.'))
})

test('a waiting job of a paused kind shows no start time', async () => {
  await show(<JobCard job={{ ...job, state: 'waiting', is_paused: true }} />)
  expect(page.textContent).toContain('Starts when its kind is resumed')
})

test('a list without jobs leads back to the kinds', async () => {
  await show(<JobList filter={{ state: 'dead' }} />, { '/api/operator/jobs': { data: [], next_cursor: null } })
  await waitForText('No job has failed.')
  expect(page.querySelector('a')!.getAttribute('href')).toBe('/en/operator/jobs')
})

test('rows of a list keep their places while jobs come and go, until it is refreshed', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const jobOf = (id: string) => ({ ...job, id, title: `Job ${id}`, state: 'waiting' as const })
  const response = { data: ['a', 'b', 'c'].map(jobOf), next_cursor: null }
  await show(<JobList filter={{ state: 'waiting' }} />, { '/api/operator/jobs': response })
  await waitForText('Job c')
  const titles = () => [...page.querySelectorAll('li h2')].map(({ textContent }) => textContent)
  response.data = ['new', 'b', 'c', 'later'].map(jobOf)
  await act(async () => vi.advanceTimersByTime(3000))
  await waitForText('1 new job')
  expect(titles()).toEqual(['Job a', 'Job b', 'Job c', 'Job later'])
  const first = page.querySelector('li')!
  expect(first.textContent).toContain('No longer in this list')
  expect([...first.querySelectorAll('button')].every(({ disabled }) => disabled)).toBe(true)
  response.data = []
  await act(async () => vi.advanceTimersByTime(3000))
  await vi.waitFor(() => act(async () => expect(page.textContent).not.toContain('1 new job')))
  expect(titles()).toHaveLength(4)
  await clickButton('Refresh the list')
  await waitForText('No jobs')
  vi.useRealTimers()
})

test('the address names kind and state; anything else in it is ignored', () => {
  expect(readFilter('?kind=mail&state=dead')).toEqual({ kind: 'mail', state: 'dead' })
  expect(readFilter('?kind=%3Cimg%3E&state=odd')).toEqual({ kind: undefined, state: undefined })
  expect(filterHref({ kind: 'mail', state: 'active' })).toBe('/en/operator/jobs?kind=mail&state=active')
})

const storage: StorageOverview = {
  place: { type: 'disk', state: 'low', free_bytes: 5 * 1024 ** 3, total_bytes: 100 * 1024 ** 3 },
  counted_at: minutesAgo(10),
  kinds: [
    { kind: 'pictures', bytes: 1024 ** 2, files: 12 },
    { kind: 'originals', bytes: 1024 ** 3, files: 2 },
  ],
  cleanable: [
    { what: 'failed_uploads', bytes: 1024 ** 2, files: 3, people: 2 },
    { what: 'unused_pictures', bytes: 0, files: 0, people: 0 },
  ],
  days: [
    { date: utcDay(-1), bytes: 1024 ** 3 },
    { date: utcDay(0), bytes: 1024 ** 3 },
  ],
  quota_bytes: 50 * 1024 ** 3,
}
const storageUsers = {
  data: [
    {
      id: 'aaaaaaaaaaa',
      nickname: '<img src=x>',
      email: 'ann@example.com',
      bytes: 1024 ** 3,
      files: 4,
      quota_bytes: 1024 ** 3,
      has_own_quota: true,
    },
  ],
  next_cursor: null,
}

test('storage shows location, kinds and users, and confirms with counts before it deletes', async () => {
  await show(<StorageScreen />, {
    '/api/operator/storage/people': storageUsers,
    '/api/operator/storage/clean': { job_id: job.id },
    '/api/operator/storage': storage,
  })
  await waitForText('5 GB of 100 GB free')
  await waitForText('<img src=x>')
  expect(page.querySelector('img')).toBeNull()
  expect(page.textContent).toContain('Less than a tenth of the disk is free.')
  expect(page.textContent).toContain('Nothing to clean')
  expect(page.textContent).toContain('own limit')
  await clickButton('Delete: Failed uploads')
  expect(confirm.mock.calls[0]![0].text).toMatch(/^3 files, 1 MB, of 2 users, counted .*can’t be undone\.$/)
  await vi.waitFor(() => expect(requests).toContain('POST /api/operator/storage/clean'))
  await vi.waitFor(() => expect(requests).toContain(`GET /api/operator/jobs/${job.id}`))
})

test('before the first count, storage can be counted; an unreachable store shows a message', async () => {
  const emptyStorage = { ...storage, counted_at: null, kinds: [], cleanable: [], days: [] }
  const away = { ...emptyStorage, place: { type: 's3', state: 'away', free_bytes: null, total_bytes: null } }
  await show(<StorageScreen />, { '/api/operator/storage': away })
  await waitForText('Not counted yet')
  expect(page.textContent).toContain('The storage doesn’t respond.')
  await clickButton('Count now')
  expect(requests).toContain('POST /api/operator/storage/count')
})
