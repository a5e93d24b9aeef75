import { useRead } from '#kit/web/use.ts'
import { clockCounterClockwise, shieldCheck, usersThree } from '#ui/icons.ts'
import { RowLink } from '#ui/Rows.tsx'
import { latePaths } from '#shell/late-paths.ts'
import { accountsContract } from '#features/accounts/contract.ts'
import { OperatorSection } from '#features/accounts/web/OperatorSection.tsx'
import { t } from './texts.ts'

/** Sections of the console. */
export const Sections = () => (
  <>
    <OperatorSection path={latePaths.operatorPeople()} icon={usersThree} title={t('people.title')} />
    <OperatorSection path={latePaths.operatorAudit()} icon={clockCounterClockwise} title={t('audit.title')} />
  </>
)

/** Rows in the account settings: the console, for operators and moderators. */
export function SettingsRows() {
  const { data } = useRead(accountsContract.getProfile, {})
  return (data?.is_operator || data?.is_moderator) && <RowLink icon={shieldCheck} name={t('console')} href={latePaths.operator()} />
}
