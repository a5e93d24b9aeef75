import { useEffect } from 'react'
import { siteName } from '#kit/web/site-name.ts'

/** Sets the tab's title; the site's name by default. */
export function useTitle(title?: string): void {
  // The document title isn't rendered by React.
  useEffect(() => {
    document.title = title ? `${title} · ${siteName}` : siteName
  }, [title])
}
