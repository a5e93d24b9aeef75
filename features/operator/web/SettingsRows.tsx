import { useRead } from '#kit/web/use.ts'
import { shieldCheck } from '#ui/icons.ts'
import { RowLink } from '#ui/Rows.tsx'
import { latePaths } from '#shell/late-paths.ts'
import { accountsContract } from '#features/accounts/contract.ts'
import { t } from './texts.ts'

/** Rows in the account settings: the console, for operators and moderators. */
export function SettingsRows() {
  const { data } = useRead(accountsContract.getProfile, {})
  return (data?.is_operator || data?.is_moderator) && <RowLink icon={shieldCheck} name={t('console')} href={latePaths.operator()} />
}
