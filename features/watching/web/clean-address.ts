import { useEffect } from 'react'
import { pageHistory } from '#shell/navigation.ts'

/** Removes the mark of a shared link (`via`) from the address bar. Views still report it (`view-source.ts`). */
export const useCleanAddress = (): void =>
  useEffect(() => {
    const { href, state } = pageHistory.get()
    const { pathname, searchParams, hash } = new URL(href, location.origin)
    if (!searchParams.has('via')) return
    searchParams.delete('via')
    const query = searchParams.toString()
    pageHistory.replace(`${pathname}${query && `?${query}`}${hash}`, { state, ask: false })
  }, [])
