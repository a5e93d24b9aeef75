import { useEffect } from 'react'
import { brand } from '#kit/contract/brand.ts'

/** Sets the tab's title; the product name by default. */
export function useTitle(title?: string): void {
  // The document title isn't rendered by React.
  useEffect(() => {
    document.title = title ? `${title} · ${brand}` : brand
  }, [title])
}
