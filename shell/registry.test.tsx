import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { ApiError } from '#kit/contract/client.ts'
import { storage } from '#kit/web/storage.ts'
import { runToastAction, announcement, dismissToast, toasts } from '#ui/toasts.ts'
import { setActionTools } from './action-tools.ts'
import type { Action } from './actions.ts'
import { performKeys, performPaste } from './keyboard.ts'
import { type ActionSource, forUsers, type WebFeature } from './feature.ts'
import {
  loadedActions,
  mayHaveActions,
  loadActions,
  loadFeatures,
  subjectMenu,
  currentReader,
  registerFeature,
  setFeatureLoader,
} from './registry.ts'
import { menuRows, runAction } from './run-action.ts'
import { slotOf } from './Slot.tsx'
import { appSubject, type SubjectOf, subjectRef, subjectsAt } from './subjects.ts'
import { canRedo, canUndo, commitDeferredSteps, recordStep, redoStep, undoStep } from './undo-history.ts'

declare module './slots.ts' {
  interface Slots {
    'test.corner': 'book'
    'test.beside': 'book' | 'app'
    'test.below': 'book'
  }
}
declare module './subjects.ts' {
  interface SubjectTypes {
    shelf: { locked?: boolean }
    book: { shelf: string }
    lamp: object
  }
}

const shelf: SubjectOf<'shelf'> = { type: 'shelf', id: 's', name: 'Crime' }
const book: SubjectOf<'book'> = { type: 'book', id: 'b', name: 'Maigret', shelf: 's' }
const lamp: SubjectOf<'lamp'> = { type: 'lamp', id: 'l', name: 'Lamp' }
const lampAction = { id: 'lamp.switch', section: 'edit', label: () => 'Switch', icon: '', keys: 'q' } as const
const guest = { signedIn: false, inTeam: false }
const user = { signedIn: true, inTeam: false }

const onRun = vi.fn<(label: string) => void>()
const shelfActions: readonly Action<'shelf'>[] = [
  { id: 'shelf.burn', section: 'dangerous', label: () => 'Burn', icon: '', run: () => onRun('burn') },
  {
    id: 'shelf.add',
    section: 'add',
    label: (shelf) => `Add to ${shelf?.name}`,
    icon: '',
    keys: 'a',
    matchesClipboard: (text) => text.startsWith('isbn:'),
    disabledReason: ({ locked }) => (locked ? 'It is locked' : undefined),
    run: (_, { pasted }) => onRun(`add ${pasted}`),
  },
  { id: 'shelf.dust', section: 'edit', label: () => 'Dust', icon: '', visible: (_, { signedIn }) => signedIn, run: () => onRun('dust') },
]
const bookActions: readonly Action<'book'>[] = [
  {
    id: 'book.like',
    section: 'edit',
    label: () => 'Like',
    icon: '',
    keys: 'l',
    run: () => ({ label: 'Liked', undo: () => onRun('unlike'), redo: () => onRun('like') }),
  },
  {
    id: 'book.lend',
    section: 'edit',
    label: () => 'Lend',
    icon: '',
    run: () => Promise.reject(new ApiError(403, { message: 'Not yours', code: 'forbidden', errors: {} })),
  },
]

const loadShelves = vi.fn<ActionSource['load']>().mockRejectedValueOnce(new Error('offline')).mockResolvedValue({ shelf: shelfActions })
const loadBooks = vi.fn<ActionSource['load']>().mockResolvedValue({ book: bookActions })
registerFeature({
  actions: [
    { audience: 'users', types: ['shelf'], load: loadShelves },
    { audience: 'everyone', types: ['book'], load: loadBooks },
  ],
})
await loadFeatures()
const noServer = () => Promise.reject(new Error('no server here'))
setActionTools({ go: () => {}, change: noServer, read: noServer })

const toastTexts = () => toasts.get().map(({ text }) => text)
const key = (pressed: string) => new KeyboardEvent('keydown', { key: pressed })

afterEach(async () => {
  await commitDeferredSteps()
  storage.remove('access_token')
  toasts.set([])
  onRun.mockClear()
})

test('guests load only code for guests; failed loads are retried and no code loads twice', async () => {
  expect([mayHaveActions(['shelf'], guest), mayHaveActions(['shelf'], user), mayHaveActions(['book'], guest)]).toEqual([false, true, true])
  await loadActions(['shelf', 'book'], guest)
  expect([loadShelves.mock.calls.length, loadedActions('shelf').length, loadedActions('book').length]).toEqual([0, 0, 2])
  await expect(loadActions(['shelf'], user)).rejects.toThrow('did not load')
  await loadActions(['shelf', 'book'], user)
  await loadActions(['shelf', 'book'], user)
  expect([loadShelves.mock.calls.length, loadBooks.mock.calls.length, loadedActions('shelf').length]).toEqual([2, 1, 3])
})

