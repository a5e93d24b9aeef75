import { eyeSlash } from '#ui/icons.ts'
import { RowLink } from '#ui/Rows.tsx'
import { paths } from '#shell/paths.ts'
import { removals } from './removals.ts'
import { t } from './texts.ts'

/** A row in the account settings: removals, if any. */
export function SettingsRows() {
  const removed = removals.use()
  return removed.length > 0 && <RowLink icon={eyeSlash} name={t('removed.list')} href={paths.settings({ view: 'removed' })} />
}
