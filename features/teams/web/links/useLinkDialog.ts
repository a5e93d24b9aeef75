import { useEffect, useEffectEvent } from 'react'
import { follow, type LinkDestination } from './ways.ts'

/**
 * Opens the dialog of a mailed link, and follows its answer. A dismissed dialog leads to the settings.
 * @param isReady whether secrets were removed from the address
 * @param link the address to return to after a login
 */
export function useLinkDialog(isReady: boolean, link: string, team: string, openLink: () => Promise<LinkDestination | undefined>): void {
  const open = useEffectEvent(async () => {
    const currentPath = location.pathname
    const target = await openLink()
    // The page also closes its dialogs when it is left.
    if (location.pathname === currentPath) follow(target ?? 'settings', link, team)
  })
  useEffect(() => {
    if (!isReady) return
    const opening = setTimeout(() => void open())
    return () => clearTimeout(opening)
  }, [isReady])
}
