import { useEffect, useRef } from 'react'
import { cx } from '#ui/cx.ts'
import { items, mergeRefs } from '#ui/drag/elements.ts'
import { TabStop, useStop } from '#ui/arrow-navigation.ts'
import { useRovingRow } from '#ui/useRovingRow.ts'
import { t } from '../texts.ts'
import { formatDate, formatLongDay, formatTime, formatWeekday } from '../times.ts'
import { type Axis, eveningStart, type Span } from './axis.ts'
import css from './DayStrip.module.css'

interface DayStripProps {
  axis: Axis
  /** Index of the shown day. */
  day: number | undefined
  onDay: (index: number) => void
  /** Chooses this evening. Undefined: the button is hidden. */
  onTonight?: () => void
  isTonight?: boolean
}

interface DayProps {
  name: string
  number: string
  /** The full date. */
  label: string
  isOn: boolean
  isAhead: boolean
  onClick: () => void
}

function Day({ name, number, label, isOn, isAhead, onClick }: DayProps) {
  return (
    <button
      type="button"
      className={cx(css.day, isOn && css.on, isAhead && css.ahead)}
      aria-pressed={isOn}
      aria-label={label}
      onClick={onClick}
      {...useStop()}
    >
      {name}
      <b>{number}</b>
    </button>
  )
}

/** A row of buttons that choose a day, or this evening. */
export function DayStrip({ axis, day, onDay, onTonight, isTonight = false }: DayStripProps) {
  const strip = useRef<HTMLDivElement>(null)
  const tonight = onTonight ? axis.days[axis.today] : undefined
  const entries: { key: string; span: Span; index: number; evening: boolean }[] = axis.days.flatMap((span, index) => [
    { key: String(span.start), span, index, evening: false },
    ...(index === axis.today && tonight ? [{ key: 'tonight', span: tonight, index, evening: true }] : []),
  ])
  const on = entries.findIndex(({ index, evening }) => (evening ? isTonight : index === day && !(isTonight && index === axis.today)))
  const roving = useRovingRow(entries.length, 'strip')

  // Scrolls to the shown day, which also changes while the guide is scrolled.
  useEffect(() => {
    const { current } = strip
    const dayButton = current?.children[on]
    if (!current || !(dayButton instanceof HTMLElement)) return
    const { offsetLeft, offsetWidth } = dayButton
    const { scrollLeft, clientWidth } = current
    if (offsetLeft < scrollLeft || offsetLeft + offsetWidth > scrollLeft + clientWidth)
      current.scrollTo({ left: offsetLeft - (clientWidth - offsetWidth) / 2, behavior: 'instant' })
  }, [on])

  return (
    <div className={css.days} role="toolbar" aria-label={t('guide.days')} {...roving.props} ref={mergeRefs(strip, roving.props.ref)}>
      {entries.map(({ key, span, index, evening }, nth) => (
        <span key={key} ref={items.ref(nth)}>
          <TabStop value={nth === (roving.touched ? roving.active : Math.max(0, on))}>
            {evening ? (
              <Day
                name={t('guide.tonight')}
                number={formatTime(eveningStart(span))}
                label={t('guide.tonight')}
                isOn={isTonight}
                isAhead={false}
                onClick={() => onTonight?.()}
              />
            ) : (
              <Day
                name={index === axis.today ? t('guide.today') : formatWeekday(span.start)}
                number={formatDate(span.start)}
                label={index === axis.today ? `${t('guide.today')}, ${formatLongDay(span.start)}` : formatLongDay(span.start)}
                isOn={nth === on}
                isAhead={index > axis.today}
                onClick={() => onDay(index)}
              />
            )}
          </TabStop>
        </span>
      ))}
    </div>
  )
}
