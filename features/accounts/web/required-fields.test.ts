import { afterEach, expect, test, vi } from 'vitest'
import { storage } from '#kit/web/storage.ts'
import { dialogs } from '#ui/dialogs.ts'
import { promptRequiredFields } from './required-fields.ts'

/** Waits for the dialog, which loads on demand. */
const findOpenDialog = () => vi.waitFor(() => dialogs.get().find(({ open }) => open) ?? Promise.reject(new Error('no dialog')))

afterEach(() => {
  dialogs.set([])
  storage.remove('canceled_enter_fields_modal')
})

test('simultaneous calls with missing fields ask for them once', async () => {
  const answers = Promise.all([promptRequiredFields(), promptRequiredFields(), promptRequiredFields()])
  const { close } = await findOpenDialog()
  expect(dialogs.get()).toHaveLength(1)
  close()
  expect(await answers).toEqual([false, false, false])
})

test('a dismissed dialog stays dismissed until the next call', async () => {
  const first = promptRequiredFields()
  const dialog = await findOpenDialog()
  dialog.close()
  await first
  expect(storage.get('canceled_enter_fields_modal')).toBe(true)

  const second = promptRequiredFields()
  const again = await findOpenDialog()
  expect(again.id).not.toBe(dialog.id)
  again.close()
  await second
})
