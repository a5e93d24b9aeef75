import { flagBanner } from '#ui/icons.ts'
import { latePaths } from '#shell/late-paths.ts'
import { OperatorSection as Section } from '#features/accounts/web/OperatorSection.tsx'
import { t } from './texts.ts'

export const OperatorSection = () => (
  <Section path={latePaths.operatorReports()} group="people" icon={flagBanner} title={t('operator.title')} audience="moderator" />
)
