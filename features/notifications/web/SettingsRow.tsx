import { bell } from '#ui/icons.ts'
import { RowLink } from '#ui/Rows.tsx'
import { paths } from '#shell/paths.ts'
import { t } from './texts.ts'

/** A row in the account settings. */
export const SettingsRow = () => <RowLink icon={bell} name={t('settings.title')} href={paths.settings({ view: 'notifications' })} />
