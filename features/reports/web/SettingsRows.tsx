import { useRead } from '#kit/web/use.ts'
import { eyeSlash, flagBanner } from '#ui/icons.ts'
import { RowLink } from '#ui/Rows.tsx'
import { latePaths } from '#shell/late-paths.ts'
import { paths } from '#shell/paths.ts'
import { accountsContract } from '#features/accounts/contract.ts'
import { removals } from './removals.ts'
import { t } from './texts.ts'

/** Rows in the account settings: removals, if any, and reports for operators. */
export function SettingsRows() {
  const removed = removals.use()
  const profile = useRead(accountsContract.getProfile, {})
  return (
    <>
      {removed.length > 0 && <RowLink icon={eyeSlash} name={t('removed.list')} href={paths.settings({ view: 'removed' })} />}
      {profile.data?.is_operator && <RowLink icon={flagBanner} name={t('operator.title')} href={latePaths.operatorReports()} />}
    </>
  )
}
