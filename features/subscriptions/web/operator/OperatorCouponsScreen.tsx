import { formatMoney } from '#kit/web/format-money.ts'
import { useRead } from '#kit/web/read.ts'
import { LoadedContent } from '#ui/LoadedContent.tsx'
import { ListSkeleton } from '#ui/ListSkeleton.tsx'
import { latePaths } from '#shell/late-paths.ts'
import { OperatorPage, OperatorPageParts } from '#features/accounts/web/OperatorPage.tsx'
import { subscriptionsContract } from '../../contract.ts'
import { t } from '../texts.ts'
import { Coupons } from './Coupons.tsx'
import css from './operator.module.css'

/** Coupons and the forecast of renewals, for operators. */
export const OperatorCouponsScreen = () => (
  <OperatorPage section={latePaths.operatorCoupons()} title={t('coupons.title')}>
    <OperatorPageParts>
      <Forecast />
      <Coupons />
    </OperatorPageParts>
  </OperatorPage>
)

function Forecast() {
  const forecast = useRead(subscriptionsContract.getRenewalForecast, {})
  return (
    <LoadedContent
      read={forecast}
      failed={t('forecast.failed')}
      skeleton={<ListSkeleton label={t('coupons.loading')} rows={1} height={200} />}
    >
      {({ renewals, amount, uncovered, uncovered_amount: uncoveredAmount }) => (
        <section aria-labelledby="forecast" className={css.section}>
          <h2 id="forecast" className={css.title}>
            {t('forecast.title')}
          </h2>
          <dl className={css.facts}>
            <div>
              <dt className={css.quiet}>{t('forecast.renewals')}</dt>
              <dd>{t('forecast.sum', { count: renewals, amount: formatMoney(amount) })}</dd>
            </div>
            <div>
              <dt className={css.quiet}>{t('forecast.uncovered')}</dt>
              <dd>{t('forecast.sum', { count: uncovered, amount: formatMoney(uncoveredAmount) })}</dd>
            </div>
          </dl>
        </section>
      )}
    </LoadedContent>
  )
}
