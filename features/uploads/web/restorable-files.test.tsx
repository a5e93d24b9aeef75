import { QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '#kit/web/query-client.ts'
import { RestorableFiles } from './RestorableFiles.tsx'

const confirm = vi.hoisted(() => vi.fn<() => Promise<boolean>>())
vi.mock('#ui/confirm.ts', () => ({ confirm }))
const toast = vi.hoisted(() => vi.fn<(text: string) => void>())
vi.mock('#ui/toasts.ts', () => ({ toast, announce: () => {} }))

const file = { id: 'Ku6Gt0PzA7d', title: 'Trains', bytes: 3 * 1024 ** 3, until: '2026-12-12T00:00:00.000Z' }
let root: Root | undefined
const requests: string[] = []
async function show(response: { status?: number; kept: () => object[]; deletion?: number }) {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  localStorage.setItem('access_token', 'token')
  const json = (body: object, status = 200) =>
    Promise.resolve(new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } }))
  vi.stubGlobal('fetch', (url: string, { method = 'GET' }: RequestInit = {}) => {
    requests.push(`${method} ${new URL(url, 'http://site').pathname}`)
    if (method === 'DELETE')
      return json(
        { message: 'A video still uses this file, so it can’t be deleted.', code: 'file_played', errors: {} },
        response.deletion ?? 200,
      )
    return json(response.status === undefined ? { data: response.kept() } : { message: '', code: 'x', errors: {} }, response.status)
  })
  const place = document.createElement('div')
  document.body.append(place)
  root = createRoot(place)
  await act(async () =>
    root!.render(
      <QueryClientProvider client={createQueryClient()}>
        <RestorableFiles />
      </QueryClientProvider>,
    ),
  )
}
afterEach(() => {
  act(() => root?.unmount())
  document.body.replaceChildren()
  localStorage.clear()
  vi.unstubAllGlobals()
  vi.clearAllMocks()
  requests.length = 0
})
const expectText = (text: string) => vi.waitFor(() => act(async () => expect(document.body.textContent).toContain(text)))
const clickButton = () =>
  act(async () => document.querySelector<HTMLButtonElement>('button[aria-label="Delete the file of Trains"]')!.click())

test('without files it shows nothing, and a failure shows an error', async () => {
  await show({ kept: () => [] })
  await vi.waitFor(() => expect(requests).toEqual(['GET /api/kept-uploads']))
  expect(document.body.textContent).toBe('')
  act(() => root?.unmount())
  await show({ status: 404, kept: () => [] })
  await expectText('couldn’t be loaded')
})

test('a file is deleted after a confirmation, and is gone from the list', async () => {
  let files = [file]
  await show({ kept: () => files })
  await expectText('Trains')
  await expectText('3 GB · Kept until')
  confirm.mockResolvedValueOnce(false)
  await clickButton()
  expect(requests).not.toContain('DELETE /api/kept-uploads/Ku6Gt0PzA7d')
  confirm.mockResolvedValueOnce(true)
  files = []
  await clickButton()
  await vi.waitFor(() => expect(toast).toHaveBeenCalledWith('File deleted'))
  await vi.waitFor(() => act(async () => expect(document.body.textContent).toBe('')))
})

test('a refused deletion shows the reason', async () => {
  await show({ kept: () => [file], deletion: 409 })
  await expectText('Trains')
  confirm.mockResolvedValueOnce(true)
  await clickButton()
  await vi.waitFor(() => expect(document.body.textContent).toContain('A video still uses this file, so it can’t be deleted.'))
})
