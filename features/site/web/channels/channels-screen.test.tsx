import { act, type ReactNode } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { DialogContext } from '#ui/dialogs.ts'
import type { DefaultChannel } from '../../contract/names.ts'
import en from '../../locales/en.json' with { type: 'json' }
import { hostileHtml, Refusal, createTestScreen } from '../test-screen.tsx'
import { AddDefaultDialog } from './AddDefaultDialog.tsx'
import { ChannelsScreen } from './ChannelsScreen.tsx'
import { HandOverDialog } from './HandOverDialog.tsx'
import { RemovalDialog } from './RemovalDialog.tsx'

vi.mock('#features/accounts/web/OperatorPage.tsx', () => ({
  OperatorPage: ({ children }: { children: ReactNode }) => <main>{children}</main>,
  OperatorPageParts: ({ children }: { children: ReactNode }) => children,
}))
interface GripProps {
  label: string
  onDrop: (to: number) => void
}
/** Replaces the drag handle with a button that drops the item first in the list, because dragging has its own tests. */
vi.mock('#ui/DragGrip.tsx', () => ({
  DragGrip: ({ label, onDrop }: GripProps) => (
    <button type="button" aria-label={label} onClick={() => onDrop(0)}>
      {label}
    </button>
  ),
}))
vi.mock('#ui/Dialog.tsx', () => ({
  Dialog: ({ title, text, children }: { title: string; text: ReactNode; children: ReactNode }) => (
    <section>
      <h2>{title}</h2>
      <p>{text}</p>
      {children}
    </section>
  ),
  DialogActions: ({ children }: { children: ReactNode }) => <div>{children}</div>,
}))
vi.mock('#ui/useDebounced.ts', () => ({ useDebounced: (value: string) => value }))
const openDialog = vi.hoisted(() => vi.fn<(load: unknown, props: unknown) => Promise<unknown>>(() => Promise.resolve()))
vi.mock('#ui/dialogs.ts', async (original) => ({ ...(await original<object>()), openDialog }))
interface Toast {
  action?: { perform: () => void }
  warning?: boolean
}
const toast = vi.hoisted(() => vi.fn<(text: string, options?: Toast) => void>())
vi.mock('#ui/toasts.ts', () => ({ toast, announce: () => {} }))

const { page, show, shows, press, type, until, changes, sent } = createTestScreen()
const defaultChannelsPath = '/api/operator/default-channels'
const usersPath = '/api/operator/users'
const publicChannelsPath = '/api/playlists/default-playlists'

const channel = (id: string, name: string, fields: Partial<DefaultChannel> = {}): DefaultChannel => ({
  id,
  name,
  image: null,
  owner: hostileHtml,
  is_shown: true,
  ...fields,
})
const twoChannels = [channel('Pl3Jw8PdY6a', hostileHtml), channel('Pl3Jw8PdY6b', 'Second', { is_shown: false, owner: null })]
const ids = twoChannels.map(({ id }) => id)
const emptyPage = { data: [], next_cursor: null }
const otherAnswers = {
  [`GET ${publicChannelsPath}`]: { data: [{ id: 'Pl3Jw8PdY6a', name: hostileHtml, icon: null }], next_cursor: null },
  'GET /api/operator/orphans': emptyPage,
}
const user = { id: 'Pe3Jw8PdY6t', nickname: hostileHtml, email: 'ann@example.com' }
const inDialog = (element: ReactNode) => <DialogContext value={{ id: 1, open: true, dismiss: () => {} } as never}>{element}</DialogContext>

beforeEach(() => {
  toast.mockClear()
  openDialog.mockClear()
})

test('the order is saved with the version that the operator saw, previewed, and undone from the toast', async () => {
  let now = { channels: twoChannels, version: 'v1' }
  await show(<ChannelsScreen />, {
    ...otherAnswers,
    [`GET ${defaultChannelsPath}`]: () => now,
    [`PUT ${defaultChannelsPath}`]: ({ body }) => {
      const { channels } = body as { channels: string[] }
      return (now = { channels: channels.map((id) => twoChannels.find((item) => item.id === id)!), version: `${now.version}+` })
    },
  })
  await shows(en.defaults.hidden)
  await shows(en.nameless)
  expect(page.querySelector('img')).toBeNull()
  await until(() => expect(sent.some(({ url }) => url.startsWith(publicChannelsPath))).toBe(true))
  await press('Move Second')
  await until(() => expect(toast).toHaveBeenCalledWith('Second moved', expect.anything()))
  expect(changes()).toMatchObject([{ body: { channels: ids.toReversed(), version: 'v1' } }])
  await act(async () => toast.mock.calls[0]![1]!.action!.perform())
  await until(() => expect(changes()).toHaveLength(2))
  expect(changes()[1]).toMatchObject({ body: { channels: ids, version: 'v1+' } })
})

test('another operator’s change is not overwritten: the refusal shows, and the list is refetched', async () => {
  await show(<ChannelsScreen />, {
    ...otherAnswers,
    [`GET ${defaultChannelsPath}`]: { channels: twoChannels, version: 'v1' },
    [`PUT ${defaultChannelsPath}`]: new Refusal(409, 'defaults_changed'),
  })
  const reads = () => sent.filter(({ method, url }) => method === 'GET' && url === defaultChannelsPath).length
  await press('Move Second')
  await until(() => expect(toast).toHaveBeenCalledWith('Refused: defaults_changed', { warning: true }))
  await until(() => expect(reads()).toBeGreaterThan(1))
})

