import type { RefCallback, RefObject } from 'react'

/*
 * Registered elements. Dragging, focus, arrow keys and selection find parts of the page here: a component registers its element by `ref`
 * in the registry of its kind (`<li ref={items.ref(3)}>`), and other code looks it up. `data-*` attributes are for style sheets and
 * browser tests only. Clones of an element are not registered. Features create registries of their own kinds.
 */

export interface RegisteredElement<T> {
  readonly element: HTMLElement
  readonly value: T
}

/** Creates a registry: a typed value for each registered element. */
export function createElements<T = undefined>() {
  const entries = new Map<Element, RegisteredElement<T>>()

  function register(element: HTMLElement, value: T): () => void {
    const entry = { element, value }
    entries.set(element, entry)
    return () => {
      if (entries.get(element) === entry) entries.delete(element)
    }
  }

  return {
    /** Registers an element until the returned function is called. */
    register,
    /** Returns a `ref` that registers an element. */
    ref:
      (value: T): RefCallback<HTMLElement> =>
      (element) => {
        if (!element) return undefined
        const remove = register(element, value)
        // During a render, React removes all old refs before it adds the new ones: the element stays registered.
        return () => queueMicrotask(remove)
      },
    /** Returns the entry of an element. */
    get: (element: Element | null | undefined): RegisteredElement<T> | undefined => (element ? entries.get(element) : undefined),
    /** Returns the nearest entry: of the element itself or an ancestor. */
    closest(element: Element | null | undefined): RegisteredElement<T> | undefined {
      for (let current = element; current; current = current.parentElement) {
        const entry = entries.get(current)
        if (entry) return entry
      }
      return undefined
    },
    /** Returns the entries within an element, or of the whole page, in document order. */
    in: (root: ParentNode = document): RegisteredElement<T>[] =>
      [...root.querySelectorAll('*')].flatMap((element) => entries.get(element) ?? []),
  }
}

/** Combines refs of one element. */
export const mergeRefs =
  <E extends HTMLElement>(...refs: readonly (RefCallback<E> | RefObject<E | null> | undefined)[]): RefCallback<E> =>
  (element) => {
    const ends = refs.map((ref) => {
      if (typeof ref === 'function') return ref(element)
      if (ref) ref.current = element
    })
    return () => ends.forEach((end) => end?.())
  }

/** Focusable stops of arrow keys; see `remote.ts`. */
export const stops = createElements()
/** Rows whose stops arrow keys visit, by kind. The first child of a dial is its scroll container. */
export const rows = createElements<'dial' | 'carousel' | 'wall' | 'strip'>()
/** Items of a row, with their index. */
export const items = createElements<number>()
/** Cards, with the id of their thing. */
export const cards = createElements<string>()
/** Heads of carousels. */
export const heads = createElements()
/** Parts of the page whose cards and stops are draggable by mouse, so that they don't scroll their row. */
export const movableParts = createElements()
/** Layers over the page. */
export const overlays = createElements<'sheet' | 'toasts' | 'bar'>()
/** Buttons of toasts: undo, log in. */
export const offers = createElements()
