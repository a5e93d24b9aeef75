import { useState } from 'react'

/** Longer lists get a search field. */
const maxUnsearched = 12

/** Filters a list by a typed text. `isLong`: whether the list gets a search field. */
export function useFound<T>(items: readonly T[], wordsOf: (item: T) => string) {
  const [text, setText] = useState('')
  const wanted = text.trim().toLocaleLowerCase()
  const found = wanted === '' ? items : items.filter((item) => wordsOf(item).toLocaleLowerCase().includes(wanted))
  return { isLong: items.length > maxUnsearched, text, setText, found }
}
