import { act, type ReactNode } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { go, pageHistory } from '#shell/navigation.ts'
import type { Welcome } from '../../contract/welcome.ts'
import en from '../../locales/en.json' with { type: 'json' }
import { hostileHtml, Refusal, createTestScreen } from '../test-screen.tsx'
import { parseWallTime, zoneName } from '../wall-time.ts'
import { versionState, type Version } from './fields.ts'
import { PagesScreen } from './PagesScreen.tsx'

vi.mock('#features/accounts/web/OperatorPage.tsx', () => ({
  OperatorPage: ({ children }: { children: ReactNode }) => <main>{children}</main>,
}))
const file = new File(['png'], 'a.png', { type: 'image/png' })
/** Replaces the image field with a button, because choosing and cropping have their own tests. */
vi.mock('#ui/ImageField.tsx', () => ({
  ImageField: ({ label, error, onChoose }: { label: string; error?: string; onChoose: (file: File) => void }) => (
    <button type="button" aria-label={`Choose ${label}`} onClick={() => onChoose(file)}>
      {error}
    </button>
  ),
}))
vi.mock('#ui/DragGrip.tsx', () => ({
  DragGrip: ({ label, onDrop }: { label: string; onDrop: (to: number) => void }) => (
    <button type="button" aria-label={label} onClick={() => onDrop(0)}>
      {label}
    </button>
  ),
}))
const openDialog = vi.hoisted(() => vi.fn<(load: unknown, props: unknown) => Promise<unknown>>(() => Promise.resolve()))
vi.mock('#ui/dialogs.ts', async (original) => ({ ...(await original<object>()), openDialog }))
const toast = vi.hoisted(() => vi.fn<(text: string) => void>())
vi.mock('#ui/toasts.ts', () => ({ toast, announce: () => {} }))

const { page, show, shows, press, type, inputOf, until, changes } = createTestScreen()
const path = '/api/operator/welcome/heart'

const texts = { en: { title: hostileHtml, description: 'Look.' }, nl: { title: 'Kijk', description: 'Kijk eens.' } }
const version = (number: string, fields: Partial<Version> = {}): Version => ({
  version: number,
  state: 'published',
  content: { ...texts, images: [], carousels: [] },
  starts_at: null,
  ends_at: null,
  saved_at: '2026-05-04T10:00:00.000Z',
  saved_by: hostileHtml,
  is_shown: true,
  ...fields,
})
const welcome = (...versions: Version[]): Welcome => ({ version: versions[0]?.version ?? '0', versions, pictures: [] })
const preview = { title: hostileHtml, description: 'Look.', images: [], hero: null, carousels: [] }
const title = 'Title (English)'
const sentBodies = () => changes().map(({ body }) => body)

beforeEach(() => {
  toast.mockClear()
  openDialog.mockReset()
  go('/en/operator/pages?page=heart', { replace: true })
})

test('a page without versions shows the default introduction; the address names the page', async () => {
  await show(<PagesScreen />, { [`GET ${path}`]: welcome(), 'GET /api/operator/welcome/tv': welcome() })
  await shows(en.pages.own_now)
  await shows(en.pages.versions_none)
  await act(async () => page.querySelector<HTMLInputElement>('input[value=tv]')!.click())
  await until(() => expect(pageHistory.get().search).toBe('?page=tv'))
  await shows(en.pages.own_now)
})

test('errors appear at their fields, and a page is published with moments of the named zone', async () => {
  let response: object = new Refusal(422, 'invalid', { 'content.nl.title': ['Give a title'], ends_at: ['Too early'] })
  await show(<PagesScreen />, { [`GET ${path}`]: welcome(), [`POST ${path}`]: () => response })
  await shows(`In the time zone ${zoneName()}.`)
  expect(inputOf(title)).toBeNull()
  await act(async () => page.querySelector<HTMLInputElement>('input[type=checkbox]')!.click())
  await type(title, 'Hello')
  await type(en.pages.from, '2035-06-01T10:00')
  await type(en.pages.until, '2035-05-01T10:00')
  await press(en.pages.publish)
  await shows('Give a title')
  await shows('Too early')
  expect(inputOf('Title (Dutch)').getAttribute('aria-invalid')).toBe('true')
  expect(inputOf(title).value).toBe('Hello')
  response = welcome(version('1'))
  await type(en.pages.until, '2035-07-01T10:00')
  await press(en.pages.publish)
  await until(() => expect(toast).toHaveBeenCalledWith(en.pages.published))
  expect(sentBodies().at(-1)).toMatchObject({
    publish: true,
    version: '0',
    content: { en: { title: 'Hello', description: '' }, images: [], carousels: [] },
    starts_at: parseWallTime('2035-06-01T10:00'),
    ends_at: parseWallTime('2035-07-01T10:00'),
  })
})

