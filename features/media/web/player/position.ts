/** Where the player stands: for dialogs that are opened beside it. */

type ReadPosition = () => { itemId: string; seconds: number | undefined }

let read: ReadPosition | undefined

/** The player's, while it plays an item. @returns how to end it */
export function followPosition(position: ReadPosition): () => void {
  read = position
  return () => {
    if (read === position) read = undefined
  }
}

/** Whole seconds at which an item plays now; undefined when it does not. */
export function playingPosition(itemId: string): number | undefined {
  const now = read?.()
  return now?.itemId === itemId && now.seconds !== undefined ? Math.floor(now.seconds) : undefined
}