test('rows are sorted by section, dangerous ones last; hidden and disabled actions are respected', () => {
  const names = (reader: typeof guest, subject = shelf) => menuRows(shelfActions, subject, reader).map(({ name }) => name)
  expect(names(user)).toEqual(['Add to Crime', 'Dust', 'Burn'])
  expect(names(guest)).toEqual(['Add to Crime', 'Burn'])
  expect(menuRows(shelfActions, { ...shelf, locked: true }, user)[0]?.disabledReason).toBe('It is locked')
})

test('keys and pastes run the action of the nearest subject, unless it is disabled', async () => {
  storage.set('access_token', 'x')
  await performKeys(key('a'), [book, shelf])
  const [element, around] = [document.createElement('div'), document.createElement('div')]
  around.append(element)
  subjectRef(book)(element)
  subjectRef(shelf)(around)
  await performPaste('isbn:1', element)
  await performPaste('a poem', element)
  await performKeys(key('a'), [book, { ...shelf, locked: true }])
  expect(onRun.mock.calls).toEqual([['add undefined'], ['add isbn:1']])
})

test('guests have menus for guests; code loads on press and actions ask for login', async () => {
  const load = vi.fn<() => Promise<object>>().mockResolvedValue({
    lamp: [
      { ...lampAction, run: () => onRun('lamp') },
      { ...lampAction, id: 'lamp.look', keys: 'o', label: () => 'Look', forGuests: true, run: () => onRun('look') },
    ],
  })
  const loadList = vi
    .fn<() => Promise<readonly WebFeature[]>>()
    .mockRejectedValueOnce(new Error('offline'))
    .mockResolvedValue([{ actions: [{ audience: 'users', types: ['lamp', 'app'], load }] }])
  setFeatureLoader(loadList, [])
  expect([subjectMenu(lamp), mayHaveActions(['lamp'], guest), mayHaveActions(['app'], guest)]).toEqual([undefined, false, true])
  setFeatureLoader(loadList, ['lamp'])
  await expect(loadFeatures()).rejects.toThrow('did not load')
  loadList.mockClear()
  const menu = subjectMenu(lamp)!
  expect([menu.rows(), loadList.mock.calls.length]).toEqual([[], 0])
  await menu.load?.()
  expect([menu.rows().map(({ name }) => name), loadList.mock.calls.length, load.mock.calls.length]).toEqual([['Switch', 'Look'], 1, 1])
  expect(subjectMenu(lamp)?.load).toBeUndefined()
  menu.rows()[0]!.perform()
  await performKeys(key('q'), [lamp])
  expect(onRun).not.toHaveBeenCalled()
  expect(storage.get('redirected_from')).toBe(location.pathname)
  await performKeys(key('o'), [lamp])
  expect(onRun.mock.calls).toEqual([['look']])
  storage.set('access_token', 'x')
  await performKeys(key('q'), [lamp])
  expect(onRun.mock.calls).toEqual([['look'], ['lamp']])
})

test('finds subjects around the focused element, nearest first', async () => {
  document.body.innerHTML = '<div><p><a></a></p></div>'
  const [outer, inner] = [document.querySelector('div')!, document.querySelector('p')!]
  const unregister = [subjectRef(shelf)(outer), subjectRef(book)(inner)]
  expect(subjectsAt(document.querySelector('a'))).toEqual([book, shelf])
  unregister[1]?.()
  await Promise.resolve()
  expect(subjectsAt(document.querySelector('a'))).toEqual([shelf])
})

test('an action is undone once, by the toast or the history, and redone', async () => {
  storage.set('access_token', 'x')
  await runAction(bookActions[0]!, book)
  expect(toastTexts()).toEqual(['Liked'])
  runToastAction(toasts.get()[0]!)
  await vi.waitFor(() => expect(canRedo()).toBe(true))
  await undoStep()
  await redoStep()
  expect([canUndo(), canRedo(), toastTexts()]).toEqual([true, false, ['Liked']])
  await undoStep()
  expect([onRun.mock.calls.map(([label]) => label), canUndo(), toastTexts()]).toEqual([['unlike', 'like', 'unlike'], false, []])
})

test('a refused redo shows the reason', async () => {
  const missingError = new ApiError(404, { message: 'It is gone', code: 'not_found', errors: {} })
  recordStep({ label: 'Made', undo: () => onRun('unmake'), redo: () => Promise.reject(missingError) })
  await undoStep()
  await redoStep()
  expect([toastTexts(), canUndo(), canRedo()]).toEqual([['It is gone'], false, false])
})

