import { brand } from '#kit/contract/brand.ts'
import css from './Brand.module.css'

interface BrandProps {
  /** Height of the letters in px. */
  size?: number
}

/** The product's name as its logo. The dot of the i is the lamp. */
export function Brand({ size = 24 }: BrandProps) {
  const index = brand.indexOf('i')
  return (
    <span className={css.brand} style={{ '--size': `${size / 16}rem` }}>
      <span className={css.words}>{brand}</span>
      <span aria-hidden="true">
        {brand.slice(0, index)}
        <span className={css.i}>ı</span>
        {brand.slice(index + 1)}
      </span>
    </span>
  )
}
