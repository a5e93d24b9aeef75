/*
 * Shortcuts as text: `e`, `Delete`, `Shift+ArrowLeft`, `Mod+z`. `Mod` is ⌘ on Apple's and Ctrl elsewhere; a letter without modifiers
 * is one without Shift.
 */

export const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** Are these the keys that were pressed? */
export function matchesKeys(keys: string, { key, ctrlKey, metaKey, altKey, shiftKey }: Pressed): boolean {
  const parts = keys.split('+')
  const has = (modifier: string) => parts.includes(modifier)
  return (
    parts.at(-1)?.toLowerCase() === key.toLowerCase() &&
    has('Shift') === shiftKey &&
    has('Alt') === altKey &&
    has('Mod') === (isApple ? metaKey : ctrlKey) &&
    !(isApple ? ctrlKey : metaKey)
  )
}
