import { afterEach, expect, test, vi } from 'vitest'
import { ApiError } from '#kit/contract/client.ts'
import { toasts } from '#ui/toasts.ts'
import { recordStep } from './undo-history.ts'

const refusal = new ApiError(404, { message: 'It is gone', code: 'not_found', errors: {} })
const refuse = (why = refusal) =>
  recordStep({ label: 'Moved', pending: Promise.reject(why), undo: () => Promise.resolve(), redo: () => Promise.resolve() })
const toastTexts = () => toasts.get().map(({ text }) => text)

afterEach(() => {
  localStorage.clear()
  toasts.set([])
})

test('a refused step shows the reason, unless the bar of waiting moves lists it', async () => {
  refuse()
  await vi.waitFor(() => expect(toastTexts()).toEqual(['It is gone']))
  toasts.set([])
  const move = { id: 'a', tab: 'b', path: '/', input: {}, text: 'Moved', at: Date.now(), refused: 'It is gone' }
  localStorage.setItem('waiting_moves.a', JSON.stringify(move))
  refuse()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(toastTexts()).toEqual([])
})

test('a step that became a suggestion shows that without a warning', async () => {
  refuse(new ApiError(202, { message: 'Suggested', code: 'suggested', errors: {} }))
  await vi.waitFor(() => expect(toasts.get()).toMatchObject([{ text: 'Suggested', warning: false }]))
  refuse()
  await vi.waitFor(() => expect(toasts.get().at(-1)).toMatchObject({ text: 'It is gone', warning: true }))
})
