import { chartLineUp } from '#ui/icons.ts'
import { RowLink } from '#ui/Rows.tsx'
import { paths } from '#shell/paths.ts'
import { t } from './texts.ts'

/** A row in the account settings. It is also shown when the user acts for a team. */
export const SettingsRow = () => <RowLink icon={chartLineUp} name={t('title')} detail={t('settings.detail')} href={paths.statistics()} />
