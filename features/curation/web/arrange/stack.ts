import css from './arrange.module.css'

/**
 * The copy of something that is dragged together with others: they lie on each other, and their number on top.
 * @param kind how the edges look that show under it
 */
export function stacked(copy: HTMLElement, count: number, kind: 'cards' | 'discs' | 'names'): HTMLElement {
  copy.classList.add(css.stack ?? '', css[kind] ?? '')
  // Where the check is, the number is.
  for (const check of copy.querySelectorAll('[data-check]')) check.remove()
  const number = document.createElement('span')
  number.className = css.stackCount ?? ''
  number.textContent = String(count)
  copy.append(number)
  return copy
}
