import type { ReactNode } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Settings } from '../../contract/settings.ts'
import en from '../../locales/en.json' with { type: 'json' }
import { hostileHtml, Refusal, createTestScreen } from '../test-screen.tsx'
import { parseWallTime } from '../wall-time.ts'
import { SettingsScreen } from './SettingsScreen.tsx'

vi.mock('#features/accounts/web/OperatorPage.tsx', () => ({
  OperatorPage: ({ children }: { children: ReactNode }) => <main>{children}</main>,
  OperatorPageParts: ({ children }: { children: ReactNode }) => children,
}))
const confirm = vi.hoisted(() => vi.fn<(question: { title: string; text: string }) => Promise<boolean>>(() => Promise.resolve(true)))
vi.mock('#ui/confirm.ts', () => ({ confirm }))
const toast = vi.hoisted(() => vi.fn<(text: string) => void>())
vi.mock('#ui/toasts.ts', () => ({ toast, announce: () => {} }))

const { page, show, shows, press, type, inputOf, buttonOf, until, changes } = createTestScreen()
const path = '/api/operator/settings'

const neverSet = { version: '0', set_at: null, set_by: null }
const settings = (fields: Partial<Settings> = {}): Settings => ({
  site: { value: { name: null, contact: null }, ...neverSet },
  registration: { value: { mode: 'open' }, ...neverSet },
  announcement: { value: { message: null }, ...neverSet },
  uploads: { value: { quota_gb: null }, ...neverSet },
  names: { value: { blocked: [] }, ...neverSet },
  configured: { contact: 'tv@example.com', quota_gb: 50 },
  ...fields,
})
const storedVersion = (version: string) => ({ version, set_at: '2026-05-04T10:00:00.000Z', set_by: hostileHtml })
const settingsNamed = (name: string, version: string): Partial<Settings> => ({
  site: { value: { name, contact: null }, ...storedVersion(version) },
})
const entry = {
  id: '1',
  at: '2026-05-04T10:00:00.000Z',
  actor_id: 'Pe3Jw8PdY6t',
  actor_name: hostileHtml,
  act: 'setting.changed',
  thing: { type: 'setting', id: 'site', name: 'site' },
  person_id: null,
  before: { name: null },
  after: { name: hostileHtml },
  reason: '',
}
const others = {
  'GET /api/operator/invitations': { data: [], next_cursor: null },
  'GET /api/operator/audit': { data: [], next_cursor: null },
}
const save = (name: 'site' | 'announcement' | 'uploads') => `Save: ${en.settings[name].title}`
const undo = (name: 'site') => `Undo the last change: ${en.settings[name].title}`

beforeEach(() => {
  toast.mockClear()
  confirm.mockClear()
})

test('an invalid value is refused at its field, and the typed values stay', async () => {
  await show(<SettingsScreen />, {
    ...others,
    [`GET ${path}`]: settings(),
    [`POST ${path}`]: new Refusal(422, 'invalid', { 'value.contact': ['Not an address'] }),
  })
  await shows(en.settings.site.title)
  await shows('Leave empty to use tv@example.com, from the configuration.')
  await type(en.settings.site.contact, 'nobody')
  await press(save('site'))
  await shows('Not an address')
  expect(inputOf(en.settings.site.contact).value).toBe('nobody')
  expect(inputOf(en.settings.site.contact).getAttribute('aria-invalid')).toBe('true')
  expect(changes()).toMatchObject([{ body: { name: 'site', value: { name: null, contact: 'nobody' }, version: '0' } }])
})

test('another operator’s change doesn’t overwrite typed values: the operator chooses between both', async () => {
  let now = settings(settingsNamed('Theirs', '1'))
  await show(<SettingsScreen />, {
    ...others,
    [`GET ${path}`]: () => now,
    [`POST ${path}`]: ({ body }) => {
      const { version } = body as { version: string }
      if (version !== now.site.version) return new Refusal(409, 'setting_changed')
      now = settings(settingsNamed('Mine', '3'))
      return now
    },
  })
  await shows(en.settings.site.title)
  await type(en.settings.site.name, 'Mine')
  now = settings(settingsNamed('Newer', '2'))
  await press(save('site'))
  await shows(en.behind.text)
  expect(inputOf(en.settings.site.name).value).toBe('Mine')
  await press(en.behind.keep)
  await press(save('site'))
  await until(() => expect(toast).toHaveBeenCalledWith(en.settings.saved))
  expect(changes().map(({ body }) => (body as { version: string }).version)).toEqual(['1', '2'])
  expect(inputOf(en.settings.site.name).value).toBe('Mine')
  expect(page.textContent).not.toContain(en.behind.text)
})

