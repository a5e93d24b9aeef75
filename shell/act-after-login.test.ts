import { afterEach, expect, test, vi } from 'vitest'
import { storage } from '#kit/web/storage.ts'
import { actAfterLogin } from './act-after-login.ts'
import { setActionTools } from './action-tools.ts'
import type { Action } from './actions.ts'
import { pendingActionLabel } from './pending-action.ts'
import type { SubjectOf } from './subjects.ts'

/** The user's answer to the login dialog. */
let isConfirmed = true
vi.mock('./login-needed.ts', () => ({
  promptLogin: () => {
    if (isConfirmed) storage.set('redirected_from', '/en/channels?view=guide')
    return Promise.resolve()
  },
}))

const onRun = vi.fn<(label: string) => void>()
setActionTools({ go: () => {}, change: () => new Promise(() => {}), read: () => new Promise(() => {}) })
afterEach(() => {
  onRun.mockClear()
  isConfirmed = true
  storage.remove('access_token', 'redirected_from')
})

const panorama: SubjectOf<'app'> = { type: 'app', id: 'app', name: 'Panorama' }
const action: Action<'app'> = { id: 'app.act', section: 'go', label: () => 'Remind me', icon: '', run: ({ name }) => onRun(name) }

test('runs the chosen action once after login, and shows its name on the login screen', async () => {
  await actAfterLogin(action, panorama)
  expect(onRun).not.toHaveBeenCalled()
  expect(pendingActionLabel.get()).toBe('After this: Remind me – Panorama')
  storage.set('access_token', 'token')
  expect(pendingActionLabel.get()).toBeUndefined()
  storage.remove('access_token')
  storage.set('access_token', 'another')
  expect(onRun.mock.calls).toEqual([['Panorama']])
})

test.each([
  ['who dismisses the dialog', (): void => void (isConfirmed = false), () => undefined],
  ['who leaves the login screen', () => undefined, (): void => storage.remove('redirected_from')],
])('a later login runs no action for a guest %s', async (_, before, after) => {
  before()
  await actAfterLogin(action, panorama)
  after()
  expect(pendingActionLabel.get()).toBeUndefined()
  storage.set('access_token', 'token')
  expect(onRun).not.toHaveBeenCalled()
})
