import { storage, useStored } from '#kit/web/storage.ts'
import { type Clip, type ClipKind, readClip } from './clip.ts'

/** What each stored object was read as: it is the same one until something else is stored. */
const read = new WeakMap<object, { clip: Clip | undefined }>()

function clipIn(stored: unknown): Clip | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined
  const known = read.get(stored) ?? { clip: readClip(stored) }
  read.set(stored, known)
  return known.clip
}

export const currentClip = (): Clip | undefined => clipIn(storage.get('clipboard'))
export const useClip = (): Clip | undefined => clipIn(useStored('clipboard'))

/** Is there something of this kind to paste? */
export const holds = (...kinds: readonly ClipKind[]): boolean => {
  const clip = currentClip()
  return clip !== undefined && kinds.includes(clip.kind)
}

export const keepClip = (clip: Clip | undefined): void => (clip ? storage.set('clipboard', clip) : storage.remove('clipboard'))
