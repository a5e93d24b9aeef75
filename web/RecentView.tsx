import { lazily } from '#ui/lazily.ts'

/** The recently watched videos. A separate module, so that the first chunk for guests names one file and not all imports of the screen. */
export const RecentView = lazily(() => import('#features/watching/web/HistoryScreen.tsx').then((module) => module.HistoryScreen))
