/** Calls back each time when there is a connection again: the network is back, or the server answers again. @returns stops that */
export function onConnected(listener: () => void): () => void {
  addEventListener('online', listener)
  return () => removeEventListener('online', listener)
}

/** To be called when the server answers again. */
export const announceConnected = (): unknown => dispatchEvent(new Event('online'))
