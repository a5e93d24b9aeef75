import { afterEach, expect, test, vi } from 'vitest'
import { storage } from '#kit/web/storage.ts'
import { dialogs } from '#ui/dialogs.ts'
import { promptLogin } from './login-needed.ts'

/** Waits for the login dialog, whose code loads on demand. */
const waitForQuestion = () => vi.waitFor(() => dialogs.get().find(({ open }) => open) ?? Promise.reject(new Error('no dialog')))

afterEach(() => {
  dialogs.set([])
  storage.remove('redirected_from')
})

test('a dismissed login dialog does not affect a later login', async () => {
  const prompt = promptLogin()
  const { close } = await waitForQuestion()
  expect(storage.get('redirected_from')).toBe(location.pathname + location.search)
  close()
  await prompt
  expect(storage.get('redirected_from')).toBeUndefined()
})

test('login and registration return to this page', async () => {
  const prompt = promptLogin()
  const { element } = await waitForQuestion()
  ;(element as unknown as { props: { close: (answer: true) => void } }).props.close(true)
  await prompt
  expect(storage.get('redirected_from')).toBe(location.pathname + location.search)
})
