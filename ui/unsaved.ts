import { createStore } from './store.ts'

/** Forms with unsaved input. */
const forms = createStore<ReadonlySet<object>>(new Set())

/** Browsers show their own text. Only listens while there is unsaved input, because the listener disables the back/forward cache. */
const confirmUnload = (event: Event) => event.preventDefault()
forms.subscribe(() => {
  if (forms.get().size > 0) addEventListener('beforeunload', confirmUnload)
  else removeEventListener('beforeunload', confirmUnload)
})

/** Marks input as unsaved: the browser asks before leaving. @returns a function that clears the mark */
export function markUnsaved(): () => void {
  const form = {}
  forms.set((now) => new Set([...now, form]))
  return () => {
    if (forms.get().has(form)) forms.set((now) => new Set([...now].filter((item) => item !== form)))
  }
}

/** Marks all input as submitted, so that leaving the page doesn't ask. */
export const clearUnsaved = (): void => forms.set(new Set())

export const hasUnsaved = (): boolean => forms.get().size > 0
export const useHasUnsaved = (): boolean => forms.use().size > 0

/** Calls back once nothing is unsaved: now, or after forms are submitted or discarded. */
export function runWhenSaved(act: () => void): void {
  if (!hasUnsaved()) return act()
  const stop = forms.subscribe(() => {
    if (hasUnsaved()) return
    stop()
    act()
  })
}
