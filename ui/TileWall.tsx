import type { ReactNode } from 'react'
import { TabStop } from './remote.ts'
import css from './TileWall.module.css'
import { useRovingRow } from './useRovingRow.ts'

interface TileWallProps<T> {
  /** Accessible label. */
  label: string
  items: readonly T[]
  keyOf: (item: T) => string
  children: (item: T) => ReactNode
  /** After the last tile: an add tile. */
  last?: ReactNode
}

/** A grid of tiles: one Tab stop, arrow keys move inside it. */
export function TileWall<T>({ label, items, keyOf, children, last }: TileWallProps<T>) {
  const roving = useRovingRow(items.length)
  return (
    <ul className={css.wall} aria-label={label} {...roving.props}>
      {items.map((item, index) => (
        <li key={keyOf(item)} data-item={index} className={css.item}>
          <TabStop value={index === roving.active}>{children(item)}</TabStop>
        </li>
      ))}
      {last && <li className={css.item}>{last}</li>}
    </ul>
  )
}
