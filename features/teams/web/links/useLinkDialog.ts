import { useEffect, useEffectEvent } from 'react'
import { follow, type Way } from './ways.ts'

/**
 * Opens the dialog of a mailed link, and follows its answer. A dismissed dialog leads to the settings.
 * @param isReady whether secrets were removed from the address
 * @param link the address to return to after a login
 */
export function useLinkDialog(isReady: boolean, link: string, team: string, openLink: () => Promise<Way | undefined>): void {
  const open = useEffectEvent(async () => {
    const here = location.pathname
    const target = await openLink()
    // The page also closes its dialogs when it is left.
    if (location.pathname === here) follow(target ?? 'settings', link, team)
  })
  useEffect(() => {
    if (!isReady) return
    const opening = setTimeout(() => void open())
    return () => clearTimeout(opening)
  }, [isReady])
}
