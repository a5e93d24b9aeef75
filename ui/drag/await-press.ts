/**
 * Follows what is pressed while the code comes that drags it.
 * @param event its `pointerdown`
 * @returns asked once the code is there: where the pointer has gone since; undefined when it has been let go
 */
export function awaitPress(event: PointerEvent): () => PointerEvent | undefined {
  let latest: PointerEvent | undefined = event
  const listening = new AbortController()
  for (const type of ['pointermove', 'pointerup', 'pointercancel'] as const)
    document.addEventListener(
      type,
      (told) => {
        if (told.pointerId === event.pointerId && latest) latest = type === 'pointermove' ? told : undefined
      },
      { signal: listening.signal, capture: true },
    )
  return () => {
    listening.abort()
    return latest
  }
}
