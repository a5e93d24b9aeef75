import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { Dialog } from './Dialog.tsx'
import { closeDialogs, dialogs, dropLoadingDialogs, openDialog } from './dialogs.ts'
import { DialogHost } from './hosts.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
const Question = ({ title }: { title: string; close: (answer?: boolean) => void }) => <Dialog title={title} />
const open = (title: string) => openDialog(() => Promise.resolve(Question), { title })
/** Opens a dialog without waiting for its answer. */
const openNow = (title: string) => Promise.race([open(title), Promise.resolve()])

test('two presses open a dialog once; after it has appeared, the same dialog can be opened again', async () => {
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  act(() => root.render(<DialogHost />))
  const [, second] = [open('One'), open('Two')]
  // The repeated call stays pending, because `undefined` would mean that the user dismissed the dialog.
  const isPending = new Promise((resolve) => setTimeout(resolve, 10, 'pending'))
  expect(await act(() => Promise.race([second, isPending]))).toBe('pending')
  expect(dialogs.get().length).toBe(1)
  await act(() => openNow('Three'))
  expect(dialogs.get().length).toBe(2)
  act(() => closeDialogs())
  await act(() => openNow('Four'))
  expect(dialogs.get().filter((dialog) => dialog.open).length).toBe(1)
  act(() => root.unmount())
})

test('a dialog of a page doesn’t open after the user has left it while its code was loading; others open', async () => {
  let finish: ((component: typeof Question) => void) | undefined
  const load = () => new Promise<typeof Question>((resolve) => (finish = resolve))
  const before = dialogs.get().length
  const ofPage = openDialog(load, { title: 'Late' }, { isOfPage: true })
  dropLoadingDialogs()
  finish?.(Question)
  expect(await ofPage).toBeUndefined()
  expect(dialogs.get().length).toBe(before)
  const other = openDialog(load, { title: 'Session ended' })
  dropLoadingDialogs()
  finish?.(Question)
  await Promise.race([other, new Promise((resolve) => setTimeout(resolve))])
  expect(dialogs.get().length).toBe(before + 1)
})
