import { expect, test, vi } from 'vitest'
import { dialogPage } from '#shell/test-dialog.tsx'
import { Notes } from './Notes.tsx'

const { show, submit } = dialogPage()
const field = () => document.querySelector('textarea')!

test('a sent note leaves the form, unless it has been changed since', async () => {
  let respond: (() => void) | undefined
  vi.stubGlobal('fetch', async (_: string, { method }: RequestInit) => {
    if (method === 'POST') await new Promise<void>((resolve) => (respond = resolve))
    return new Response(method === 'POST' ? '{"id":"1"}' : '[]', { headers: { 'content-type': 'application/json' } })
  })
  const send = async (text: string) => {
    respond = undefined
    field().value = text
    submit()
    await vi.waitFor(() => expect(respond).toBeDefined())
  }
  const waitForEnd = () => vi.waitFor(() => expect(document.querySelector('[aria-busy]')).toBeNull())
  show(<Notes id="Pe3Jw8PdY6t" />)
  await vi.waitFor(() => expect(field()).not.toBeNull())
  await send('Called')
  field().value = 'Called twice'
  respond!()
  await waitForEnd()
  expect(field().value).toBe('Called twice')
  await send('Called twice')
  respond!()
  await waitForEnd()
  expect(field().value).toBe('')
})
