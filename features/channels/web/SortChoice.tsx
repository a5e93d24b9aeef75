import { Select } from '#ui/inputs.tsx'
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
    <Select
      className={css.select}
      aria-label={t('sort.label')}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value as ChosenSort)}
    >
      {([...(isUnarranged ? [] : ['own' as const]), ...listSorts] as const).map((sort) => (
        <option key={sort} value={sort}>
          {sort === 'own' ? ownName : t(`sort.${sort}`)}
        </option>
      ))}
    </Select>
  </div>
)
