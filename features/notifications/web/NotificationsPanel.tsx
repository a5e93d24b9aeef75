import { lazily } from '#ui/lazily.ts'
import { useCurrentPath } from '#shell/navigation.ts'
import { panelAnchor } from './panel.ts'

const OpenPanel = lazily(() => import('./OpenPanel.tsx').then((module) => module.OpenPanel))

/** The notifications on wide windows: a panel below the bell. */
export function NotificationsPanel() {
  const anchor = panelAnchor.use()
  const currentPath = useCurrentPath()
  return anchor && <OpenPanel key={currentPath} anchor={anchor} currentPath={currentPath} />
}
