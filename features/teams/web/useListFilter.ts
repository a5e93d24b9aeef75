import { useState } from 'react'

/** Longer lists get a search field, and at first show only this many items. */
const maxLengthWithoutFilter = 12

/**
 * Filters a list by a typed text. `isLong`: whether the list gets a search field. `hidden`: how many items are hidden until `showAll` is
 * called.
 */
export function useListFilter<T>(items: readonly T[], wordsOf: (item: T) => string) {
  const [text, setText] = useState('')
  const [isWhole, setIsWhole] = useState(false)
  const searchText = text.trim().toLocaleLowerCase()
  const result = searchText === '' ? items : items.filter((item) => wordsOf(item).toLocaleLowerCase().includes(searchText))
  const isCut = !isWhole && searchText === '' && items.length > maxLengthWithoutFilter
  return {
    isLong: items.length > maxLengthWithoutFilter,
    text,
    setText,
    found: result,
    visibleItems: isCut ? result.slice(0, maxLengthWithoutFilter) : result,
    hidden: isCut ? result.length - maxLengthWithoutFilter : 0,
    showAll: () => setIsWhole(true),
  }
}
