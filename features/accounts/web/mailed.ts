import { useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

declare module '@tanstack/history' {
  interface HistoryState {
    /** What a mailed link brought. */
    mailed?: Readonly<Record<string, string>>
  }
}

/**
 * What a mailed link brings along: it is taken out of the address at once, where it could be read by others, and kept with
 * this step of the tab's history, where a reload finds it. Undefined when something is missing.
 * @param here the address without it
 */
export function useMailed<Name extends string>(given: Partial<Record<Name, string | undefined>>, names: readonly Name[], here: string) {
  const { history } = useRouter()
  const kept = useRouterState({ select: ({ location }) => location.state.mailed })
  const [mailed] = useState(() => (names.every((name) => given[name]) ? given : kept) as Record<Name, string> | undefined)
  const inAddress = names.some((name) => given[name] !== undefined)

  // The address is no part of what React draws.
  useEffect(() => {
    if (inAddress) history.replace(here, { ...(mailed && { mailed }) })
  }, [inAddress, mailed, history, here])

  return mailed
}
