import { clockCounterClockwise, eye, usersThree } from '#ui/icons.ts'
import { latePaths } from '#shell/late-paths.ts'
import { OperatorSection as Section } from '#features/accounts/web/OperatorSection.tsx'
import { t } from './texts.ts'

/** Sections of the console. */
export const OperatorSection = () => (
  <>
    <Section path={latePaths.operatorUsers()} group="people" icon={usersThree} title={t('users.title')} />
    <Section path={latePaths.operatorAudit()} group="people" icon={clockCounterClockwise} title={t('audit.title')} />
    <Section path={latePaths.operatorSeeAs()} group="people" icon={eye} title={t('see_as.title')} />
  </>
)