test('an action is announced when its call succeeds, and not when it is refused', async () => {
  const announcements: string[] = []
  const stop = announcement.subscribe(() => announcements.push(announcement.get().text))
  const noConnection = new ApiError(0, { message: 'No connection', code: 'offline', errors: {} })
  const redoing = () => Promise.reject(noConnection)
  recordStep({ label: 'is now number 3', quiet: true, pending: Promise.reject(noConnection), undo: () => {}, redo: redoing })
  recordStep({ label: 'Unfollowed', pending: Promise.reject(noConnection), undo: () => {}, redo: redoing })
  await vi.waitFor(() => expect(toastTexts()).toEqual(['No connection']))
  expect(announcements).toEqual([])
  let agree = () => {}
  const pending = new Promise<void>((resolve) => (agree = resolve))
  recordStep({ label: 'is now number 2', quiet: true, pending, undo: () => {}, redo: redoing })
  expect([announcements, canUndo()]).toEqual([[], true])
  agree()
  await vi.waitFor(() => expect(announcements).toEqual(['is now number 2']))
  await undoStep()
  await redoStep()
  expect(announcements).toEqual(['is now number 2', 'Undone: is now number 2'])
  stop()
})

test('a refused action or undo shows the reason', async () => {
  storage.set('access_token', 'x')
  await runAction(bookActions[1]!, book)
  recordStep({
    label: 'Moved',
    quiet: true,
    undo: () => Promise.reject(new ApiError(409, { message: 'It is gone', code: 'gone', errors: {} })),
    redo: () => {},
  })
  await undoStep()
  expect([toastTexts(), canUndo()]).toEqual([['Not yours', 'It is gone'], false])
})

test('an optimistic change can be undone at once; a refused one is removed', async () => {
  let refuse: (error: Error) => void = () => {}
  const pending = new Promise<void>((_, reject) => (refuse = reject))
  recordStep({ label: 'Moved', pending, undo: () => onRun('back'), redo: () => onRun('on') })
  await undoStep()
  expect([onRun.mock.calls, canRedo()]).toEqual([[['back']], true])
  recordStep({ label: 'Moved', pending, undo: () => onRun('back'), redo: () => {} })
  refuse(new ApiError(403, { message: 'Not yours', code: 'forbidden', errors: {} }))
  await vi.waitFor(() => expect([toastTexts(), canUndo(), canRedo()]).toEqual([['Not yours'], false, false]))
})

test('a deferred change is committed when its toast closes or the page is left, and then not undone', async () => {
  const hide = (label: string) =>
    recordStep({ label, undo: () => onRun(`show ${label}`), redo: () => {}, commit: () => Promise.resolve(onRun(`delete ${label}`)) })
  hide('a')
  await undoStep()
  hide('b')
  dismissToast(toasts.get()[0]!.id)
  hide('c')
  window.dispatchEvent(new Event('pagehide'))
  await undoStep()
  expect(onRun.mock.calls.map(([label]) => label)).toEqual(['show a', 'delete b', 'delete c'])
})

test('a change of user clears the history and commits nothing for another user', () => {
  storage.set('access_token', 'x')
  recordStep({ label: 'Hidden', undo: () => onRun('show'), redo: () => {}, commit: () => Promise.resolve(onRun('delete')) })
  storage.remove('access_token')
  expect([canUndo(), toastTexts(), onRun.mock.calls]).toEqual([false, [], []])
})

test('a slot renders parts beside a subject; a crash affects only its part', async () => {
  const Broken = (): never => {
    throw new Error('broken')
  }
  const Shelf = ({ subject }: { subject: SubjectOf<'book'> }) => <b>{subject.shelf}</b>
  const Mine = () => <i>mine</i>
  registerFeature({
    slots: [
      { slot: 'test.corner', type: 'book', audience: 'everyone', Part: Broken },
      { slot: 'test.corner', type: 'book', audience: 'everyone', Part: Shelf },
      forUsers('test.corner', 'book', async () => ({ Mine }), 'Mine'),
      forUsers('test.beside', 'book', async () => ({ Mine }), 'Mine'),
    ],
  })
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const place = document.createElement('div')
  const root = createRoot(place)
  await act(async () => root.render(slotOf('test.corner', book)))
  expect(place.innerHTML).toBe('<b>s</b>')
  expect([slotOf('test.below', book), slotOf('test.beside', appSubject)]).toEqual([undefined, undefined])
  // Parts for users reserve no space for guests.
  expect(slotOf('test.beside', book)).toBeUndefined()
  await act(async () => storage.set('access_token', 'x'))
  expect(place.innerHTML).toBe('<b>s</b><i>mine</i>')
  expect(slotOf('test.beside', book)).toBeDefined()
  storage.remove('access_token')
  await act(async () => root.unmount())
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('the reader depends on login and team', () => {
  storage.set('access_token', 'x')
  storage.set('account_mode', 'TEAM')
  expect(currentReader()).toEqual({ signedIn: true, inTeam: true })
  storage.remove('account_mode')
})