test('typed values stay when another operator has changed the page', async () => {
  let now = welcome(version('1'))
  await show(<PagesScreen />, {
    [`GET ${path}`]: () => now,
    [`POST ${path}`]: ({ body }) => ((body as { version: string }).version === now.version ? now : new Refusal(409, 'welcome_changed')),
  })
  await shows(en.pages.versions)
  await type(title, 'Mine')
  now = welcome(version('2', { content: { ...texts, en: { title: 'Theirs', description: 'A' }, images: [], carousels: [] } }))
  await press(en.pages.save)
  await shows(en.behind.text)
  expect(inputOf(title).value).toBe('Mine')
  await press(en.behind.keep)
  await press(en.pages.save)
  await until(() => expect(toast).toHaveBeenCalledWith(en.pages.saved))
  expect(sentBodies()).toMatchObject([{ version: '1' }, { version: '2', publish: false, content: { en: { title: 'Mine' } } }])
})

test('a preview shows guest and user views in both languages, as text, and disappears when closed', async () => {
  await show(<PagesScreen />, { [`GET ${path}`]: welcome(version('1')), [`POST ${path}/preview`]: preview })
  await shows(en.pages.versions)
  await press(en.pages.preview)
  await shows(`On phones: ${hostileHtml.slice(0, 17)}`)
  expect(page.querySelector('h3[class]')).not.toBeNull()
  expect(page.querySelector('img')).toBeNull()
  const radio = (value: string) => act(async () => page.querySelector<HTMLInputElement>(`input[value=${value}]:not([name=""])`)!.click())
  await radio('nl')
  await until(() => expect(sentBodies()).toHaveLength(2))
  await act(async () => [...page.querySelectorAll<HTMLInputElement>('section input[value=user]')].at(-1)!.click())
  await until(() => expect(sentBodies()).toHaveLength(3))
  expect(sentBodies()).toMatchObject([
    { language: 'en', as: 'guest', content: { en: { title: hostileHtml } } },
    { language: 'nl', as: 'guest' },
    { language: 'nl', as: 'user' },
  ])
  await press(en.pages.preview_hide)
  await until(() => expect(page.textContent).not.toContain('On phones'))
})

test('pictures are uploaded when chosen; series are added and arranged', async () => {
  openDialog.mockResolvedValueOnce('Se3Jw8PdY6b')
  await show(<PagesScreen />, {
    [`GET ${path}`]: welcome(version('1', { content: { ...texts, images: [], carousels: ['Se3Jw8PdY6a'] } })),
    [`POST ${path}`]: welcome(version('2')),
    'POST /api/operator/welcome-pictures': { id: 'Pi3Jw8PdY6t', image: '/media/a.webp' },
    'GET /api/series/Se3Jw8PdY6a': { id: 'Se3Jw8PdY6a', name: hostileHtml },
    'GET /api/series/Se3Jw8PdY6b': new Refusal(404, 'not_found'),
  })
  await shows(en.pages.versions)
  await press(en.pages.add_picture)
  await press('Choose Picture 1')
  await type(en.pages.link, '/channels')
  await type('Caption (English)', 'A')
  await type('Caption (Dutch)', 'B')
  await press(en.pages.add_series)
  await shows('A series that is no longer public (Se3Jw8PdY6b)')
  await press('Move A series that is no longer public (Se3Jw8PdY6b)')
  await press(en.pages.save)
  const savedChange = () => changes().find(({ url }) => url === path)
  await until(() => expect(savedChange()).toBeDefined())
  expect(savedChange()!.body).toMatchObject({
    content: { images: [{ picture: 'Pi3Jw8PdY6t', url: '/channels', en: 'A', nl: 'B' }], carousels: ['Se3Jw8PdY6b', 'Se3Jw8PdY6a'] },
  })
  expect(page.querySelector('img[src=x]')).toBeNull()
})

