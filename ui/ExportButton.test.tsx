import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ApiError } from '#kit/contract/client.ts'
import { ExportButton } from './ExportButton.tsx'

const toast = vi.hoisted(() => vi.fn<(text: string) => void>())
vi.mock('./toasts.ts', () => ({ toast }))
const saveFile = vi.hoisted(() => vi.fn<(file: Blob, name: string) => void>())
vi.mock('#kit/web/save-file.ts', () => ({ saveFile }))

test('an export is busy until its file is saved, and a refusal is shown', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  const answers: { resolve: (file: Blob) => void; reject: (error: ApiError) => void }[] = []
  const load = () => new Promise<Blob>((resolve, reject) => answers.push({ resolve, reject }))
  const page = document.body.appendChild(document.createElement('main'))
  const root = createRoot(page)
  onTestFinished(() => act(async () => root.unmount()))
  await act(async () =>
    root.render(
      <ExportButton fileName="acts.csv" load={load}>
        Export
      </ExportButton>,
    ),
  )
  const button = page.querySelector('button')!
  const clickButton = () => act(async () => button.click())
  await clickButton()
  await clickButton()
  expect(answers).toHaveLength(1)
  const file = new Blob(['at'])
  await act(async () => answers[0]!.resolve(file))
  expect(saveFile).toHaveBeenCalledWith(file, 'acts.csv')
  await clickButton()
  await act(async () => answers[1]!.reject(new ApiError(503, { message: 'There is no room left', code: 'storage_full', errors: {} })))
  expect(toast).toHaveBeenCalledWith('There is no room left', { warning: true })
  expect(answers).toHaveLength(2)
})
