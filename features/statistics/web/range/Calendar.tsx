import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { caretLeft, caretRight } from '#ui/icons.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { t } from '../texts.ts'
import { addMonths, dateAfterKey, monthOf } from './calendar.ts'
import { Month } from './Month.tsx'
import type { RangeChoice } from './ranges.ts'
import css from './Calendar.module.css'

interface CalendarProps {
  choice: RangeChoice
  today: string
  onChoose: (date: string) => void
}

/** Shows two months. Arrow keys move between days; Page Up and Page Down change the month. */
export function Calendar({ choice: { start, end }, today, onChoose }: CalendarProps) {
  const day = useRef<HTMLButtonElement>(null)
  const [first, setFirst] = useState(() => addMonths(monthOf(end ?? start), -1))
  const [focused, setFocused] = useState(end ?? start)
  /** True if a key moved the focus. */
  const isMoved = useRef(false)
  const second = addMonths(first, 1)
  const isShown = monthOf(focused) === first || monthOf(focused) === second
  const tabStop = isShown ? focused : `${first}-01`

  // Shows the focused day, because on phones the second month is below the first. The braces drop the result, because an effect must not
  // return a promise.
  useEffect(() => {
    day.current?.scrollIntoView({ block: 'center' })
  }, [])
  // Focuses the day after rendering, because its month may have just been added.
  useEffect(() => {
    if (!isMoved.current) return
    isMoved.current = false
    day.current?.focus()
  })

  function move(date: string, event: KeyboardEvent) {
    const next = event.altKey || event.ctrlKey || event.metaKey ? undefined : dateAfterKey(date, event.key, today)
    if (next === undefined) return
    event.preventDefault()
    isMoved.current = true
    setFocused(next)
    if (monthOf(next) < first) setFirst(monthOf(next))
    else if (monthOf(next) > second) setFirst(addMonths(monthOf(next), -1))
  }

  return (
    <section className={css.calendar} aria-label={t('range.calendar')}>
      <div className={css.turn}>
        <IconButton icon={caretLeft} label={t('range.previous')} onClick={() => setFirst(addMonths(first, -1))} />
        <IconButton
          icon={caretRight}
          label={t('range.next')}
          disabled={second >= monthOf(today)}
          onClick={() => setFirst(addMonths(first, 1))}
        />
      </div>
      <div className={css.months}>
        {[first, second].map((month) => (
          <Month
            key={month}
            month={month}
            choice={end === undefined ? { start } : { start, end }}
            tabStop={tabStop}
            tabStopRef={day}
            today={today}
            onKey={move}
            onChoose={(date) => {
              setFocused(date)
              onChoose(date)
            }}
          />
        ))}
      </div>
    </section>
  )
}
