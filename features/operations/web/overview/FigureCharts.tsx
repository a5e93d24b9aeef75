import { formatNumber } from '#kit/web/format.ts'
import { IconDisc } from '#ui/Disc.tsx'
import { chartLineUp } from '#ui/icons.ts'
import { StateMessage } from '#ui/StateMessage.tsx'
import { LineChart } from '#features/statistics/web/chart/LineChart.tsx'
import { PointTable } from '#features/statistics/web/chart/PointTable.tsx'
import { pointsOf } from '#features/statistics/web/chart/points.ts'
import { unitOf } from '#features/statistics/web/figure.ts'
import type { FigureRow } from '../../contract.ts'
import { figureDays } from '../../rules.ts'
import css from '../operations.module.css'
import { t } from '../texts.ts'
import { fillDays, utcDay } from '../days.ts'

const unit = unitOf('views')

/** A small chart of each figure. */
export function FigureCharts({ figures }: { figures: readonly FigureRow[] }) {
  if (figures.every(({ days }) => days.length === 0))
    return <StateMessage title={t('overview.none')} text={t('overview.none_text')} picture={<IconDisc icon={chartLineUp} size={88} />} />
  const range = { start_date: utcDay(1 - figureDays), end_date: utcDay(0), type: 'day' } as const
  return (
    <>
      <p className={css.quiet}>{t('overview.figures_text')}</p>
      <div className={css.charts}>
        {figures.map(({ figure, day, month, days }) => {
          const name = t(`overview.figure.${figure}`)
          const sums = { day: formatNumber(day), month: formatNumber(month) }
          const points = pointsOf(fillDays(days, range.start_date, range.end_date), range, range.end_date)
          return (
            <section key={figure} className={css.chart} aria-label={name}>
              <h3 className={css.name}>{name}</h3>
              <p className={css.quiet}>{figure === 'active_users' ? t('overview.most', sums) : t('overview.sums', sums)}</p>
              <LineChart name={name} points={points} type="day" unit={unit} />
              <PointTable figure={name} points={points} type="day" unit={unit} />
            </section>
          )
        })}
      </div>
    </>
  )
}
