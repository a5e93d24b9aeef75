import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { CaptchaField } from './CaptchaField.tsx'
import { useCaptcha } from './useCaptcha.ts'

vi.mock('./solve.ts', () => ({ canSolve: () => true, solveCaptcha: () => new Promise(() => {}) }))
vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => undefined, removeEventListener: () => undefined }))
afterEach(() => vi.unstubAllGlobals())

function Form() {
  const captcha = useCaptcha(false)
  const [user, setUser] = useState('')
  return (
    <form>
      <input name="user" value={user} onChange={(event) => setUser(event.currentTarget.value)} />
      <CaptchaField captcha={captcha} />
      <button disabled={user === '' || captcha.state === 'unasked'}>Log in</button>
    </form>
  )
}

test('typing starts the captcha before the next key, and the input is kept', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false })
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  root.render(<Form />)
  await vi.waitFor(() => expect(place.querySelector('[type=checkbox], [role=checkbox]')).not.toBeNull())
  // The effect that listens runs after the render.
  await new Promise((resolve) => setTimeout(resolve))
  const input = place.querySelector('input')!
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, 'ann')
  input.dispatchEvent(new Event('input', { bubbles: true }))
  expect(place.querySelector('button')!.disabled).toBe(false)
  expect(input.value).toBe('ann')
  root.unmount()
  place.remove()
})
