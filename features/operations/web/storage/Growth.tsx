import { LineChart } from '#features/statistics/web/chart/LineChart.tsx'
import { PointTable } from '#features/statistics/web/chart/PointTable.tsx'
import { pointsOf } from '#features/statistics/web/chart/points.ts'
import type { Unit } from '#features/statistics/web/figure.ts'
import { formatBytes } from '#features/uploads/web/upload-texts.ts'
import type { StorageOverview } from '../../contract/storage.ts'
import { utcDay } from '../days.ts'
import css from '../operations.module.css'
import { t } from '../texts.ts'

const unitSizes = [1024 ** 3, 1024 ** 2, 1024]

const unit: Unit = {
  format: formatBytes,
  // Texts of charts that hide small numbers. This chart hides none.
  few: { total: '', point: '', definition: '' },
  axisUnitOf: (largest) => unitSizes.find((step) => largest >= 2 * step) ?? 1024,
}

/** All stored bytes by day. */
export function Growth({ days }: { days: StorageOverview['days'] }) {
  const first = days[0]
  const name = t('storage.growth')
  const range = { start_date: first?.date ?? '', end_date: utcDay(0), type: 'day' } as const
  return (
    <section className={css.section} aria-labelledby="growth">
      <h2 id="growth" className={css.title}>
        {name}
      </h2>
      {first === undefined || days.length < 2 ? (
        <p className={css.quiet}>{t('storage.growth_none')}</p>
      ) : (
        <GrowthChart
          name={name}
          points={pointsOf(
            days.map(({ date, bytes: count }) => ({ date, count })),
            range,
            range.end_date,
          )}
        />
      )}
    </section>
  )
}

const GrowthChart = ({ name, points }: { name: string; points: ReturnType<typeof pointsOf> }) => (
  <>
    <LineChart name={name} points={points} type="day" unit={unit} />
    <PointTable figure={name} points={points} type="day" unit={unit} />
  </>
)
