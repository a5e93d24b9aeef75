import { gauge, hardDrives, stack } from '#ui/icons.ts'
import { latePaths } from '#shell/late-paths.ts'
import { OperatorSection } from '#features/accounts/web/OperatorSection.tsx'
import { t } from './texts.ts'

/** Sections of the console. */
export const OperatorSections = () => (
  <>
    <OperatorSection path={latePaths.operatorOverview()} icon={gauge} title={t('overview.title')} />
    <OperatorSection path={latePaths.operatorJobs()} icon={stack} title={t('jobs.title')} />
    <OperatorSection path={latePaths.operatorStorage()} icon={hardDrives} title={t('storage.title')} />
  </>
)
