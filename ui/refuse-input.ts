/** Controls that a pointer changes before the click. */
const pointerControls = 'select, input[type=range], [role=slider], [role=slider] *'

const isNavigation = ({ key, ctrlKey, metaKey }: KeyboardEvent) => ['Tab', 'Escape'].includes(key) || ctrlKey || metaKey

/**
 * Makes the fields inside an element refuse input, from input methods and dropped files too, and keep the focus. Disabled fields would lose
 * it. @returns a function that undoes it
 */
export function refuseInput(fields: HTMLElement): () => void {
  const ending = new AbortController()
  const listen = (types: readonly string[], isRefused: (event: Event) => boolean = () => true) => {
    for (const type of types)
      fields.addEventListener(
        type,
        (event) => {
          if (!isRefused(event)) return
          event.preventDefault()
          event.stopPropagation()
        },
        { capture: true, passive: false, signal: ending.signal },
      )
  }
  listen(['beforeinput', 'click', 'paste', 'cut', 'drop'])
  listen(['pointerdown', 'mousedown', 'touchstart'], ({ target }) => target instanceof Element && target.matches(pointerControls))
  listen(['keydown'], (event) => event instanceof KeyboardEvent && !isNavigation(event))
  // An input method may not announce its input, but it leaves fields alone that are read-only.
  const texts = [...fields.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')].filter((field) => !field.readOnly)
  for (const field of texts) field.readOnly = true
  return () => {
    ending.abort()
    for (const field of texts) field.readOnly = false
  }
}
