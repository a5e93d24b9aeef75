import { QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { createQueryClient } from '#kit/web/query-client.ts'
import { accountsContract } from '../../contract.ts'
import { type Captcha, useCaptcha } from './useCaptcha.ts'
import { type CaptchaMutation, useCaptchaMutation } from './useCaptchaMutation.ts'

const solved = vi.hoisted(() => ({ count: 0, users: [] as (string | undefined)[] }))
vi.mock('./solve.ts', () => ({
  canSolve: () => true,
  solveCaptcha: async (user?: string) => (
    solved.users.push(user),
    { captcha: `solution ${++solved.count}`, expiresAt: Date.now() + 60_000 }
  ),
}))

test('a presolved captcha is sent once, and each further call gets its own solution', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  let captcha: Captcha | undefined
  const Form = () => {
    captcha = useCaptcha(true)
    return null
  }
  const root = createRoot(document.createElement('div'))
  await act(async () => root.render(<Form />))
  expect(solved.count).toBe(1)
  const solutions: string[] = []
  for (let call = 0; call < 3; call++) await act(async () => void solutions.push(await captcha!.take()))
  expect(solutions).toEqual(['solution 1', 'solution 2', 'solution 3'])
  expect(captcha?.state).toBe('solved')
  act(() => root.unmount())
})

test('a required harder challenge is solved for its account, and the call is repeated', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }))
  const requests: string[] = []
  vi.stubGlobal('fetch', (_: string, { body }: { body: string }) => {
    requests.push((JSON.parse(body) as { captcha: string }).captcha)
    const refusal = { message: 'More work', code: 'captcha_dearer', errors: { captcha: ['More work'] } }
    const type = { 'content-type': 'application/json' }
    const isFirst = requests.length === 1
    return Promise.resolve(new Response(JSON.stringify(isFirst ? refusal : {}), { status: isFirst ? 422 : 200, headers: type }))
  })
  let login: CaptchaMutation<typeof accountsContract.createToken> | undefined
  const Form = () => {
    login = useCaptchaMutation(accountsContract.createToken)
    return null
  }
  const root = createRoot(document.createElement('div'))
  const cache = createQueryClient()
  await act(async () => root.render(<QueryClientProvider client={cache}>{<Form />}</QueryClientProvider>))
  const body = { grant_type: 'password', user: 'ann', password: 'x' } as const
  let answer: unknown
  await act(async () => void (answer = await login!.send((captcha) => ({ body: { ...body, captcha } }), 'ann')))
  expect(answer).toEqual({})
  expect(requests).toHaveLength(2)
  expect(solved.users.at(-1)).toBe('ann')
  expect(login!.error).toBeNull()
  act(() => root.unmount())
  vi.unstubAllGlobals()
})
