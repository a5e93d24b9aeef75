import { gauge, hardDrives, stack } from '#ui/icons.ts'
import { latePaths } from '#shell/late-paths.ts'
import { OperatorSection as Section } from '#features/accounts/web/OperatorSection.tsx'
import { t } from './texts.ts'

/** Sections of the console. */
export const OperatorSection = () => (
  <>
    <Section path={latePaths.operatorOverview()} group="site" icon={gauge} title={t('overview.title')} />
    <Section path={latePaths.operatorJobs()} group="site" icon={stack} title={t('jobs.title')} />
    <Section path={latePaths.operatorStorage()} group="site" icon={hardDrives} title={t('storage.title')} />
  </>
)
