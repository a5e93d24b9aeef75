import { useRead } from '#kit/web/use.ts'
import { eyeSlash, flagBanner } from '#ui/icons.ts'
import { RowLink } from '#ui/Rows.tsx'
import { latePaths } from '#shell/late-paths.ts'
import { paths } from '#shell/paths.ts'
import { accountsContract } from '#features/accounts/contract.ts'
import { removals } from './removals.ts'
import { t } from './texts.ts'

/** Among what belongs to one's account: what was removed, if there is any; and for operators the reports. */
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
