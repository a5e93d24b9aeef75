import { expect, test } from 'vitest'
import { visitors } from './visitors.ts'
import { workerOf } from './service-worker.ts'
import { site } from './product.ts'

const visit = visitors({ serviceWorker: true })
const { origin } = new URL(site.url)

test('a push shows the server’s text; a press closes it and opens its address in a new page', async () => {
  const page = await visit({ path: '/en/' })
  const { push, notifications, press, openedPages } = await workerOf(page)
  await push({ title: 'Choice', body: '“Rivers” begint zo', url: '/nl/channels', tag: 'notification1' })
  await push({ title: 'Choice', body: '<b>Two</b> new videos', url: '/en/playlists?playlist=abcdefghij1', tag: 'notification2' })
  await expect.poll(notifications).toEqual([
    { title: 'Choice', body: '“Rivers” begint zo', tag: 'notification1', data: { url: '/nl/channels' } },
    { title: 'Choice', body: '<b>Two</b> new videos', tag: 'notification2', data: { url: '/en/playlists?playlist=abcdefghij1' } },
  ])
  for (const { data } of await notifications()) await press(data)
  await expect
    .poll(async () => (await openedPages()).toSorted())
    .toEqual(['closed', 'closed', `opened ${origin}/en/playlists?playlist=abcdefghij1`, `opened ${origin}/nl/channels`])
})

test.for([
  ['en', 'Save this to Watch later?', 'There is no link to save'],
  ['nl', 'Dit bewaren bij Later bekijken?', 'Er is geen link om te bewaren'],
] as const)('content shared by other apps opens the address in the manifest: %s', async ([language, heading, noLink]) => {
  const page = await visit({ path: `/${language}/`, language })
  const href = await page.locator('link[rel=manifest]').getAttribute('href')
  const manifest = (await (await page.request.get(href!)).json()) as {
    share_target: { action: string; method: string; params: Record<'title' | 'text' | 'url', string> }
  }
  const { action, method, params } = manifest.share_target
  expect(method).toBe('GET')
  const shared = { title: 'A film', text: 'Look: https://films.test/one.', url: '' }
  const search = new URLSearchParams(Object.entries(shared).map(([name, value]) => [params[name as keyof typeof shared], value]))
  await page.goto(`${action}?${search.toString()}`)
  await expect(page.getByRole('heading', { name: heading })).toAppear()
  await expect(page.getByText('A film', { exact: true })).toAppear()
  // A shared text without a link shows a message, and the code in the text doesn't run.
  await page.goto(`${action}?${new URLSearchParams({ [params.url]: 'javascript:alert(1)' }).toString()}`)
  await expect(page.getByRole('heading', { name: noLink })).toAppear()
})
