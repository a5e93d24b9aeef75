import { ChipChoice } from '#ui/choices.tsx'
import { type ListSort, listSorts } from '../rules.ts'
import css from './SortChoice.module.css'
import { t } from './texts.ts'

/** An order, or the one that a list has by itself. */
export type ChosenSort = ListSort | 'own'

interface SortChoiceProps {
  value: ChosenSort
  onChange: (sort: ChosenSort) => void
  /** Nobody has arranged it. */
  isUnarranged?: boolean
}

/** In which order a list of channels stands. */
export const SortChoice = ({ value, onChange, isUnarranged = false }: SortChoiceProps) => (
  <div className={css.sorts}>
    <ChipChoice
      label={t('sort.label')}
      options={([...(isUnarranged ? [] : ['own' as const]), ...listSorts] as const).map((sort) => ({
        value: sort,
        name: t(`sort.${sort}`),
      }))}
      value={value}
      onChange={onChange}
    />
  </div>
)
