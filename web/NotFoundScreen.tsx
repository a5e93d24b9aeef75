import { lazily } from '#ui/lazily.ts'
import { latePaths } from '#shell/late-paths.ts'
import { NotFoundScreen as NotFound } from '#shell/NotFoundScreen.tsx'

const Reports = lazily(() => import('#features/reports/web/ReportsScreen.tsx').then((module) => module.ReportsScreen))

/** At addresses that no other screen has: a page that few open, else none. */
export const NotFoundScreen = () =>
  location.pathname.replace(/\/$/, '') === latePaths.operatorReports() ? <Reports otherwise={<NotFound />} /> : <NotFound />
