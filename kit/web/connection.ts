const listeners = new Set<() => void>()

/** Calls back each time when there is a connection again: the network is back, or the server answers again. @returns stops that */
export function onConnected(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** To be called when the server answers again. */
export function announceConnected(): void {
  for (const listener of listeners) listener()
}

addEventListener('online', announceConnected)
