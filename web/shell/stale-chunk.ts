/** What was reloaded for, so that it happens once and not for ever. */
const mark = 'reloaded_for'

/** After a deploy the code that a page asks for may be gone: the page is loaded anew, once. Without a network nothing newer is to be had. */
export function reloadWhenStale(): void {
  addEventListener('vite:preloadError', (event) => {
    const what = (event as Event & { payload?: Error }).payload?.message ?? ''
    if (!navigator.onLine || sessionStorage.getItem(mark) === what) return
    sessionStorage.setItem(mark, what)
    event.preventDefault()
    location.reload()
  })
}