test('the operator can discard typed values for the newer version', async () => {
  let now = settings(settingsNamed('Theirs', '1'))
  await show(<SettingsScreen />, { ...others, [`GET ${path}`]: () => now, [`POST ${path}`]: new Refusal(409, 'setting_changed') })
  await shows(en.settings.site.title)
  await type(en.settings.site.name, 'Mine')
  now = settings(settingsNamed('Newer', '2'))
  await press(save('site'))
  await press(en.behind.restart)
  await until(() => expect(inputOf(en.settings.site.name).value).toBe('Newer'))
})

test('a button restores the previous value; operators and times show as text', async () => {
  let now = settings(settingsNamed(hostileHtml, '4'))
  await show(<SettingsScreen />, {
    ...others,
    'GET /api/operator/audit': { data: [entry], next_cursor: null },
    [`GET ${path}`]: () => now,
    [`POST ${path}/undo`]: () => (now = settings(settingsNamed('Before', '5'))),
  })
  await shows(`by ${hostileHtml}`)
  await shows(`Name: empty → ${hostileHtml}`)
  expect(page.querySelector('img')).toBeNull()
  await press(undo('site'))
  await until(() => expect(inputOf(en.settings.site.name).value).toBe('Before'))
  expect(changes()).toMatchObject([{ url: `${path}/undo`, body: { name: 'site', version: '4' } }])
  expect(toast).toHaveBeenCalledWith(en.settings.undone)
})

test('an announcement is previewed in both languages while it is typed, and has an end', async () => {
  await show(<SettingsScreen />, { ...others, [`GET ${path}`]: settings(), [`POST ${path}`]: settings() })
  await shows(en.settings.announcement.preview_none)
  await type(en.settings.announcement.en, hostileHtml)
  await type(en.settings.announcement.nl, 'Zo terug')
  await type(en.settings.announcement.until, '2035-06-01T10:00')
  expect([...page.querySelectorAll('p[lang]')].map(({ textContent }) => textContent)).toEqual([hostileHtml, 'Zo terug'])
  await press(save('announcement'))
  const message = { en: hostileHtml, nl: 'Zo terug', until: parseWallTime('2035-06-01T10:00') }
  expect(changes()).toMatchObject([{ body: { name: 'announcement', value: { message } } }])
})

test('an empty limit means the configured limit', async () => {
  await show(<SettingsScreen />, { ...others, [`GET ${path}`]: settings(), [`POST ${path}`]: settings() })
  await shows('At most 50')
  await type(en.settings.uploads.quota, ' 20 ')
  await press(save('uploads'))
  await type(en.settings.uploads.quota, '')
  await press(save('uploads'))
  expect(changes().map(({ body }) => (body as { value: unknown }).value)).toEqual([{ quota_gb: '20' }, { quota_gb: null }])
})

test('invitations show link and uses, are created with an end, and revoked after a confirmation', async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve())
  vi.stubGlobal('navigator', Object.create(navigator, { clipboard: { value: { writeText } } }))
  const invitation = {
    id: 'Rn3Jw8PdY6t',
    code: 'secretcode',
    note: hostileHtml,
    max_uses: 5,
    uses: 2,
    created_at: '2026-05-04T10:00:00.000Z',
    expires_at: '2035-05-04T10:00:00.000Z',
    created_by: null,
    is_open: true,
  }
  const invitations = { data: [invitation, { ...invitation, id: 'Rn3Jw8PdY7t', note: '', is_open: false }], next_cursor: null }
  await show(<SettingsScreen />, { ...others, [`GET ${path}`]: settings(), 'GET /api/operator/invitations': invitations })
  await shows('2 of 5 used · valid until')
  await shows(en.invitations.over)
  await shows('/en/register?invitation=secretcode')
  expect(page.querySelector('img')).toBeNull()
  await press(`Copy link: ${hostileHtml}`)
  expect(writeText.mock.calls[0]![0]).toMatch(/\/en\/register\?invitation=secretcode$/)
  await type(en.invitations.note, 'Neighbours')
  await press(en.invitations.make)
  await press(`Revoke: ${hostileHtml}`)
  expect(confirm.mock.calls[0]![0].text).toContain('3 more accounts')
  await until(() => expect(changes()).toHaveLength(2))
  expect(changes()).toMatchObject([
    { method: 'POST', body: { note: 'Neighbours', max_uses: '1' } },
    { method: 'DELETE', url: '/api/operator/invitations/Rn3Jw8PdY6t' },
  ])
})

test('a failed load can be retried', async () => {
  await show(<SettingsScreen />, { ...others, [`GET ${path}`]: new Refusal(403, 'forbidden') })
  await shows(en.failed)
  expect(buttonOf('Try again')).toBeDefined()
})
