import { useEffect, useEffectEvent } from 'react'
import { goToLinkDestination, type LinkDestination } from './link-destination.ts'

/**
 * Opens the dialog of an emailed link, then the destination that the dialog returns, or the settings if it was dismissed.
 * @param isReady true once secrets were removed from the address
 * @param link the address to return to after a login
 */
export function useLinkDialog(isReady: boolean, link: string, team: string, openLink: () => Promise<LinkDestination | undefined>): void {
  const open = useEffectEvent(async () => {
    const currentPath = location.pathname
    const target = await openLink()
    // Navigates only if the user is still on the page. Leaving the page also closes the dialog.
    if (location.pathname === currentPath) goToLinkDestination(target ?? 'settings', link, team)
  })
  useEffect(() => {
    if (!isReady) return
    const opening = setTimeout(() => void open())
    return () => clearTimeout(opening)
  }, [isReady])
}
