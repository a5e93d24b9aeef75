import { useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

declare module '@tanstack/history' {
  interface HistoryState {
    /** What a mailed link brought. */
    mailed?: Readonly<Record<string, string>>
  }
}

type Mailed<Name extends string> = Readonly<Record<Name, string>>

/**
 * What a mailed link brings along: it is taken out of the address at once, where it could be read by others, and kept with
 * this step of the tab's history, where a reload finds it. Undefined when something is missing, and once one has gone on.
 * @param here the address without it
 */
export function useMailed<Name extends string>(
  given: Readonly<Partial<Record<Name, string | undefined>>>,
  names: readonly Name[],
  here: string,
): Mailed<Name> | undefined {
  const { history } = useRouter()
  const kept = useRouterState({ select: ({ location }) => location.state.mailed })
  const found = [given, kept].find((source): source is Mailed<Name> => names.every((name) => source?.[name as never]))
  // The same object for as long as it says the same.
  const [mailed, setMailed] = useState(found)
  if (names.some((name) => mailed?.[name] !== found?.[name])) setMailed(found)
  const inAddress = names.some((name) => given[name] !== undefined)

  // The address is no part of what React draws.
  useEffect(() => {
    if (inAddress) history.replace(here, { ...(mailed && { mailed }) })
  }, [inAddress, mailed, history, here])

  return mailed
}

/** Goes on to another screen with what a mailed link brought, which {@link useMailed} finds there. */
export function useForward(mailed: Readonly<Record<string, string>>, to: string): void {
  const { history } = useRouter()
  // Going elsewhere is all that such a screen does.
  useEffect(() => history.replace(to, { mailed }))
}
