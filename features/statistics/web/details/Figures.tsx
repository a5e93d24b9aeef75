import { cx } from '#ui/cx.ts'
import { IconDisc } from '#ui/Disc.tsx'
import { chartLineUp } from '#ui/icons.ts'
import { StateMessage } from '#ui/StateMessage.tsx'
import type { ChannelStatistics } from '../../contract.ts'
import { daysBetween, smallCount, type Figure, figures, type Grouping } from '../../rules.ts'
import { FigureHeading } from '../FigureHeading.tsx'
import { LineChart } from '../chart/LineChart.tsx'
import { pointsOf } from '../chart/points.ts'
import { PointTable } from '../chart/PointTable.tsx'
import { dateOf } from '../dates.ts'
import css from '../Statistics.module.css'
import { unitOf } from '../figure.ts'
import { t } from '../texts.ts'
import { changeText } from './change.ts'
import own from './details.module.css'

interface FiguresProps {
  statistics: ChannelStatistics
}

/** The totals with their change since the period before, and a chart for each figure that has data. */
export function Figures({ statistics }: FiguresProps) {
  const shownFigures = figures.filter((figure) => statistics[figure].length > 0)
  return (
    <>
      <Totals statistics={statistics} />
      {shownFigures.length === 0 ? (
        <StateMessage picture={<IconDisc icon={chartLineUp} size={88} />} title={t('charts.none')} text={t('charts.none_text')} />
      ) : (
        <section className={own.group} aria-labelledby="statistics-charts">
          <h2 id="statistics-charts" className={css.title}>
            {t('charts.title')}
          </h2>
          <p className={cx(css.quiet, own.hint)}>{hintOf(statistics.type)}</p>
          <div className={own.charts}>
            {shownFigures.map((figure) => (
              <Chart key={figure} figure={figure} statistics={statistics} />
            ))}
          </div>
        </section>
      )}
    </>
  )
}

/** Explains how to read the charts: by mouse and keyboard, or by touch on devices that can't hover. */
const hintOf = (type: Grouping) => (window.matchMedia('(hover: none)').matches ? t(`charts.touch.${type}`) : t(`charts.hint.${type}`))

const definitionOf = (figure: Figure) => t(`definition.${figure}`)

function totalText(figure: Figure, total: number | typeof smallCount): string {
  const unit = unitOf(figure)
  return total === smallCount ? unit.few.total : unit.format(total)
}

function Totals({ statistics: { totals, previous, start_date: start, end_date: end } }: FiguresProps) {
  return (
    <section className={own.group} aria-labelledby="statistics-totals">
      <h2 id="statistics-totals" className={css.title}>
        {t('totals.title')}
      </h2>
      <ul className={own.totals}>
        {figures.map((figure) => (
          <li key={figure} className={own.total}>
            <FigureHeading name={t(`figure.${figure}`)} definition={definitionOf(figure)}>
              <h3 className={own.label}>{t(`figure.${figure}`)}</h3>
            </FigureHeading>
            <p className={own.number}>{totalText(figure, totals[figure])}</p>
            <p className={css.quiet}>{changeText(totals[figure], previous[figure], unitOf(figure).format)}</p>
          </li>
        ))}
      </ul>
      <p className={css.quiet}>{t('totals.against', { count: daysBetween(start, end) })}</p>
      {totals.ownViews > 0 && <p className={css.quiet}>{t('totals.own', { count: totals.ownViews })}</p>}
    </section>
  )
}

function Chart({ figure, statistics }: FiguresProps & { figure: Figure }) {
  const name = t(`figure.${figure}`)
  const { type } = statistics
  const unit = unitOf(figure)
  const points = pointsOf(statistics[figure], statistics, dateOf(new Date(statistics.provisional_from)))
  return (
    <section className={cx(own.card, css.edge)} aria-label={name}>
      <FigureHeading name={name} definition={definitionOf(figure)}>
        <h3 className={own.name}>{name}</h3>
      </FigureHeading>
      <LineChart name={name} points={points} type={type} unit={unit} />
      {points.some(({ isFew }) => isFew) && <p className={css.quiet}>{unit.few.definition}</p>}
      <PointTable figure={name} points={points} type={type} unit={unit} />
    </section>
  )
}
