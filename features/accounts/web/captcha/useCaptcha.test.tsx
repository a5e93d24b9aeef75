import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { type Captcha, useCaptcha } from './useCaptcha.ts'

const solved = vi.hoisted(() => ({ count: 0 }))
vi.mock('./solve.ts', () => ({
  canSolve: () => true,
  solveCaptcha: async () => ({ captcha: `solution ${++solved.count}`, expiresAt: Date.now() + 60_000 }),
}))

test('what was solved unasked is sent once; each further call gets a solution of its own', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  let captcha: Captcha | undefined
  const Form = () => {
    captcha = useCaptcha(true)
    return null
  }
  const root = createRoot(document.createElement('div'))
  await act(async () => root.render(<Form />))
  expect(solved.count).toBe(1)
  const taken: string[] = []
  for (let call = 0; call < 3; call++) await act(async () => void taken.push(await captcha!.take()))
  expect(taken).toEqual(['solution 1', 'solution 2', 'solution 3'])
  expect(captcha?.state).toBe('solved')
  act(() => root.unmount())
})
