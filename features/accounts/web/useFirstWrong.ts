import { type RefObject, useEffect, useRef } from 'react'
import type { ApiError } from '#kit/contract/client.ts'

/** The form that gets this ref has the focus go to its first wrong field whenever it is refused. */
export function useFirstWrong(error: ApiError | null): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  // Which fields are wrong stands in the page only once the refusal has been drawn.
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [error])
  return form
}
