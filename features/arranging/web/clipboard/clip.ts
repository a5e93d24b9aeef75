import { parseLinks } from '#features/channels/web/links.ts'
import { type MovableType, movableTypes } from '../place/target.ts'

/** The content of the clipboard: JSON under `clipboard` in local storage. Pure. */

export interface ClipItem {
  id: string
  /** Name of the thing when it was copied. */
  name: string
}

export interface Clip {
  mode: 'copy' | 'cut'
  kind: MovableType
  /** Items in paste order, at least one. */
  items: readonly ClipItem[]
  /** The channel that contains the videos or series. */
  from?: string
  /** The text that was put into the system clipboard. Undefined if the browser refused access. */
  text?: string
  /** Whether the clip was pasted. The clipboard bar is then hidden, and a cut can't be pasted again. */
  pasted?: boolean
}

/** Maximum items of a clip. Below the rate limit per minute, because copies of videos and series take a request each. */
export const maxClipItems = 200
const maxNameLength = 255
const maxTextLength = 100_000

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
const isId = (value: unknown): value is string => typeof value === 'string' && /^[A-Za-z0-9]{11}$/.test(value)

const isText = (value: unknown, maxLength: number): value is string => typeof value === 'string' && value.length <= maxLength

/** Validates the stored value, because other scripts can write to local storage. */
export function parseClip(value: unknown): Clip | undefined {
  if (!isObject(value)) return undefined
  const { mode, kind, items, from, text, pasted } = value
  const validKind = movableTypes.find((movableKind) => movableKind === kind)
  if ((mode !== 'copy' && mode !== 'cut') || !validKind || !Array.isArray(items) || items.length === 0 || items.length > maxClipItems)
    return undefined
  const isInChannel = validKind === 'video' || validKind === 'serie'
  if (isInChannel && !isId(from)) return undefined
  const read = items.map((item: unknown) =>
    isObject(item) && isId(item['id']) && isText(item['name'], maxNameLength) ? { id: item['id'], name: item['name'] } : undefined,
  )
  const completeItems = read.filter((item) => item !== undefined)
  if (completeItems.length < read.length || new Set(completeItems.map(({ id }) => id)).size < completeItems.length) return undefined
  return {
    mode,
    kind: validKind,
    items: completeItems,
    ...(isInChannel && { from: from as string }),
    ...(isText(text, maxTextLength) && { text }),
    ...(pasted === true && { pasted }),
  }
}

/** Creates a clip; truncates it to the limits. */
export const createClip = (mode: Clip['mode'], kind: MovableType, items: readonly ClipItem[], from?: string): Clip => ({
  mode,
  kind,
  items: items.slice(0, maxClipItems).map(({ id, name }) => ({ id, name: name.slice(0, maxNameLength) })),
  ...(from !== undefined && { from }),
})

/** Adds the text of the system clipboard. */
export const withClipboardText = (clip: Clip, text: string): Clip => ({ ...clip, text: text.slice(0, maxTextLength) })

/** Whether this is a cut that was pasted. A cut can be pasted once, a copy any number of times. */
export const isPastedCut = ({ mode, pasted }: Clip): boolean => mode === 'cut' && pasted === true

export const isCut = (clip: Clip | undefined, kind: MovableType, id: string): boolean =>
  clip?.mode === 'cut' && clip.kind === kind && clip.items.some((item) => item.id === id)

/**
 * Whether this clip is still the latest copy: nothing else was copied since, here or in another program.
 * @param text of the system clipboard; empty if the clipboard contains something else, such as a picture
 */
export const matchesClip = (clip: Clip | undefined, text: string): boolean =>
  clip !== undefined && (text === '' || (clip.text === undefined ? parseLinks(text).links.length === 0 : text === clip.text.trim()))
