import type { ReactNode } from 'react'
import { lazily } from '#ui/lazily.ts'
import { NotFoundScreen } from '#shell/NotFoundScreen.tsx'

type Screen = (props: { id: string }) => ReactNode
const lazyScreen = (load: () => Promise<Screen>) => lazily<{ id: string }>(load)

/** Screens of the console by path. `$id` matches any last part of the address. */
const screens: Readonly<Record<string, Screen>> = {
  '/operator': lazyScreen(() => import('#features/accounts/web/OperatorHome.tsx').then((module) => module.OperatorHome)),
  '/operator/overview': lazyScreen(() =>
    import('#features/operations/web/overview/OverviewScreen.tsx').then((module) => module.OverviewScreen),
  ),
  '/operator/jobs': lazyScreen(() => import('#features/operations/web/jobs/JobsScreen.tsx').then((module) => module.JobsScreen)),
  '/operator/storage': lazyScreen(() =>
    import('#features/operations/web/storage/StorageScreen.tsx').then((module) => module.StorageScreen),
  ),
  '/operator/people': lazyScreen(() => import('#features/operator/web/UsersScreen.tsx').then((module) => module.UsersScreen)),
  '/operator/people/$id': lazyScreen(() => import('#features/operator/web/UserScreen.tsx').then((module) => module.UserScreen)),
  '/operator/audit': lazyScreen(() => import('#features/operator/web/AuditScreen.tsx').then((module) => module.AuditScreen)),
  '/operator/pages': lazyScreen(() => import('#features/site/web/pages/PagesScreen.tsx').then((module) => module.PagesScreen)),
  '/operator/channels': lazyScreen(() => import('#features/site/web/channels/ChannelsScreen.tsx').then((module) => module.ChannelsScreen)),
  '/operator/names': lazyScreen(() => import('#features/site/web/names/NamesScreen.tsx').then((module) => module.NamesScreen)),
  '/operator/settings': lazyScreen(() => import('#features/site/web/settings/SettingsScreen.tsx').then((module) => module.SettingsScreen)),
  '/operator/see-as': lazyScreen(() => import('#features/operator/web/SeeAsScreen.tsx').then((module) => module.SeeAsScreen)),
  '/operator/reports': lazyScreen(() => import('#features/reports/web/ReportsScreen.tsx').then((module) => module.ReportsScreen)),
  '/operator/tv': lazyScreen(() =>
    import('#features/tv-sources/web/operator/OperatorTvScreen.tsx').then((module) => module.OperatorTvScreen),
  ),
  '/operator/packages': lazyScreen(() =>
    import('#features/packages/web/operator/OperatorPackagesScreen.tsx').then((module) => module.OperatorPackagesScreen),
  ),
  '/operator/coupons': lazyScreen(() =>
    import('#features/subscriptions/web/operator/OperatorCouponsScreen.tsx').then((module) => module.OperatorCouponsScreen),
  ),
  '/operator/ledger': lazyScreen(() => import('#features/wallet/web/LedgerScreen.tsx').then((module) => module.LedgerScreen)),
}

/** A screen of the operator's console. @param path the path after the language */
export function OperatorScreen({ path }: { path: string }) {
  const [, parent = '', id = ''] = /^(.*)\/([^/]+)$/.exec(path) ?? []
  const name = [path.toLowerCase(), `${parent.toLowerCase()}/$id`].find((pattern) => Object.hasOwn(screens, pattern))
  const Found = screens[name ?? ''] ?? NotFoundScreen
  return <Found key={path} id={id} />
}
