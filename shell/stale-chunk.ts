import { hasUnsaved } from '#ui/unsaved.ts'

/** What was reloaded for, so that it happens once and not for ever. */
const mark = 'reloaded_for'

/**
 * After a deploy the code that a page asks for may be gone: the page is loaded anew, once. Not while something is typed in it, and
 * without a network nothing newer is to be had: whoever asked says then that it did not come.
 */
export function reloadWhenStale(): void {
  addEventListener('vite:preloadError', (event) => {
    const what = (event as Event & { payload?: Error }).payload?.message ?? ''
    if (!navigator.onLine || hasUnsaved() || sessionStorage.getItem(mark) === what) return
    sessionStorage.setItem(mark, what)
    event.preventDefault()
    location.reload()
  })
}
