import { useState } from 'react'
import type { Grouping } from '../../rules.ts'
import type { Unit } from '../figure.ts'
import { formatDay } from '../dates.ts'
import { t } from '../texts.ts'
import { countText, notesText } from './describe.ts'
import type { Point } from './points.ts'
import css from './PointTable.module.css'

interface PointTableProps {
  figure: string
  points: readonly Point[]
  type: Grouping
  unit: Unit
}

/** A table of the points of a chart. It opens on demand. */
export function PointTable({ figure, points, type, unit }: PointTableProps) {
  const [hasOpened, setHasOpened] = useState(false)
  return (
    <details className={css.details} onToggle={(event) => event.currentTarget.open && setHasOpened(true)}>
      <summary className={css.summary}>{t('table.open')}</summary>
      {hasOpened && (
        <table className={css.table} aria-label={t('table.name', { figure })}>
          <thead>
            <tr>
              <th scope="col">{t(`table.${type}`)}</th>
              <th scope="col" className={css.number}>
                {t('table.count')}
              </th>
            </tr>
          </thead>
          <tbody>
            {points.map((point) => (
              <tr key={point.date}>
                <th scope="row">
                  {`${formatDay(point.date)} `}
                  {notesText(point) !== '' && <span className={css.note}>{notesText(point)}</span>}
                </th>
                <td className={css.number}>{countText(point, unit)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </details>
  )
}
