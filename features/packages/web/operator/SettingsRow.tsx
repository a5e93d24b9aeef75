import { useRead } from '#kit/web/use.ts'
import { notebook } from '#ui/icons.ts'
import { RowLink } from '#ui/Rows.tsx'
import { latePaths } from '#shell/late-paths.ts'
import { accountsContract } from '#features/accounts/contract.ts'
import { t } from '../texts.ts'

/** For operators: a link to the page of packages. */
export function SettingsRow() {
  const profile = useRead(accountsContract.getProfile, {})
  return profile.data?.is_operator && <RowLink icon={notebook} name={t('operator.title')} href={latePaths.operatorPackages()} />
}
