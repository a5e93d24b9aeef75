import { act, type ComponentType } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type CloseProps, DialogContext, dialogs, openDialog } from './dialogs.ts'
import { FormDialog } from './FormDialog.tsx'
import { DialogHost } from './hosts.tsx'
import { overlayContainer } from './overlay-container.ts'
import { createStore } from './store.ts'
import { toasts } from './toasts.ts'
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

const busy = createStore(false)
const error = createStore<string | undefined>(undefined)
let sent = 0
let pressed = 0
function Form() {
  return (
    <FormDialog title="Captions" submit="Add" cancel="Cancel" onSubmit={() => sent++} busy={busy.use()} error={error.use()}>
      <input type="checkbox" aria-label="Public" />
      <input aria-label="Line" />
      <button type="button" onClick={() => pressed++}>
        Add a line
      </button>
    </FormDialog>
  )
}
const openForm = async () => {
  await act(async () => root.render(<DialogHost />))
  await act(async () => void openDialog(() => Promise.resolve<ComponentType<CloseProps>>(Form), {}))
}
const dismiss = () => act(async () => dialogs.get().at(-1)!.dismiss())
/** Waits until as many dialogs are open, because the code of the question loads late. @returns their titles */
async function openTitles(count: number) {
  const titles = () => [...document.querySelectorAll('[data-sheet] h2')].map(({ textContent }) => textContent)
  const open = () => titles().filter((_, index) => dialogs.get()[index]?.open)
  await vi.waitFor(async () => {
    await act(() => new Promise((resolve) => setTimeout(resolve)))
    if (open().length !== count) throw new Error(`open: ${open().join(', ')}`)
  })
  return open()
}

test('a form that is being sent asks before it closes, and no longer once the call has ended', async () => {
  await openForm()
  await act(async () => busy.set(true))
  await dismiss()
  expect(await openTitles(2)).toEqual(['Captions', 'Still sending. Close anyway?'])
  await act(async () => busy.set(false))
  expect(await openTitles(1)).toEqual(['Captions'])
  await dismiss()
  expect(await openTitles(0)).toEqual([])
})

test('Cancel closes a changed form without asking, but asks while it is being sent', async () => {
  const cancel = () =>
    act(async () => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Cancel')!.click())
  await openForm()
  await act(async () => busy.set(true))
  await cancel()
  expect(await openTitles(2)).toEqual(['Captions', 'Still sending. Close anyway?'])
  await act(async () => busy.set(false))
  expect(await openTitles(1)).toEqual(['Captions'])
  await change()
  await cancel()
  expect(await openTitles(0)).toEqual([])
})

test('a form that is being sent takes no input', async () => {
  await openForm()
  const [checkbox, text] = [...document.querySelectorAll<HTMLInputElement>('form input')] as [HTMLInputElement, HTMLInputElement]
  const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Add a line')!
  const isTaken = (event: Event) => text.dispatchEvent(event)
  const bubbling = { bubbles: true, cancelable: true }
  const attempts = async () => {
    await change()
    await act(async () => button.click())
    const key = (init: KeyboardEventInit) => isTaken(new KeyboardEvent('keydown', { ...bubbling, ...init }))
    return {
      checked: checkbox.checked,
      pressed,
      readOnly: text.readOnly,
      events: ['beforeinput', 'drop', 'paste'].map((type) => isTaken(new Event(type, bubbling))),
      keys: [key({ key: 'Enter' }), key({ key: 'Tab' })],
    }
  }
  await act(async () => busy.set(true))
  const refused = { checked: false, pressed: 0, readOnly: true, events: [false, false, false], keys: [false, true] }
  expect(await attempts()).toEqual(refused)
  await act(async () => busy.set(false))
  const taken = { checked: true, pressed: 1, readOnly: false, events: [true, true, true], keys: [true, true] }
  expect(await attempts()).toEqual(taken)
  await act(async () => dialogs.get()[0]!.close())
  expect(await openTitles(0)).toEqual([])
})

test('a form that is closed while it is being sent stays rendered until the response, and a toast shows its error', async () => {
  await openForm()
  await act(async () => busy.set(true))
  await act(async () => dialogs.get()[0]!.close())
  expect(await openTitles(0)).toEqual([])
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
  expect([dialogs.get().length, toasts.get().length]).toEqual([1, 0])
  await act(async () => {
    error.set('The file is too large')
    busy.set(false)
  })
  expect(toasts.get().map(({ text }) => text)).toEqual(['The file is too large'])
  await vi.waitFor(() => expect(dialogs.get()).toEqual([]))
  error.set(undefined)
})

test('the question about changes closes with a form that has been saved', async () => {
  await openForm()
  await change()
  await dismiss()
  expect(await openTitles(2)).toEqual(['Captions', 'Discard your changes?'])
  await act(async () => dialogs.get()[0]!.close())
  expect(await openTitles(0)).toEqual([])
})

test('two presses that come before the form is busy send it once', async () => {
  await openForm()
  const submit = () => document.querySelector('form')!.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
  await act(async () => {
    submit()
    submit()
  })
  expect(sent).toBe(1)
  await act(() => new Promise((resolve) => setTimeout(resolve)))
  await act(async () => void submit())
  expect(sent).toBe(2)
})
