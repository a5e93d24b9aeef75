import { type KeyboardEvent, type RefObject, useId } from 'react'
import { cx } from '#ui/cx.ts'
import { formatDate, formatMonth, weekdayNames } from '../dates.ts'
import { weeksOf } from './calendar.ts'
import type { RangeChoice } from './ranges.ts'
import css from './Calendar.module.css'

interface MonthProps {
  month: string
  choice: RangeChoice
  /** The only date that the Tab key reaches. */
  tabStop: string
  /** Ref of the button of `tabStop`, for the month that contains it. */
  tabStopRef: RefObject<HTMLButtonElement | null>
  today: string
  onKey: (date: string, event: KeyboardEvent) => void
  onChoose: (date: string) => void
}

/** A grid of the days of a month. Days after today are disabled. */
export function Month({ month, choice, tabStop, tabStopRef, today, onKey, onChoose }: MonthProps) {
  const id = useId()
  const { start, end = start } = choice
  return (
    <section className={css.month}>
      <h3 id={id} className={css.name}>
        {formatMonth(month)}
      </h3>
      <table role="grid" aria-labelledby={id} aria-multiselectable className={css.grid}>
        <thead>
          <tr>
            {weekdayNames().map(({ short, long }) => (
              <th key={long} scope="col" abbr={long}>
                {short}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week, index) => (
            <tr key={index}>
              {week.map((date, day) =>
                date === null ? (
                  <td key={day} aria-hidden="true" />
                ) : (
                  <td
                    key={day}
                    aria-selected={date >= start && date <= end}
                    className={cx(
                      css.cell,
                      date >= start && date <= end && css.within,
                      date === start && css.start,
                      date === end && css.end,
                    )}
                  >
                    <button
                      ref={date === tabStop ? tabStopRef : undefined}
                      type="button"
                      className={css.day}
                      tabIndex={date === tabStop ? 0 : -1}
                      disabled={date > today}
                      aria-label={formatDate(date)}
                      aria-current={date === today ? 'date' : undefined}
                      onKeyDown={(event) => onKey(date, event)}
                      onClick={() => onChoose(date)}
                    >
                      {Number(date.slice(8))}
                    </button>
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
