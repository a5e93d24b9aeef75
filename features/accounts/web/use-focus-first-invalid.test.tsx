import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test } from 'vitest'
import { ApiError } from '#kit/contract/client.ts'
import { Alert } from '#ui/Alert.tsx'
import { useFocusFirstInvalid } from './useFocusFirstInvalid.ts'

const page = document.body.appendChild(document.createElement('div'))
const root = createRoot(page)
afterEach(() => act(() => root.render(null)))

function Form({ error, isFieldWrong }: { error: ApiError | null; isFieldWrong: boolean }) {
  return (
    <form ref={useFocusFirstInvalid(error)}>
      {error && <Alert>{error.message}</Alert>}
      <input aria-invalid={isFieldWrong} />
    </form>
  )
}
function refuse(isFieldWrong: boolean) {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  act(() => root.render(<Form error={null} isFieldWrong={false} />))
  act(() =>
    root.render(<Form error={new ApiError(0, { message: 'No connection', code: 'offline', errors: {} })} isFieldWrong={isFieldWrong} />),
  )
}

test('a refusal focuses the invalid field', () => {
  refuse(true)
  expect(document.activeElement?.tagName).toBe('INPUT')
})

test('a refusal without an invalid field focuses its message', () => {
  refuse(false)
  expect(document.activeElement).toBe(page.querySelector('[role=alert]'))
})
