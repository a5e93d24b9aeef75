import { squaresFour } from '#ui/icons.ts'
import { latePaths } from '#shell/late-paths.ts'
import { OperatorSection as Section } from '#features/accounts/web/OperatorSection.tsx'
import { t } from '../texts.ts'

export const OperatorSection = () => (
  <Section path={latePaths.operatorPackages()} group="money" icon={squaresFour} title={t('operator.title')} />
)
