import css from './arrange.module.css'

/**
 * Turns a drag preview into a stack with the number of dragged things.
 * @param kind the kind of items, which decides the shape of the edges below the preview
 */
export function createStackPreview(copy: HTMLElement, count: number, kind: 'cards' | 'discs' | 'names'): HTMLElement {
  copy.classList.add(css.stack ?? '', css[kind] ?? '')
  const number = document.createElement('span')
  number.className = css.stackCount ?? ''
  number.textContent = String(count)
  copy.append(number)
  return copy
}
