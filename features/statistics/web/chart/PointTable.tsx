import { useState } from 'react'
import type { Grouping } from '../../rules.ts'
import type { Unit } from '../figure.ts'
import { t } from '../texts.ts'
import { countText, dateText, notesText } from './describe.ts'
import type { Point } from './points.ts'
import css from './PointTable.module.css'

interface PointTableProps {
  figure: string
  points: readonly Point[]
  type: Grouping
  unit: Unit
}

/** The points of a chart as a table, which opens on demand. */
export function PointTable({ figure, points, type, unit }: PointTableProps) {
  const [isOpen, setIsOpen] = useState(false)
  const hasNotes = points.some((point) => notesText(point) !== '')
  return (
    <details className={css.details} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className={css.summary}>{t('table.open')}</summary>
      {isOpen && (
        <table className={css.table} aria-label={t('table.name', { figure })}>
          <thead>
            <tr>
              <th scope="col">{t(`table.${type}`)}</th>
              <th scope="col" className={css.number}>
                {t('table.count')}
              </th>
              {hasNotes && <th scope="col">{t('table.note')}</th>}
            </tr>
          </thead>
          <tbody>
            {points.map((point) => (
              <tr key={point.date}>
                <th scope="row">{dateText(point, type)}</th>
                <td className={css.number}>{countText(point, unit)}</td>
                {hasNotes && <td>{notesText(point)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </details>
  )
}
