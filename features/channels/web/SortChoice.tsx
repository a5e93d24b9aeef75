import { ChipChoice } from '#ui/choices.tsx'
import { type ListSort, listSorts } from '../rules.ts'
import css from './SortChoice.module.css'
import { t } from './texts.ts'

/** A sort order, or the list's own. */
export type ChosenSort = ListSort | 'own'

interface SortChoiceProps {
  value: ChosenSort
  onChange: (sort: ChosenSort) => void
  /** Whether the list has no order of its own. */
  isUnarranged?: boolean
  /** Name of the list's own order. */
  ownName?: string
}

/** Chooses the sort order of a list of channels. */
export const SortChoice = ({ value, onChange, isUnarranged = false, ownName = t('sort.own') }: SortChoiceProps) => (
  <div className={css.sorts}>
    <ChipChoice
      label={t('sort.label')}
      options={([...(isUnarranged ? [] : ['own' as const]), ...listSorts] as const).map((sort) => ({
        value: sort,
        name: sort === 'own' ? ownName : t(`sort.${sort}`),
      }))}
      value={value}
      onChange={onChange}
    />
  </div>
)
