import { QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '#kit/web/query-client.ts'
import { DialogContext } from '#ui/dialogs.ts'
import { overlayContainer } from '#ui/overlay-container.ts'
import { ReportDialog } from './ReportDialog.tsx'

/** Bodies of `POST /api/report`. */
let requests: Record<string, unknown>[]
let answers: Record<'reportTypes' | 'report', () => Response>
let isClosed: boolean
let root: ReturnType<typeof createRoot>

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

async function open() {
  const dialog = { id: 1, open: true, dismiss: () => {}, close: () => {}, element: null }
  await act(async () => {
    root.render(
      <QueryClientProvider client={createQueryClient()}>
        <DialogContext value={dialog}>
          <ReportDialog
            thing={{ type: 'video', id: 'Yd5NvK0eJ6g', name: 'A film', playlistId: 'kZ3Qm8TfW1a' }}
            close={() => (isClosed = true)}
          />
        </DialogContext>
      </QueryClientProvider>,
    )
  })
  await act(() => new Promise((resolve) => setTimeout(resolve)))
}
const reason = (name: string) =>
  [...document.querySelectorAll('label')].find(({ textContent }) => textContent === name)!.querySelector('input')!
const findTextarea = () => document.querySelector('textarea')!
const sendButton = () => document.querySelector<HTMLButtonElement>('button[type=submit]')!
const alert = () => document.querySelector('[role=alert]')?.textContent
const click = async (element: HTMLElement) => {
  await act(async () => element.click())
  await act(() => new Promise((resolve) => setTimeout(resolve)))
}
const type = (text: string) =>
  act(async () => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!.set!.call(findTextarea(), text)
    findTextarea().dispatchEvent(new Event('input', { bubbles: true }))
  })

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  requests = []
  isClosed = false
  answers = {
    reportTypes: () =>
      json([
        { id: 4, name: 'Spam or misleading', key: 'spam' },
        { id: 9, name: 'Other', key: 'other' },
      ]),
    report: () => json({ id: 'AAAAAAAAAAA' }),
  }
  document.body.innerHTML = '<div></div><div></div>'
  overlayContainer.set(document.body.lastElementChild as HTMLElement)
  root = createRoot(document.body.firstElementChild!)
  vi.stubGlobal('fetch', (url: string, { body }: RequestInit = {}) => {
    if (typeof body === 'string') requests.push(JSON.parse(body) as Record<string, unknown>)
    return Promise.resolve(answers[url.endsWith('reportTypes') ? 'reportTypes' : 'report']())
  })
})
afterEach(async () => {
  await act(async () => root.unmount())
  vi.unstubAllGlobals()
})

const labelText = () => document.querySelector('label[for="' + findTextarea().id + '"]')!.textContent

test('a reason can be sent without details', async () => {
  await open()
  expect([findTextarea().disabled, sendButton().disabled]).toEqual([true, true])
  await click(reason('Spam or misleading'))
  await click(sendButton())
  expect(requests).toEqual([
    { url: location.href, report_type_id: 4, reportable_type: 'video', reportable_id: 'Yd5NvK0eJ6g', playlist_id: 'kZ3Qm8TfW1a' },
  ])
  expect(isClosed).toBe(true)
})

test('"Other" asks for the reason, and other reasons for details; the input stays when another is chosen', async () => {
  await open()
  await click(reason('Other'))
  expect([findTextarea().disabled, labelText()]).toEqual([false, 'Reason'])
  await type('It is mine')
  await click(reason('Spam or misleading'))
  expect([findTextarea().disabled, labelText(), findTextarea().value]).toEqual([false, 'Details', 'It is mine'])
  await click(sendButton())
  expect(requests[0]).toMatchObject({ report_type_id: 4, message: 'It is mine' })
})

test('sends the report; a refusal shows the server’s message and keeps the input', async () => {
  answers.report = () => json({ message: 'Too often. Try again later.', code: 'too_many_requests', errors: {} }, 429)
  await open()
  await click(reason('Other'))
  await type('It is mine')
  await click(sendButton())
  expect(requests[0]).toMatchObject({ report_type_id: 9, message: 'It is mine' })
  expect([alert(), findTextarea().value, isClosed]).toEqual(['Too often. Try again later.', 'It is mine', false])
})

test('if the reasons fail to load an alert shows, nothing can be sent, and they can be retried', async () => {
  const { reportTypes } = answers
  answers.reportTypes = () => json({ message: 'No', code: 'forbidden', errors: {} }, 403)
  await open()
  expect([alert(), sendButton().disabled]).toEqual(['Failed to fetch reportsTry again', true])
  answers.reportTypes = reportTypes
  await click([...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Try again')!)
  await vi.waitFor(() => expect(reason('Other')).toBeTruthy())
})