test('without default channels, orphans and public channels, the screen shows messages and links to promotions', async () => {
  await show(<ChannelsScreen />, {
    ...otherAnswers,
    [`GET ${publicChannelsPath}`]: emptyPage,
    [`GET ${defaultChannelsPath}`]: { channels: [], version: 'none' },
  })
  for (const text of [en.defaults.none, en.orphans.none, en.defaults.preview_none]) await shows(text)
  expect(page.querySelector('a[href="/en/operator/tv#promotions"]')).not.toBeNull()
})

test('a channel is found and added at the end', async () => {
  const foundChannel = { id: 'Pl3Jw8PdY6c', name: 'Third', icon: null, pictures: [] }
  await show(inDialog(<AddDefaultDialog close={() => {}} />), {
    [`GET ${defaultChannelsPath}`]: { channels: twoChannels, version: 'v1' },
    [`PUT ${defaultChannelsPath}`]: { channels: twoChannels, version: 'v2' },
    'POST /api/playlists/search': {
      data: [foundChannel, { ...foundChannel, id: twoChannels[0]!.id, name: hostileHtml }],
      next_cursor: null,
    },
  })
  await type(en.find.channel, 'th')
  await shows(en.find.hint)
  await type(en.find.channel, 'thi')
  await shows(en.defaults.is)
  await press('Add Third')
  await until(() =>
    expect(changes().find(({ method }) => method === 'PUT')).toMatchObject({
      body: { channels: [...ids, foundChannel.id], version: 'v1' },
    }),
  )
})

test('orphans are handed over after the effects were shown', async () => {
  const orphan = { id: 'Te3Jw8PdY6t', name: hostileHtml, channels: 3 }
  await show(<ChannelsScreen />, {
    ...otherAnswers,
    [`GET ${defaultChannelsPath}`]: { channels: [], version: 'none' },
    'GET /api/operator/orphans': { data: [orphan, { id: '00000000000', name: '', channels: 1 }], next_cursor: null },
  })
  await shows('3 channels')
  await shows(en.orphans.deleted)
  await press(`Hand over: ${hostileHtml}`)
  expect(openDialog.mock.calls[0]![1]).toEqual({ orphan, isTeam: true })
  await press(`Hand over: ${en.orphans.deleted}`)
  expect(openDialog.mock.calls[1]![1]).toMatchObject({ isTeam: false })
})

test('handing over shows user, channels and team; a changed number is refused and nothing is lost', async () => {
  const close = vi.fn<() => void>()
  let response: object = new Refusal(409, 'owner_left')
  await show(inDialog(<HandOverDialog orphan={{ id: 'Te3Jw8PdY6t', name: 'Team', channels: 3 }} isTeam close={close} />), {
    [`GET ${usersPath}`]: { data: [user], next_cursor: null },
    'POST /api/operator/orphans/Te3Jw8PdY6t/hand-over': () => response,
    [`GET ${usersPath.split('?')[0]}/${user.id}`]: { teams: [{ id: 'Tm3Jw8PdY6t', name: 'The Kettle', is_admin: true }] },
  })
  await type(en.find.user, 'ann')
  await press(`Choose ${hostileHtml}`)
  await shows(`3 channels of “Team” get a new owner, who is emailed. ${en.orphans.team} ${en.orphans.final}`)
  expect(page.querySelector('img')).toBeNull()
  await type(en.orphans.reason, 'They left')
  await press(en.orphans.hand)
  await shows('Refused: owner_left')
  expect(close).not.toHaveBeenCalled()
  response = { channels: 3 }
  await press(en.orphans.hand)
  await until(() => expect(close).toHaveBeenCalled())
  expect(changes().at(-1)).toMatchObject({ body: { user_id: user.id, channels: 3, reason: 'They left' } })
  const select = page.querySelector('select')!
  expect([...select.options].map(({ text }) => text)).toEqual([hostileHtml, 'The team The Kettle'])
  // The form takes presses again once the call has ended.
  await until(() => expect(page.querySelector('form')!.getAttribute('aria-busy')).toBeNull())
  select.value = 'Tm3Jw8PdY6t'
  await press(en.orphans.hand)
  await until(() => expect(changes().at(-1)).toMatchObject({ body: { team_id: 'Tm3Jw8PdY6t', channels: 3 } }))
})

test('a name, address or picture to remove is found by its owner or channel', async () => {
  await show(<ChannelsScreen />, {
    ...otherAnswers,
    [`GET ${defaultChannelsPath}`]: { channels: [], version: 'none' },
    [`GET ${usersPath}`]: { data: [user], next_cursor: null },
  })
  await shows(en.take.title)
  await type(en.find.user, 'ann')
  await press(`Remove: ${hostileHtml}`)
  expect(openDialog.mock.calls[0]![1]).toEqual({ thing: 'nickname', id: user.id, name: hostileHtml })
})

test('a removal requires a reason, and can also block the name', async () => {
  const close = vi.fn<() => void>()
  let response: object = new Refusal(422, 'invalid', { reason: ['Give a reason'] })
  await show(inDialog(<RemovalDialog thing="slug" id="Pl3Jw8PdY6t" name={hostileHtml} close={close} />), {
    'POST /api/operator/take-away': () => response,
  })
  await shows(`Remove the short address of ${hostileHtml}?`)
  await press(en.take.action)
  await shows('Give a reason')
  await type(en.take.reason, 'Trademark')
  await act(async () => page.querySelector<HTMLInputElement>('input[type=checkbox]')!.click())
  response = {}
  await press(en.take.action)
  await until(() => expect(close).toHaveBeenCalled())
  expect(changes().at(-1)).toMatchObject({ body: { thing: 'slug', id: 'Pl3Jw8PdY6t', reason: 'Trademark', block: true } })
})
