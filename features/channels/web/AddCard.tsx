import type { CardSize } from '#ui/Card.tsx'
import { cx } from '#ui/cx.ts'
import { Icon } from '#ui/Icon.tsx'
import { plusBold } from '#ui/icons.ts'
import { stopProps } from '#ui/arrow-navigation.ts'
import css from './AddCard.module.css'

/** A card or tile at the end of a list that adds an item. */
export const AddCard = ({ label, size = 'm', onClick }: { label: string; size?: CardSize | 'tile'; onClick: () => void }) => (
  <button type="button" className={cx(css.card, css[size])} onClick={onClick} {...stopProps}>
    <span className={css.place}>
      <Icon icon={plusBold} />
    </span>
    <span className={css.label}>{label}</span>
  </button>
)
