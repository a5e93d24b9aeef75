/**
 * Follows a press while the drag code loads.
 * @param event the press's `pointerdown`
 * @returns a function that returns the latest pointer event; undefined if the pointer was released
 */
export function awaitPress(event: PointerEvent): () => PointerEvent | undefined {
  let latest: PointerEvent | undefined = event
  const abortController = new AbortController()
  for (const type of ['pointermove', 'pointerup', 'pointercancel'] as const)
    document.addEventListener(
      type,
      (pointerEvent) => {
        if (pointerEvent.pointerId === event.pointerId && latest) latest = type === 'pointermove' ? pointerEvent : undefined
      },
      { signal: abortController.signal, capture: true },
    )
  return () => {
    abortController.abort()
    return latest
  }
}
