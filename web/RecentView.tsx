import { lazily } from '#ui/lazily.ts'

/** What one has watched. The file that guests fetch first names this one alone, and not all that the screen is made of. */
export const RecentView = lazily(() => import('#features/watching/web/HistoryScreen.tsx').then((module) => module.HistoryScreen))
