/*
 * Shortcuts as text: `e`, `Delete`, `Shift+ArrowLeft`, `Mod+z`. `Mod` is ⌘ on Apple's and Ctrl elsewhere; a letter without modifiers
 * is one without Shift. Of a sign (`?`) it does not matter how it is typed.
 */

export const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

const isSign = (key: string) => /^[^\p{L}\p{N}\s]$/u.test(key)

/** Is it a letter, a digit or a sign alone, which whoever dictates may type without meaning it (WCAG 2.1.4)? */
export const isSingleKey = ({ key, ctrlKey, metaKey, altKey }: Pressed): boolean =>
  key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey

/** Are these the keys that were pressed? */
export function matchesKeys(keys: string, { key, ctrlKey, metaKey, altKey, shiftKey }: Pressed): boolean {
  const parts = keys.split('+')
  const has = (modifier: string) => parts.includes(modifier)
  return (
    parts.at(-1)?.toLowerCase() === key.toLowerCase() &&
    (has('Shift') === shiftKey || isSign(key)) &&
    has('Alt') === altKey &&
    has('Mod') === (isApple ? metaKey : ctrlKey) &&
    !(isApple ? ctrlKey : metaKey)
  )
}
