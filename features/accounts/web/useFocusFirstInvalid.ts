import { type RefObject, useEffect, useRef } from 'react'
import type { ApiError } from '#kit/contract/client.ts'

/** Selectors of the element to focus after a refusal, in this order. A part without a field has `data-invalid`. */
const focusTargets = ['[aria-invalid="true"], [data-invalid]', '[role="alert"]']

/**
 * Returns a form ref that focuses the first invalid field after each refusal, or else the error of the form, which may be above the visible
 * part of a long form.
 */
export function useFocusFirstInvalid(error: ApiError | null): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  // Invalid fields are only marked after rendering.
  useEffect(() => {
    if (!error) return
    const find = (selector: string) => form.current?.querySelector<HTMLElement>(selector)
    focusTargets.map(find).find(Boolean)?.focus()
  }, [error])
  return form
}
