import { useEffect } from 'react'
import { brand } from '#kit/contract/brand.ts'

/** Names the page in its tab; the product's own name when it has none. */
export function useTitle(title?: string): void {
  // The tab's title is no part of what React draws.
  useEffect(() => {
    document.title = title ? `${title} · ${brand}` : brand
  }, [title])
}
