import { clock } from '#ui/icons.ts'
import { RowLink } from '#ui/Rows.tsx'
import { paths } from '#shell/paths.ts'
import { t } from './texts.ts'

/** A settings row for Watch Later. */
export const WatchLaterRow = () => <RowLink icon={clock} name={t('settings.title')} href={paths.settings({ view: 'watchLater' })} />
