/** Waits until the page has drawn a store change. Animation frames don't run before the cross-fade. */
const afterDraw = () => new Promise<void>((resolve) => setTimeout(resolve))

/** Changes the state of a page in the same cross-fade as page changes, if the browser supports it and reduced motion is off. */
export function fade(change: () => void): void {
  if (!('startViewTransition' in document) || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return change()
  const { ready, finished, updateCallbackDone } = document.startViewTransition(() => {
    change()
    return afterDraw()
  })
  // A newer transition aborts this transition; the page has changed anyway.
  for (const part of [ready, finished, updateCallbackDone]) part.catch(() => {})
}