test('a series of a hidden channel is named at its row, until the list changes', async () => {
  const names = { Se3Jw8PdY6a: 'First', Se3Jw8PdY6b: 'Second' }
  await show(<PagesScreen />, {
    [`GET ${path}`]: welcome(version('1', { content: { ...texts, images: [], carousels: Object.keys(names) } })),
    [`POST ${path}`]: new Refusal(422, 'invalid', { 'content.carousels.1': ['Not public'], 'content.carousels': ['Not public'] }),
    ...Object.fromEntries(Object.entries(names).map(([id, name]) => [`GET /api/series/${id}`, { id, name }])),
  })
  await shows('Second')
  await press(en.pages.publish)
  const alerts = () => [...page.querySelectorAll('[role=alert]')].map((item) => item.closest('li')?.textContent ?? item.textContent)
  await until(() => expect(alerts()).toEqual([expect.stringContaining('Second')]))
  expect(document.activeElement?.id).toBe('carousels')
  await press('Remove First')
  await until(() => expect(alerts()).toEqual([]))
})

test('a refused picture says why, and one that was not chosen too', async () => {
  await show(<PagesScreen />, {
    [`GET ${path}`]: welcome(version('1')),
    [`POST ${path}`]: new Refusal(422, 'invalid', { 'content.images.0.picture': ['Invalid id'] }),
    'POST /api/operator/welcome-pictures': new Refusal(422, 'invalid', { image: ['Not a picture'] }),
  })
  await shows(en.pages.versions)
  await press(en.pages.add_picture)
  await press(en.pages.publish)
  await shows(en.pages.picture_missing)
  await press('Choose Picture 1')
  await shows('Not a picture')
  await press('Remove picture 1')
  await until(() => expect(page.textContent).not.toContain('Not a picture'))
})

test('versions show their time and can be edited again; the last publication can be undone', async () => {
  const planned = version('3', { is_shown: false, starts_at: '2035-06-01T10:00:00.000Z' })
  const ownVersion = version('2', { content: null })
  await show(<PagesScreen />, {
    [`GET ${path}`]: welcome(planned, ownVersion, version('1', { is_shown: false })),
    [`POST ${path}/undo`]: welcome(ownVersion),
  })
  await shows(`${en.pages.state.planned} · from 1 June 2035`)
  await shows(`${en.pages.version_own}${en.pages.state.shown}`)
  expect(inputOf(title)).toBeNull()
  const retryButtons = [...page.querySelectorAll('button')].filter(({ textContent }) => textContent === en.pages.use)
  await act(async () => retryButtons.at(-1)!.click())
  await until(() => expect(inputOf(title).value).toBe(hostileHtml))
  await press(en.pages.undo)
  await until(() => expect(toast).toHaveBeenCalledWith(en.pages.undone))
  expect(sentBodies()).toEqual([{ version: '3' }])
  // The typed values stay.
  expect(inputOf(title).value).toBe(hostileHtml)
})

test('the state of a version depends on its time', () => {
  const stateAt = (fields: Partial<Version>) =>
    versionState(version('1', { is_shown: false, ...fields }), Date.parse('2026-06-01T00:00:00.000Z'))
  expect(stateAt({ is_shown: true })).toBe('shown')
  expect(stateAt({ starts_at: '2026-06-02T00:00:00.000Z' })).toBe('planned')
  expect(stateAt({ ends_at: '2026-06-01T00:00:00.000Z' })).toBe('ended')
  expect(stateAt({ state: 'draft' })).toBe('draft')
  expect(stateAt({ state: 'undone', is_shown: false })).toBe('undone')
  expect(stateAt({})).toBe('published')
})
