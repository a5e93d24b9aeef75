import { language } from '#kit/web/i18n.ts'
import { storage } from '#kit/web/storage.ts'
import type { SeeAsViewer } from '#kit/contract/see-as-viewers.ts'
import { latePaths } from '#shell/late-paths.ts'

/**
 * Opens the page at `address`. Calls `change` when this page unloads, so that neither page sends requests as the other page's viewer.
 */
function changeAndOpen(address: string, change: () => void): void {
  addEventListener('pagehide', change, { once: true })
  location.assign(address)
}

/** Shows the site as another viewer, starting at the site's first page. */
export const showSiteAs = (viewer: SeeAsViewer): void =>
  changeAndOpen(`/${language}`, () => {
    storage.remove('account_mode', 'team_id')
    storage.set('see_as', viewer)
  })

/** Returns to the console as the operator. */
export const endSeeingAs = (): void => changeAndOpen(latePaths.operatorSeeAs(), () => storage.remove('see_as', 'account_mode', 'team_id'))
