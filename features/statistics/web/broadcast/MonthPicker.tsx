import { Field } from '#ui/Field.tsx'
import { caretLeft, caretRight } from '#ui/icons.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { Select } from '#ui/inputs.tsx'
import { formatMonthName } from '../dates.ts'
import { addMonths } from '../range/calendar.ts'
import { t } from '../texts.ts'
import css from './broadcast.module.css'

interface MonthPickerProps {
  /** `YYYY-MM`, like `first` and `last`. */
  month: string
  first: string
  last: string
  onChange: (month: string) => void
}

const monthNumbers = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0'))

/** Lets the user choose a month by name and year, or with "previous" and "next" buttons. */
export function MonthPicker({ month, first, last, onChange }: MonthPickerProps) {
  const [year = '', number = ''] = month.split('-')
  const [firstYear, lastYear] = [Number(first.slice(0, 4)), Number(last.slice(0, 4))]
  const isPossible = (candidate: string) => candidate >= first && candidate <= last
  const choose = (chosenMonth: string) => onChange(chosenMonth < first ? first : chosenMonth > last ? last : chosenMonth)
  return (
    <div className={css.picker}>
      <Field label={t('broadcast.month')} hideLabel className={css.choice}>
        <Select value={number} onChange={(event) => choose(`${year}-${event.currentTarget.value}`)}>
          {monthNumbers.map((number) => (
            <option key={number} value={number} disabled={!isPossible(`${year}-${number}`)}>
              {formatMonthName(`${year}-${number}`)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t('broadcast.year')} hideLabel className={css.choice}>
        <Select value={year} onChange={(event) => choose(`${event.currentTarget.value}-${number}`)}>
          {Array.from({ length: lastYear - firstYear + 1 }, (_, index) => String(lastYear - index)).map((item) => (
            <option key={item}>{item}</option>
          ))}
        </Select>
      </Field>
      <div className={css.turn}>
        <IconButton
          icon={caretLeft}
          label={t('broadcast.previous')}
          disabled={month <= first}
          onClick={() => choose(addMonths(month, -1))}
        />
        <IconButton icon={caretRight} label={t('broadcast.next')} disabled={month >= last} onClick={() => choose(addMonths(month, 1))} />
      </div>
    </div>
  )
}
