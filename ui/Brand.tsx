import { brand } from '#kit/contract/brand.ts'
import css from './Brand.module.css'

interface BrandProps {
  /** Letter height in px. */
  size?: number
}

/** The wordmark; the lamp is the dot of the i. */
export function Brand({ size = 24 }: BrandProps) {
  const at = brand.indexOf('i')
  return (
    <span className={css.brand} style={{ '--size': `${size / 16}rem` }}>
      <span className={css.words}>{brand}</span>
      <span aria-hidden="true">
        {brand.slice(0, at)}
        <span className={css.i}>ı</span>
        {brand.slice(at + 1)}
      </span>
    </span>
  )
}
