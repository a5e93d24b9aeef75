import { QueryClientProvider } from '@tanstack/react-query'
import { act, type ComponentProps } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '#kit/web/query-client.ts'
import en from '../../locales/en.json' with { type: 'json' }
import { RegisterScreen } from './RegisterScreen.tsx'

const desktop = vi.hoisted(() => ({ is: true }))
vi.mock('#shell/useDesktop.ts', () => ({ useDesktop: () => desktop.is, useTablet: () => false, useIsLowWindow: () => false }))
vi.mock('../captcha/useCaptcha.ts', async (original) => ({ ...(await original<object>()), solveCaptcha: () => Promise.resolve('solved') }))

let root: ReturnType<typeof createRoot>
const element = document.createElement('div')

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  vi.stubGlobal(
    'fetch',
    vi.fn<() => Promise<Response>>(() => Promise.resolve(new Response('{}', { headers: { 'content-type': 'application/json' } }))),
  )
  document.body.append(element)
  root = createRoot(element)
})
afterEach(() => {
  act(() => root.unmount())
  vi.unstubAllGlobals()
})

type ScreenProps = Omit<ComponentProps<typeof RegisterScreen>, 'illustration'>
const show = (props: ScreenProps) =>
  act(async () =>
    root.render(
      <QueryClientProvider client={createQueryClient()}>
        <RegisterScreen illustration={null} {...props} />
      </QueryClientProvider>,
    ),
  )
const field = (name: string) => element.querySelector<HTMLInputElement>(`input[name="${name}"]`)

test.each([true, false])('closed registration shows the contact address instead of a form: desktop %s', async (isDesktop) => {
  desktop.is = isDesktop
  await show({ registration: { mode: 'closed', contact: '<img src=x onerror=alert(1)>@example.com' } })
  expect(element.querySelector('h1')?.textContent).toBe(en.register.closed.title)
  expect(element.textContent).toContain(en.register.closed.text)
  expect(element.querySelector('form')).toBeNull()
  expect(element.querySelector('img')).toBeNull()
  expect(element.querySelector('a[href^="mailto:"]')?.textContent).toContain('onerror')
})

test('a mailed link does not open the form while registration is closed', async () => {
  await show({ email: 'ann@example.com', token: 'x', registration: { mode: 'closed', contact: null } })
  expect(element.querySelector('form')).toBeNull()
})

test.each([true, false])('with an invitation link, the form contains its code: desktop %s', async (isDesktop) => {
  desktop.is = isDesktop
  await show({ invitation: 'Code1234567890', registration: { mode: 'invitation', contact: null } })
  expect(element.textContent).toContain(en.register.invitation.intro)
  expect(field('invitation')?.value).toBe('Code1234567890')
  expect(field('email')).not.toBeNull()
})

test('open registration asks for no invitation; no form shows while the state is unknown', async () => {
  await show({ registration: { mode: 'open', contact: null } })
  expect(field('email')).not.toBeNull()
  expect(field('invitation')).toBeNull()
  await show({ registration: undefined })
  expect(element.querySelector('form')).toBeNull()
})
