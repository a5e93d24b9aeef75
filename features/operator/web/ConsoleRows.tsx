import { useRead } from '#kit/web/read.ts'
import { clockCounterClockwise, shieldCheck } from '#ui/icons.ts'
import { RowLink } from '#ui/Rows.tsx'
import { latePaths } from '#shell/late-paths.ts'
import { paths } from '#shell/paths.ts'
import { accountsContract } from '#features/accounts/contract.ts'
import { t } from './texts.ts'

/** Rows in the account settings: decisions about the user, and the console for operators and moderators. */
export function SettingsRows() {
  const { data } = useRead(accountsContract.getProfile, {})
  return (
    <>
      <RowLink icon={clockCounterClockwise} name={t('own.title')} href={paths.settings({ view: 'acts' })} />
      {(data?.is_operator || data?.is_moderator) && <RowLink icon={shieldCheck} name={t('console')} href={latePaths.operator()} />}
    </>
  )
}
