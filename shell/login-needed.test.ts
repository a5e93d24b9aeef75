import { afterEach, expect, test, vi } from 'vitest'
import { storage } from '#kit/web/storage.ts'
import { dialogs } from '#ui/dialogs.ts'
import { askToLogIn } from './login-needed.ts'

/** Waits for the login dialog, which loads on demand. */
const question = () => vi.waitFor(() => dialogs.get().find(({ open }) => open) ?? Promise.reject(new Error('no dialog')))

afterEach(() => {
  dialogs.set([])
  storage.remove('redirected_from')
})

test('waved away, it does not steer a later login', async () => {
  const asked = askToLogIn()
  const { close } = await question()
  expect(storage.get('redirected_from')).toBe(location.pathname + location.search)
  close()
  await asked
  expect(storage.get('redirected_from')).toBeUndefined()
})

test('whoever goes on to log in or to register comes back here', async () => {
  const asked = askToLogIn()
  const { element } = await question()
  ;(element as unknown as { props: { close: (answer: true) => void } }).props.close(true)
  await asked
  expect(storage.get('redirected_from')).toBe(location.pathname + location.search)
})
