import { type FocusEvent, useState } from 'react'

/**
 * Makes a row one Tab stop: spread `props` on the row (its children are the items), and wrap the item at `active` in `<TabStop
 * value>`.
 */
export function useRovingRow(length: number) {
  const [at, setAt] = useState<number>()
  const follow = (event: FocusEvent<HTMLElement>) => {
    const item = event.target.closest<HTMLElement>('[data-item]')
    if (item && event.currentTarget.contains(item)) setAt(Number(item.dataset['item']))
  }
  return { active: Math.min(at ?? 0, length - 1), touched: at !== undefined, props: { 'data-row': '', onFocus: follow } as const }
}
