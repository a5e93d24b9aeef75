import { useEffect, useState } from 'react'
import { useGo } from '#shell/navigation.ts'
import { useEntryState } from '#shell/router/RouterView.tsx'

type MailedValues<Name extends string> = Readonly<Record<Name, string>>

/**
 * Reads an emailed link's secret from the URL, removes it from the URL, and keeps it in the tab's history entry for reloads. Undefined if
 * incomplete, and after the user has navigated away.
 * @param cleanUrl the same URL without the secret
 */
export function useMailedSecret<Name extends string>(
  urlValues: Readonly<Partial<Record<Name, string | undefined>>>,
  names: readonly Name[],
  cleanUrl: string,
): MailedValues<Name> | undefined {
  const go = useGo()
  const entryState = useEntryState()
  const match = [urlValues, entryState].find((source: Readonly<Partial<Record<string, string>>>): source is MailedValues<Name> =>
    names.every((name) => source[name]),
  )
  // Stays the same object while the contents are equal.
  const [mailed, setMailed] = useState(match)
  if (names.some((name) => mailed?.[name] !== match?.[name])) setMailed(match)
  const inAddress = names.some((name) => urlValues[name] !== undefined)

  // An effect, as React doesn't render the address bar.
  useEffect(() => {
    if (inAddress) go(cleanUrl, { replace: true, state: mailed })
  }, [inAddress, mailed, go, cleanUrl])

  return mailed
}

/** Redirects to another screen with an emailed secret, for {@link useMailedSecret} there. */
export function useRedirectWithSecret(mailed: Readonly<Record<string, string>>, to: string): void {
  const go = useGo()
  // Runs after every render, because the screen does nothing else.
  useEffect(() => go(to, { replace: true, state: mailed }))
}

/** A confirmation path of this site. The server validates its token. */
const confirmationPathPattern = /^\/api\/user\/verify\/((?!\.{1,2}$)[^/?#]{1,1000})$/

/** Returns the token in a mailed confirmation URL; any other URL is ignored. */
export const confirmationToken = (url: string | undefined): string | undefined => confirmationPathPattern.exec(url ?? '')?.[1]
