import { clock } from '#ui/icons.ts'
import { RowLink } from '#ui/Rows.tsx'
import { paths } from '#shell/paths.ts'
import { t } from './texts.ts'

/** In the settings: how links come to watch later from elsewhere, and what becomes of what was seen. */
export const AccountRow = () => <RowLink icon={clock} name={t('settings.title')} href={paths.settings({ view: 'watchLater' })} />
