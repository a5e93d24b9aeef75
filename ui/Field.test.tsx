import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeEach, expect, test } from 'vitest'
import { Field } from './Field.tsx'
import { TextInput } from './inputs.tsx'

let box: HTMLElement
let root: ReturnType<typeof createRoot>
const show = (errors: { error?: string; wrong?: string }) =>
  act(() => {
    root.render(
      <Field label="Name" {...errors}>
        <TextInput defaultValue="" />
      </Field>,
    )
  })
const type = (text: string) =>
  act(() => {
    const input = box.querySelector('input')!
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, text)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
const alertText = () => box.querySelector('[role=alert]')?.textContent
const isInvalid = () => box.querySelector('input')!.getAttribute('aria-invalid') === 'true'

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  box = document.body.appendChild(document.createElement('div'))
  root = createRoot(box)
})

test('a server error shows until the field changes, and again after the next one', () => {
  show({ error: 'Taken' })
  expect([alertText(), isInvalid()]).toEqual(['Taken', true])
  type('a')
  expect([alertText(), isInvalid()]).toEqual([undefined, false])
  show({})
  show({ error: 'Taken' })
  expect([alertText(), isInvalid()]).toEqual(['Taken', true])
})

test('a validation error shows as long as it applies', () => {
  show({ wrong: 'Too short' })
  type('a')
  expect([alertText(), isInvalid()]).toEqual(['Too short', true])
  show({ error: 'Taken', wrong: 'Too short' })
  expect(alertText()).toBe('Too short')
})
