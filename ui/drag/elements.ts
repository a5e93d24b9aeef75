import type { RefCallback, RefObject } from 'react'

/*
 * Registered elements. Code for dragging, focus, arrow keys and selection finds parts of the page here: a component registers its element
 * by `ref` (`<li ref={items.ref(3)}>`), and other code looks it up. `data-*` attributes are only for style sheets and browser tests. Clones
 * of an element aren't registered. Features make registries for their own kinds of elements.
 */

export interface RegisteredElement<T> {
  readonly element: HTMLElement
  readonly value: T
}

/** Makes a registry, which stores a typed value for each registered element. */
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
        // Removes the element later, because React detaches all old refs before it attaches new ones, and the element must stay registered.
        return () => queueMicrotask(remove)
      },
    /** Returns the entry of an element; undefined if it isn't registered. */
    get: (element: Element | null | undefined): RegisteredElement<T> | undefined => (element ? entries.get(element) : undefined),
    /** Returns the entry of the element itself, or of its nearest registered ancestor. */
    closest(element: Element | null | undefined): RegisteredElement<T> | undefined {
      for (let current = element; current; current = current.parentElement) {
        const entry = entries.get(current)
        if (entry) return entry
      }
      return undefined
    },
    /** Returns the registered elements inside an element, or of the whole page, in document order. */
    in: (root: ParentNode = document): RegisteredElement<T>[] =>
      [...root.querySelectorAll('*')].flatMap((element) => entries.get(element) ?? []),
  }
}

/** Combines several refs into one. */
export const mergeRefs =
  <E extends HTMLElement>(...refs: readonly (RefCallback<E> | RefObject<E | null> | undefined)[]): RefCallback<E> =>
  (element) => {
    const ends = refs.map((ref) => {
      if (typeof ref === 'function') return ref(element)
      if (ref) ref.current = element
    })
    return () => ends.forEach((end) => end?.())
  }

/** Elements that arrow keys can focus; see `arrow-navigation.ts`. */
export const stops = createElements()
/** Rows of stops, by kind. In a `dial`, the first child scrolls. */
export const rows = createElements<'dial' | 'carousel' | 'wall' | 'strip'>()
/** Items of a row, each with its index. */
export const items = createElements<number>()
/** Cards, each with the id of the thing it shows. */
export const cards = createElements<string>()
/** Headers of carousels. */
export const heads = createElements()
/** Parts of the page in which a mouse drags cards and stops, instead of scrolling their row. */
export const movableParts = createElements()
/** Layers over the page, by kind. */
export const overlays = createElements<'sheet' | 'toasts' | 'bar'>()
/** Buttons in toasts, such as Undo or Log in. */
export const offers = createElements()
