import { linksIn } from './links.ts'
import { type MovableType, movableTypes } from '../place/target.ts'

/** What the clipboard holds, as data: pure, and kept as JSON under `clipboard` in local storage. */

export interface ClipItem {
  id: string
  /** As it was called then. */
  name: string
}

export interface Clip {
  mode: 'copy' | 'cut'
  kind: MovableType
  /** In the order in which they are pasted; at least one. */
  items: readonly ClipItem[]
  /** The channel that videos or series are in. */
  from?: string
  /** What the system's clipboard got along with it. Absent: the browser did not let us. */
  text?: string
  /** It was pasted once: a copy is no longer offered by itself, and what was cut is used up. */
  pasted?: boolean
}

/** How many are copied at once: as many calls as a minute has room for, with some left for other things. */
export const maxClipItems = 200
const maxNameLength = 255
const maxTextLength = 100_000

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
const isId = (value: unknown): value is string => typeof value === 'string' && /^[A-Za-z0-9]{11}$/.test(value)

const isText = (value: unknown, maxLength: number): value is string => typeof value === 'string' && value.length <= maxLength

/** Reads what is stored: another version, another program or a person may have left anything there. */
export function readClip(stored: unknown): Clip | undefined {
  if (!isObject(stored)) return undefined
  const { mode, kind, items, from, text, pasted } = stored
  const known = movableTypes.find((one) => one === kind)
  if ((mode !== 'copy' && mode !== 'cut') || !known || !Array.isArray(items) || items.length === 0 || items.length > maxClipItems)
    return undefined
  const isInChannel = known === 'video' || known === 'serie'
  if (isInChannel && !isId(from)) return undefined
  const read = items.map((item: unknown) =>
    isObject(item) && isId(item['id']) && isText(item['name'], maxNameLength) ? { id: item['id'], name: item['name'] } : undefined,
  )
  const whole = read.filter((item) => item !== undefined)
  if (whole.length < read.length || new Set(whole.map(({ id }) => id)).size < whole.length) return undefined
  return {
    mode,
    kind: known,
    items: whole,
    ...(isInChannel && { from: from as string }),
    ...(isText(text, maxTextLength) && { text }),
    ...(pasted === true && { pasted }),
  }
}

/** What is taken: no more than fits, and never half of a name that is too long. */
export const clipOf = (mode: Clip['mode'], kind: MovableType, items: readonly ClipItem[], from?: string): Clip => ({
  mode,
  kind,
  items: items.slice(0, maxClipItems).map(({ id, name }) => ({ id, name: name.slice(0, maxNameLength) })),
  ...(from !== undefined && { from }),
})

/** With what the system's clipboard got. */
export const withText = (clip: Clip, text: string): Clip => ({ ...clip, text: text.slice(0, maxTextLength) })

/** What was cut is where it should be once it was pasted; what was copied can be pasted again. */
export const isUsedUp = ({ mode, pasted }: Clip): boolean => mode === 'cut' && pasted === true

export const isCut = (clip: Clip | undefined, kind: MovableType, id: string): boolean =>
  clip?.mode === 'cut' && clip.kind === kind && clip.items.some((item) => item.id === id)

/**
 * Does a text that is pasted mean what is in the clipboard? It does as long as nothing else was copied since, here or in another program.
 * @param text of the system's clipboard; empty: it holds none, but a picture for example
 */
export const isMeant = (clip: Clip | undefined, text: string): boolean =>
  clip !== undefined && (text === '' || (clip.text === undefined ? linksIn(text).links.length === 0 : text === clip.text.trim()))
