import { createStore } from './store.ts'

/** Forms with unsaved input. */
const unsavedForms = createStore<ReadonlySet<object>>(new Set())

/**
 * Makes the browser ask, with its own text. The listener is only present while there is unsaved input, because it prevents the browser from
 * keeping the page for Back.
 */
const confirmUnload = (event: Event) => event.preventDefault()
unsavedForms.subscribe(() => {
  if (unsavedForms.get().size > 0) addEventListener('beforeunload', confirmUnload)
  else removeEventListener('beforeunload', confirmUnload)
})

/** Marks input as unsaved, so that the browser asks before leaving. @returns a function that removes the mark */
export function markUnsaved(): () => void {
  const form = {}
  unsavedForms.set((now) => new Set([...now, form]))
  return () => {
    if (unsavedForms.get().has(form)) unsavedForms.set((now) => new Set([...now].filter((item) => item !== form)))
  }
}

/** Marks all input as submitted, so that leaving the page doesn't ask. */
export const clearUnsaved = (): void => unsavedForms.set(new Set())

export const hasUnsaved = (): boolean => unsavedForms.get().size > 0
export const useHasUnsaved = (): boolean => unsavedForms.use().size > 0

/** Runs `act` when there is no unsaved input: now, or after forms are submitted or discarded. */
export function runWhenSaved(act: () => void): void {
  if (!hasUnsaved()) return act()
  const stop = unsavedForms.subscribe(() => {
    if (hasUnsaved()) return
    stop()
    act()
  })
}
