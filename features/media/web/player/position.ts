/** Playback position, for dialogs opened beside the player. */

type ReadPosition = () => { itemId: string; seconds: number | undefined }

let read: ReadPosition | undefined

/** Registers the player's position while it plays an item. @returns a function that ends that */
export function followPosition(position: ReadPosition): () => void {
  read = position
  return () => {
    if (read === position) read = undefined
  }
}

/** Returns an item's position in whole seconds; undefined if it isn't playing. */
export function playingPosition(itemId: string): number | undefined {
  const now = read?.()
  return now?.itemId === itemId && now.seconds !== undefined ? Math.floor(now.seconds) : undefined
}
