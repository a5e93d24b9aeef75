import { createStore } from './store.ts'

/** Forms with something in them that was typed and not sent. */
const forms = createStore<ReadonlySet<object>>(new Set())

/** Browsers put the question in words of their own. While nothing can get lost nobody listens: pages that do are not kept for "back". */
const ask = (event: Event) => event.preventDefault()
forms.subscribe(() => {
  if (forms.get().size > 0) addEventListener('beforeunload', ask)
  else removeEventListener('beforeunload', ask)
})

/** Something was typed that is lost with its form: the browser asks before the page is left. @returns takes that back */
export function markUnsaved(): () => void {
  const form = {}
  forms.set((now) => new Set([...now, form]))
  return () => {
    if (forms.get().has(form)) forms.set((now) => new Set([...now].filter((one) => one !== form)))
  }
}

/** What was typed is handed on: nothing is lost when the page is left now. */
export const forgetUnsaved = (): void => forms.set(new Set())

export const hasUnsaved = (): boolean => forms.get().size > 0
export const useHasUnsaved = (): boolean => forms.use().size > 0

/** Does something as soon as nothing can get lost by it: now, or when the forms have been sent or given up. */
export function whenNothingUnsaved(act: () => void): void {
  if (!hasUnsaved()) return act()
  const stop = forms.subscribe(() => {
    if (hasUnsaved()) return
    stop()
    act()
  })
}
