import { lazily } from '#ui/lazily.ts'
import { latePaths } from '#shell/late-paths.ts'
import { NotFoundScreen as NotFound } from '#shell/NotFoundScreen.tsx'

const Reports = lazily(() => import('#features/reports/web/ReportsScreen.tsx').then((module) => module.ReportsScreen))
const Ledger = lazily(() => import('#features/wallet/web/LedgerScreen.tsx').then((module) => module.LedgerScreen))
const Coupons = lazily(() =>
  import('#features/subscriptions/web/operator/OperatorCouponsScreen.tsx').then((module) => module.OperatorCouponsScreen),
)
const Packages = lazily(() =>
  import('#features/packages/web/operator/OperatorPackagesScreen.tsx').then((module) => module.OperatorPackagesScreen),
)
const Television = lazily(() => import('#features/tv-sources/web/operator/OperatorTvScreen.tsx').then((module) => module.OperatorTvScreen))

const Overview = lazily(() => import('#features/operations/web/overview/OverviewScreen.tsx').then((module) => module.OverviewScreen))
const Jobs = lazily(() => import('#features/operations/web/jobs/JobsScreen.tsx').then((module) => module.JobsScreen))
const Storage = lazily(() => import('#features/operations/web/storage/StorageScreen.tsx').then((module) => module.StorageScreen))

const TeamLink = lazily(() => import('./TeamLinkScreen.tsx').then((module) => module.TeamLinkScreen))

/** Shows a rarely opened page at an address without its own screen, else the not-found screen. */
export function NotFoundScreen() {
  const path = location.pathname.replace(/\/$/, '')
  if (path === latePaths.operatorLedger()) return <Ledger otherwise={<NotFound />} />
  if (path === latePaths.operatorCoupons()) return <Coupons otherwise={<NotFound />} />
  if (path === latePaths.operatorPackages()) return <Packages otherwise={<NotFound />} />
  if (path === latePaths.operatorReports()) return <Reports otherwise={<NotFound />} />
  if (path === latePaths.operatorTv()) return <Television otherwise={<NotFound />} />
  if (path === latePaths.operatorOverview()) return <Overview otherwise={<NotFound />} />
  if (path === latePaths.operatorJobs()) return <Jobs otherwise={<NotFound />} />
  if (path === latePaths.operatorStorage()) return <Storage otherwise={<NotFound />} />
  if (/^\/(?:request|admin-derank)\//i.test(path.slice(3))) return <TeamLink path={path.slice(3)} />
  return <NotFound />
}
