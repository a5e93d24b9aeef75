import { lazily } from '#ui/lazily.ts'

/** Recently watched videos. A module of its own, so that the first chunk for guests names one file instead of all imports of the screen. */
export const RecentView = lazily(() => import('#features/watching/web/HistoryScreen.tsx').then((module) => module.HistoryScreen))
