import { type FocusEvent, useState } from 'react'
import { items, rows } from './drag/elements.ts'

const refs = { dial: rows.ref('dial'), carousel: rows.ref('carousel'), wall: rows.ref('wall'), strip: rows.ref('strip') }

/**
 * Makes the Tab key stop only once in a row. Spread `props` on the row, whose children are registered as `items`, and wrap the item at
 * `active` in `<TabStop value>`.
 */
export function useRovingRow(length: number, kind: keyof typeof refs) {
  const [at, setAt] = useState<number>()
  const follow = (event: FocusEvent<HTMLElement>) => {
    const item = items.closest(event.target)
    if (item && event.currentTarget.contains(item.element)) setAt(item.value)
  }
  const props = { ref: refs[kind], 'data-row': '', onFocus: follow } as const
  return { active: Math.min(at ?? 0, length - 1), touched: at !== undefined, props }
}
