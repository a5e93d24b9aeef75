import { expect, test } from 'vitest'
import { storage } from '#kit/web/storage.ts'
import { toasts } from '#ui/toasts.ts'
import { showLoggedOut } from './logged-out.ts'

test('the note about an ended session disappears after a login, also in another tab', () => {
  showLoggedOut()
  expect(toasts.get()).toHaveLength(1)
  storage.set('access_token', 'token')
  expect(toasts.get()).toHaveLength(0)
  storage.remove('access_token')
})
