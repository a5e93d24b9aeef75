import { useRead } from '#kit/web/read.ts'
import { LoadedContent } from '#ui/LoadedContent.tsx'
import { ListSkeleton } from '#ui/ListSkeleton.tsx'
import { latePaths } from '#shell/late-paths.ts'
import { OperatorPage } from '#features/accounts/web/OperatorPage.tsx'
import { operationsContract } from '../../contract.ts'
import css from '../operations.module.css'
import { t } from '../texts.ts'
import { Checks } from './Checks.tsx'
import { FigureCharts } from './FigureCharts.tsx'

/** Checks of the installation, and daily figures. */
export const OverviewScreen = () => (
  <OperatorPage section={latePaths.operatorOverview()} title={t('overview.title')}>
    <Overview />
  </OperatorPage>
)

function Overview() {
  const read = useRead(operationsContract.getOverview, {}, { isProvisional: () => true, refreshMs: 60_000 })
  return (
    <LoadedContent read={read} failed={t('overview.failed')} skeleton={<ListSkeleton label={t('loading')} />}>
      {({ checks, figures }) => (
        <>
          <Checks checks={checks} />
          <section className={css.section} aria-labelledby="figures">
            <h2 id="figures" className={css.title}>
              {t('overview.figures')}
            </h2>
            <FigureCharts figures={figures} />
          </section>
        </>
      )}
    </LoadedContent>
  )
}
