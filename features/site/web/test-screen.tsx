import { QueryClientProvider } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { createQueryClient } from '#kit/web/query-client.ts'
import { clearUnsaved } from '#ui/unsaved.ts'

/** HTML that must be shown as text. */
export const hostileHtml = '<img src=x onerror=alert(1)>'

export interface SentRequest {
  method: string
  url: string
  body: unknown
}
/** Responses by `METHOD /path`, without the query. A function returns the response to a call. A `Refusal` is an error response. */
export type FakeResponses = Record<string, object | ((call: SentRequest) => object)>

export class Refusal {
  readonly status: number
  readonly body: object
  constructor(status: number, code: string, errors: Record<string, string[]> = {}) {
    this.status = status
    this.body = { message: `Refused: ${code}`, code, errors }
  }
}

/** Creates a screen for the tests of a file, with a server that gives prepared responses. */
export function createTestScreen() {
  let root: Root | undefined
  const page = document.createElement('div')
  const sent: SentRequest[] = []
  let answers: FakeResponses = {}

  beforeEach(() => {
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
    document.body.append(page)
    sent.length = 0
    vi.stubGlobal('fetch', (url: string, { method = 'GET', body }: { method?: string; body?: unknown } = {}) => {
      const call = { method, url, body: typeof body === 'string' ? (JSON.parse(body) as unknown) : body }
      sent.push(call)
      const result = answers[`${method} ${url.split('?')[0]}`] ?? {}
      const response = typeof result === 'function' ? (result as (call: SentRequest) => object)(call) : result
      const [status, value] = response instanceof Refusal ? [response.status, response.body] : [200, response]
      return Promise.resolve(new Response(JSON.stringify(value), { status, headers: { 'content-type': 'application/json' } }))
    })
  })
  afterEach(() => {
    act(() => root?.unmount())
    page.remove()
    clearUnsaved()
    vi.unstubAllGlobals()
  })

  const until = (check: () => void) => vi.waitFor(() => act(async () => check()))
  const buttonOf = (name: string) =>
    [...page.querySelectorAll('button')].find((button) => (button.getAttribute('aria-label') ?? button.textContent) === name)
  const inputOf = (label: string) => {
    const match = [...page.querySelectorAll('label')].find((item) => item.textContent === label)
    return document.getElementById(match?.htmlFor ?? '') as HTMLInputElement
  }
  return {
    page,
    sent,
    until,
    buttonOf,
    inputOf,
    changes: () => sent.filter(({ method }) => method !== 'GET'),
    show: async (element: ReactNode, newAnswers: FakeResponses) => {
      answers = newAnswers
      root = createRoot(page)
      await act(async () => root!.render(<QueryClientProvider client={createQueryClient()}>{element}</QueryClientProvider>))
    },
    shows: (text: string) => until(() => expect(page.textContent).toContain(text)),
    press: async (name: string) => {
      await until(() => expect(buttonOf(name)).toBeDefined())
      await act(async () => buttonOf(name)!.click())
    },
    /** Types like a user, so that React gets the event. */
    type: async (label: string, text: string) => {
      const input = inputOf(label)
      const prototype = input.tagName === 'TEXTAREA' ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype
      await act(async () => {
        Object.getOwnPropertyDescriptor(prototype, 'value')!.set!.call(input, text)
        input.dispatchEvent(new Event('input', { bubbles: true }))
        input.dispatchEvent(new Event('change', { bubbles: true }))
      })
    },
  }
}
