import type { CursorMove } from './cursor.ts'

/** The effect of a key of a keyboard or remote control in the guide. */
export type GuideCommand = CursorMove | 'open' | 'now' | 'tonight' | 'previousDay' | 'nextDay'

type KeyTable = Readonly<Record<string, GuideCommand>>

const openKeys: KeyTable = { Enter: 'open', ' ': 'open', Info: 'open' }
const ctrlKeys: KeyTable = { ...openKeys, Home: 'first', End: 'last' }
const shiftKeys: KeyTable = { ArrowLeft: 'previousDay', ArrowRight: 'nextDay' }
const moveKeys: KeyTable = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
  PageUp: 'pageUp',
  PageDown: 'pageDown',
  // Keys of remote controls.
  ChannelUp: 'pageUp',
  ChannelDown: 'pageDown',
}
/** Keys that do the same with and without Shift. */
const otherKeys: KeyTable = { ...openKeys, Home: 'now', End: 'tonight', MediaTrackPrevious: 'previousDay', MediaTrackNext: 'nextDay' }

type PressedKey = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>

export function guideCommandOf({ key, altKey, ctrlKey, metaKey, shiftKey }: PressedKey): GuideCommand | undefined {
  if (altKey || metaKey) return undefined
  return ctrlKey ? ctrlKeys[key] : (otherKeys[key] ?? (shiftKey ? shiftKeys : moveKeys)[key])
}
