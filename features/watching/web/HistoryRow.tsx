import { clockCounterClockwise } from '#ui/icons.ts'
import { RowLink } from '#ui/Rows.tsx'
import { paths } from '#shell/paths.ts'
import { t } from './texts.ts'

/** Watch history and its setting, as a settings row. */
export const HistoryRow = () => (
  <RowLink icon={clockCounterClockwise} name={t('history.title')} href={paths.playlists({ 'recent-view': 'true' })} />
)
