import { language } from '#kit/web/i18n.ts'
import { storage } from '#kit/web/storage.ts'
import type { SeenViewer } from '#kit/contract/seen-viewers.ts'
import { latePaths } from '#shell/late-paths.ts'

/** Shows the site as another viewer, from its first page. The page loads anew, so that nothing of the operator stays. */
export function showSiteAs(viewer: SeenViewer): void {
  storage.remove('account_mode', 'team_id')
  storage.set('see_as', viewer)
  location.assign(`/${language}`)
}

/** Returns to the console as the operator. */
export function endSeeingAs(): void {
  storage.remove('see_as', 'account_mode', 'team_id')
  location.assign(latePaths.operatorSeeAs())
}
