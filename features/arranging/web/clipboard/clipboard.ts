import { storage, useStored } from '#kit/web/storage.ts'
import type { MovableType } from '../place/target.ts'
import { t } from '../texts.ts'
import { type Clip, isPastedCut, parseClip } from './clip.ts'

/** Cache of validated clips by stored object. An unchanged stored object always gives the same clip object. */
const validatedClips = new WeakMap<object, { clip: Clip | undefined }>()

function readClip(value: unknown): Clip | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const cached = validatedClips.get(value) ?? { clip: parseClip(value) }
  validatedClips.set(value, cached)
  return cached.clip
}

const withoutPastedCut = (clip: Clip | undefined) => (clip && isPastedCut(clip) ? undefined : clip)

/** The last clip, even if it was a cut and has been pasted. */
export const lastClip = (): Clip | undefined => readClip(storage.get('clipboard'))
export const currentClip = (): Clip | undefined => withoutPastedCut(lastClip())
export const useClip = (): Clip | undefined => withoutPastedCut(readClip(useStored('clipboard')))

/** Whether the clipboard has things of one of these types. */
export const clipboardHasType = (...kinds: readonly MovableType[]): boolean => {
  const clip = currentClip()
  return clip !== undefined && kinds.includes(clip.kind)
}

/** Whether a text from the system clipboard belongs to a cut that was already pasted. */
export const isPastedCutText = (text: string): boolean => {
  const clip = lastClip()
  return clip !== undefined && isPastedCut(clip) && text === clip.text?.trim()
}

export const saveClip = (clip: Clip | undefined): void => (clip ? storage.set('clipboard', clip) : storage.remove('clipboard'))

/** Describes things: one by its name, several by their number. */
export const describeItems = ({ kind, items }: Pick<Clip, 'kind' | 'items'>): string =>
  items.length === 1 ? t('clipboard.one', { name: items[0]!.name }) : t(`clipboard.several.${kind}`, { count: items.length })
