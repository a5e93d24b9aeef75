import { useState } from 'react'
import { Alert } from '#ui/Alert.tsx'
import { Button } from '#ui/Button.tsx'
import { Dialog, DialogActions } from '#ui/Dialog.tsx'
import type { CloseProps } from '#ui/dialogs.ts'
import { announce } from '#ui/toasts.ts'
import { maxYears, yearsBefore } from '../../rules.ts'
import { formatDate } from '../dates.ts'
import { t } from '../texts.ts'
import { Calendar } from './Calendar.tsx'
import { type RangeChoice, chooseDate, type DateRange, presetRange, presets } from './ranges.ts'
import css from './Calendar.module.css'

const describeChoice = ({ start, end }: RangeChoice) =>
  end === undefined
    ? t('range.start_chosen', { date: formatDate(start) })
    : t('range.chosen', { start: formatDate(start), end: formatDate(end) })

/** Lets the user choose a range of days that ends today or earlier. */
export function RangeDialog({ range, today, close }: CloseProps<DateRange> & { range: DateRange; today: string }) {
  const [choice, setChoice] = useState<RangeChoice>(range)
  const { start, end } = choice
  const isTooLong = end !== undefined && start < yearsBefore(end, maxYears)

  return (
    <Dialog title={t('range.title')} width="l">
      <ul className={css.presets} aria-label={t('range.presets')}>
        {presets.map((preset) => (
          <li key={preset}>
            <Button size="s" onClick={() => close(presetRange(preset, today))}>
              {t(`range.preset.${preset}`)}
            </Button>
          </li>
        ))}
      </ul>
      <Calendar
        choice={choice}
        today={today}
        onChoose={(date) => {
          const next = chooseDate(choice, date)
          setChoice(next)
          announce(describeChoice(next))
        }}
      />
      {isTooLong && <Alert>{t('errors.range_too_long', { years: maxYears })}</Alert>}
      <p className={css.chosen}>{describeChoice(choice)}</p>
      <DialogActions>
        <Button kind="accent" disabled={end === undefined || isTooLong} onClick={() => end !== undefined && close({ start, end })}>
          {t('range.apply')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
