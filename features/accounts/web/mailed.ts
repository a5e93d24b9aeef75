import { useEffect, useState } from 'react'
import { useGo } from '#shell/navigation.ts'
import { useEntryState } from '#shell/router/RouterView.tsx'

type Mailed<Name extends string> = Readonly<Record<Name, string>>

/**
 * What a mailed link brings along: it is taken out of the address at once, where it could be read by others, and kept with
 * this entry of the tab's history, where a reload finds it. Undefined when something is missing, and once one has gone on.
 * @param here the address without it
 */
export function useMailed<Name extends string>(
  given: Readonly<Partial<Record<Name, string | undefined>>>,
  names: readonly Name[],
  here: string,
): Mailed<Name> | undefined {
  const go = useGo()
  const kept = useEntryState()
  const found = [given, kept].find((source: Readonly<Partial<Record<string, string>>>): source is Mailed<Name> =>
    names.every((name) => source[name]),
  )
  // The same object for as long as it says the same.
  const [mailed, setMailed] = useState(found)
  if (names.some((name) => mailed?.[name] !== found?.[name])) setMailed(found)
  const inAddress = names.some((name) => given[name] !== undefined)

  // The address is no part of what React draws.
  useEffect(() => {
    if (inAddress) go(here, { replace: true, state: mailed })
  }, [inAddress, mailed, go, here])

  return mailed
}

/** Goes on to another screen with what a mailed link brought, which {@link useMailed} finds there. */
export function useForward(mailed: Readonly<Record<string, string>>, to: string): void {
  const go = useGo()
  // Going elsewhere is all that such a screen does.
  useEffect(() => go(to, { replace: true, state: mailed }))
}
