import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DialogContext } from './dialogs.ts'
import { FormDialog } from './FormDialog.tsx'
import { overlayContainer } from './overlay-container.ts'
import { hasUnsaved } from './unsaved.ts'

const dialog = { id: 1, open: true, dismiss: () => {}, close: () => {}, element: null }
let root: ReturnType<typeof createRoot>

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  document.body.innerHTML = '<div></div>'
  overlayContainer.set(document.body)
  root = createRoot(document.body.firstElementChild!)
})
afterEach(async () => {
  await act(async () => root.unmount())
  overlayContainer.set(null)
  vi.unstubAllGlobals()
})

const show = (unsaved?: boolean) =>
  act(async () =>
    root.render(
      <DialogContext.Provider value={dialog}>
        <FormDialog title="Captions" submit="Add" onSubmit={() => {}} busy={false} {...(unsaved !== undefined && { unsaved })}>
          <input type="checkbox" aria-label="Public" />
        </FormDialog>
      </DialogContext.Provider>,
    ),
  )
const change = () => act(async () => document.querySelector<HTMLInputElement>('input')!.click())

test('typed input in a form counts as unsaved', async () => {
  await show()
  expect(hasUnsaved()).toBe(false)
  await change()
  expect(hasUnsaved()).toBe(true)
})

test('a form with its own unsaved check ignores other input', async () => {
  await show(true)
  await change()
  expect(hasUnsaved()).toBe(true)
  await show(false)
  expect(hasUnsaved()).toBe(false)
})
