/** Calls back whenever the connection returns: network or server. @returns an unsubscribe function */
export function onConnected(listener: () => void): () => void {
  addEventListener('online', listener)
  return () => removeEventListener('online', listener)
}

/** Calls the listeners of {@link onConnected}. Call it when the server responds again. */
export const announceConnected = (): unknown => dispatchEvent(new Event('online'))
