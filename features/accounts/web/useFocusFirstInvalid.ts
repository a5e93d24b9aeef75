import { type RefObject, useEffect, useRef } from 'react'
import type { ApiError } from '#kit/contract/client.ts'

/** Returns a form ref that focuses the first invalid field after each refusal. A part without a field has `data-invalid`. */
export function useFocusFirstInvalid(error: ApiError | null): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  // Invalid fields are only marked after rendering.
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid]')?.focus()
  }, [error])
  return form
}
