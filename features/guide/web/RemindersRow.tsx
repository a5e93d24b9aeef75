import { bell } from '#ui/icons.ts'
import { RowLink } from '#ui/Rows.tsx'
import { paths } from '#shell/paths.ts'
import { t } from './texts.ts'

/** A row in the account settings, which opens the reminders. */
export const RemindersRow = () => <RowLink icon={bell} name={t('reminders.row')} href={paths.settings({ view: 'reminders' })} />
