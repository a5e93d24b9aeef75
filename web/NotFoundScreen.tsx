import { lazily } from '#ui/lazily.ts'
import { NotFoundScreen as NotFound } from '#shell/NotFoundScreen.tsx'

const Operator = lazily(() => import('./operator-screens.tsx').then((module) => module.OperatorScreen))

const TeamLink = lazily(() => import('./TeamLinkScreen.tsx').then((module) => module.TeamLinkScreen))

/** Shows one of the rarely opened pages, which have no route of their own, or else the not-found screen. */
export function NotFoundScreen() {
  const path = location.pathname.replace(/\/$/, '').slice(3)
  if (/^\/operator\//i.test(path)) return <Operator path={path} />
  if (/^\/(?:request|admin-derank)\//i.test(path)) return <TeamLink path={path} />
  return <NotFound />
}
