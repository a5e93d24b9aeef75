import { clockCounterClockwise } from '#ui/icons.ts'
import { RowLink } from '#ui/Rows.tsx'
import { paths } from '#shell/paths.ts'
import { t } from './texts.ts'

/** In the settings: what one has watched, and whether that is kept. */
export const HistoryRow = () => (
  <RowLink icon={clockCounterClockwise} name={t('history.title')} href={paths.playlists({ 'recent-view': 'true' })} />
)
