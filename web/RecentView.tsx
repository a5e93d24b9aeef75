import { lazily } from '#ui/lazily.ts'

/**
 * Shows recently watched videos. A separate module, so that the first chunk for guests refers to one file instead of all files that the
 * screen imports.
 */
export const RecentView = lazily(() => import('#features/watching/web/HistoryScreen.tsx').then((module) => module.HistoryScreen))
